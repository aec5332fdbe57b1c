package ai.tinyhumans.tinybox.linux.landlock;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.linux.landlock.LandlockRules.Place;
import ai.tinyhumans.tinybox.spec.Grants;
import ai.tinyhumans.tinybox.spec.HostPath;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LandlockRulesTest {

    @Test
    void namesTheWorkspaceTheGrantsAndTheBaselineInThisOrder() {
        Grants grants = Grants.NONE.readOnly("/opt/tools").writable("/var/cache/x");
        List<Place> places =
                LandlockRules.of("/w", grants, LandlockBaseline.places()).places();
        assertThat(places)
                .startsWith(
                        new Place("/w", true, true),
                        new Place("/var/cache/x", true, true),
                        new Place("/opt/tools", false, true),
                        new Place("/dev/null", true, false))
                .contains(new Place("/usr", false, false), new Place("/etc/ld.so.cache", false, false));
        assertThat(places).hasSize(3 + LandlockBaseline.DEVICES.size() + LandlockBaseline.READABLE.size());
    }

    @Test
    void grantsNothingOfHomesProcessesSecretsAndTemporaryFiles() {
        List<HostPath> granted = Stream.concat(LandlockBaseline.READABLE.stream(), LandlockBaseline.DEVICES.stream())
                .map(HostPath::new)
                .toList();
        for (String secret : List.of(
                "/root/.ssh",
                "/home/me/.aws/credentials",
                "/proc/1/environ",
                "/sys/kernel",
                "/run/docker.sock",
                "/run/user/1000/bus",
                "/tmp/x",
                "/var/lib/x",
                "/dev/shm/x",
                "/dev/sda",
                "/dev/pts/0",
                "/etc/shadow",
                "/etc/gshadow",
                "/etc/sudoers",
                "/etc/ssh/ssh_host_ed25519_key",
                "/etc/ssl/private/key.pem",
                "/etc/machine-id",
                "/etc/krb5.keytab")) {
            assertThat(granted).noneMatch(grant -> grant.contains(new HostPath(secret)));
        }
    }

    @Test
    void writesOnlyToDevicesThatKeepNothing() {
        assertThat(LandlockBaseline.DEVICES)
                .containsExactly("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty");
    }
}
