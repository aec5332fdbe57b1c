package ai.tinyhumans.tinybox.spec;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.tinyhumans.tinybox.error.ErrorCode;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EgressAllowlistTest {

    @Test
    void keepsHostsAndPortsInOrder() {
        EgressAllowlist list = EgressAllowlist.of(List.of("b.example", "a.example", "10.0.0.1"), List.of(443, 80));
        assertThat(list.hosts()).containsExactly("10.0.0.1", "a.example", "b.example");
        assertThat(list.ports()).containsExactly(80, 443);
        assertThat(list).hasToString("[10.0.0.1, a.example, b.example] on ports [80, 443]");
    }

    // B145
    @Test
    void spellingsOfOneHostAreOneEntry() {
        EgressAllowlist list = EgressAllowlist.of(
                Set.of("EXAMPLE.com", "example.com", "example.com.", "[::1]", "0:0:0:0:0:0:0:1"), Set.of(443));
        assertThat(list.hosts()).containsExactly("::1", "example.com");
        assertThat(EgressAllowlist.of("EXAMPLE.COM.", 443)).isEqualTo(EgressAllowlist.of("example.com", 443));
    }

    // B146
    @Test
    void anEntryIsTheOneNameAndNoEnding() {
        EgressAllowlist list = EgressAllowlist.of("xample.com", 443);
        assertThat(list).isEqualTo(EgressAllowlist.of("XAMPLE.COM.", 443));
        for (String other : List.of("a.xample.com", "notxample.com", "xample.com.evil.org")) {
            assertThat(list.hosts()).doesNotContain(EgressHost.parse(other).canonical());
        }
    }

    // B145
    @ParameterizedTest
    @ValueSource(ints = {0, -1, 65536, Integer.MAX_VALUE})
    void refusesAPortThatIsNoneNamingIt(int port) {
        assertRefused(ErrorCode.EGRESS_INVALID, () -> EgressAllowlist.of("example.com", 80, port))
                .hasMessageContaining("egress port " + port + " is not 1 to 65535");
    }

    // B145
    @Test
    void refusesAnEmptyListNamingWhich() {
        assertRefused(ErrorCode.EGRESS_INVALID, () -> EgressAllowlist.of(List.of(), List.of(443)))
                .hasMessageStartingWith("an egress allowlist needs at least one host; hint: ");
        assertRefused(ErrorCode.EGRESS_INVALID, () -> EgressAllowlist.of("example.com"))
                .hasMessageStartingWith("an egress allowlist needs at least one port; hint: ");
        assertRefused(ErrorCode.EGRESS_INVALID, () -> EgressAllowlist.of(List.of(), List.of()));
    }

    // B145
    @Test
    void oneBadEntryRefusesTheList() {
        List<String> hosts = List.of("example.com", "*.example.com");
        assertRefused(ErrorCode.EGRESS_INVALID, () -> EgressAllowlist.of(hosts, List.of(443)))
                .hasMessageContaining("'*.example.com'");
    }

    @Test
    void takesTheFirstAndTheLastPort() {
        assertThat(EgressAllowlist.of("example.com", 1, 65535).ports()).containsExactly(1, 65535);
    }

    @Test
    void keepsItsOwnCopiesInItsOwnOrder() {
        SortedSet<String> hosts = new TreeSet<>(Comparator.<String>reverseOrder());
        hosts.addAll(List.of("a", "b"));
        SortedSet<Integer> ports = new TreeSet<>(List.of(1));
        EgressAllowlist list = new EgressAllowlist(hosts, ports);
        hosts.add("metadata");
        ports.add(0);
        assertThat(list.hosts()).containsExactly("a", "b");
        assertThat(list.ports()).containsExactly(1);
        assertThatThrownBy(() -> list.hosts().add("metadata")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> list.ports().add(0)).isInstanceOf(UnsupportedOperationException.class);
    }
}
