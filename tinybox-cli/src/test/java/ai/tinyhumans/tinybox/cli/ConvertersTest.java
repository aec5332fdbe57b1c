package ai.tinyhumans.tinybox.cli;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.capability.IsolationLevel;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.spec.ByteSize;
import ai.tinyhumans.tinybox.spec.EgressAllowlist;
import ai.tinyhumans.tinybox.spec.NetworkPolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConvertersTest {

    @ParameterizedTest
    @CsvSource({"20s, PT20S", "20, PT20S", "500ms, PT0.5S", "2m, PT2M", "1h, PT1H", "3d, PT72H"})
    void readsATimeSpan(String text, Duration span) {
        assertThat(Converters.duration(text)).isEqualTo(span);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "s", "-1s", "0", "1.5s", "1w", "1 s", "9999999999999s"})
    void refusesWhatIsNoTimeSpan(String text) {
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> Converters.duration(text));
    }

    @Test
    void readsANetworkPolicy() {
        assertThat(Converters.network("denied")).isEqualTo(NetworkPolicy.denied());
        assertThat(Converters.network("egress")).isEqualTo(NetworkPolicy.egress());
        assertThat(Converters.network("open")).isEqualTo(NetworkPolicy.open());
        assertThat(Converters.network("Example.com,[::1]:443,80"))
                .isEqualTo(
                        NetworkPolicy.allowlist(EgressAllowlist.of(List.of("example.com", "::1"), List.of(80, 443))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Denied", "none", "example.com", "example.com:", "example.com:x", "example.com:1,"})
    void refusesWhatIsNoNetworkPolicy(String text) {
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> Converters.network(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {":443", "a,:443", "*.example.com:443", "169.254.169.254:80", "example.com:70000"})
    void refusesWhatIsNoAllowlist(String text) {
        assertRefused(ErrorCode.EGRESS_INVALID, () -> Converters.network(text));
    }

    @Test
    void readsAnIsolationLevel() {
        assertThat(Converters.isolation("kernel")).isEqualTo(IsolationLevel.KERNEL);
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> Converters.isolation("KERNEL"));
    }

    @Test
    void takesAPathFromTheWorkingDirectory() {
        assertThat(Converters.path("a/../b")).isEqualTo(Path.of("a/../b").toAbsolutePath());
        assertThat(Converters.path("/a/b")).isEqualTo(Path.of("/a/b"));
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> Converters.path(""));
    }

    @ParameterizedTest
    @CsvSource({"2, 2000", "1.5, 1500", "0.001, 1"})
    void readsCoresInThousandths(String text, int millis) {
        assertThat(Converters.cpuMillis(text)).isEqualTo(millis);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "-1", "x", "1.5", "2147483648"})
    void refusesWhatIsNoCount(String text) {
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> Converters.count(text));
        assertThat(Converters.count("512")).isEqualTo(512);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "65536", "x", "-1"})
    void refusesWhatIsNoPort(String text) {
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> Converters.port(text));
        assertThat(Converters.port("65535")).isEqualTo(65535);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "0g", "-1"})
    void refusesWhatIsNoLimitInBytes(String text) {
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> Converters.size(text));
        assertThat(Converters.size("1k")).isEqualTo(new ByteSize(1024));
    }
}
