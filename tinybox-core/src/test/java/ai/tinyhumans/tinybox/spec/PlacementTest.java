package ai.tinyhumans.tinybox.spec;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.error.ErrorCode;
import org.junit.jupiter.api.Test;

class PlacementTest {

    private static final Placement DOCKER = Placement.of("local", "docker");

    @Test
    void isWrittenAsHostAndSandbox() {
        assertThat(DOCKER).hasToString("local/docker");
    }

    @Test
    void refusesWhatIsNoName() {
        assertRefused(ErrorCode.IDENTIFIER_INVALID, () -> Placement.of("a b", "docker"))
                .hasMessageContaining("host name 'a b'");
        assertRefused(ErrorCode.IDENTIFIER_INVALID, () -> Placement.of("local", "../docker"))
                .hasMessageContaining("sandbox name '../docker'");
    }

    @Test
    void namesAMachineByItsAddressToo() {
        HostRef address =
                Placement.of("ssh://me@builder:22?identity=/k%20y", "docker").host();
        assertThat(address.scheme()).contains("ssh");
        assertThat(new HostRef("local").scheme()).isEmpty();
        for (String none : new String[] {"ssh://", "ssh:// x", "SSH://x", "://x", "a/b://x", "ssh://é", "ssh://x\n"}) {
            assertRefused(ErrorCode.IDENTIFIER_INVALID, () -> new HostRef(none));
        }
    }

    @Test
    void sharesAHostWhateverTheSandbox() {
        assertThat(DOCKER.sharesHostWith(Placement.of("local", "namespace"))).isTrue();
        assertThat(DOCKER.sharesHostWith(Placement.of("remote", "docker"))).isFalse();
    }
}
