package ai.tinyhumans.tinybox.spec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

class NetworkPolicyTest {

    private static final EgressAllowlist HOSTS = EgressAllowlist.of("example.com", 443);

    static final Arguments[] CASES = {
        Arguments.of(NetworkPolicy.denied(), "denied", "denied"),
        Arguments.of(NetworkPolicy.egress(), "egress", "egress"),
        Arguments.of(NetworkPolicy.allowlist(HOSTS), "[443]", "allowlist of [example.com] on ports [443]"),
        Arguments.of(NetworkPolicy.open(), "open", "open"),
    };

    @ParameterizedTest
    @FieldSource("CASES")
    void matchCallsTheFunctionOfItsCaseAndNoOther(NetworkPolicy policy, String expected, String words) {
        StringBuilder calls = new StringBuilder();
        policy.match(
                () -> calls.append("denied"),
                () -> calls.append("egress"),
                allowlist -> calls.append(allowlist.ports()),
                () -> calls.append("open"));
        assertThat(calls).hasToString(expected);
        assertThat(policy).hasToString(words);
    }
}
