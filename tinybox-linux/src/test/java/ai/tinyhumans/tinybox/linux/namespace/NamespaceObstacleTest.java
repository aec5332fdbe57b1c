package ai.tinyhumans.tinybox.linux.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.spi.Finding;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NamespaceObstacleTest {

    private static final Map<String, String> NONE = Map.of();
    private static final Map<String, String> RESTRICTED = Map.of(NamespaceObstacle.APPARMOR, "1");

    private static void assertBlocked(String words, Map<String, String> settings, String by, String remedy) {
        Finding.Blocked finding = NamespaceObstacle.of(words, settings);
        assertThat(finding.subject()).isEqualTo("namespaces");
        assertThat(finding.by()).contains(by).contains(words);
        assertThat(finding.remedy()).contains(remedy);
    }

    @Test
    void namesAppArmorAndTheStepThatFailed() { // B079
        assertBlocked(
                "bwrap: setting up uid map: Permission denied", RESTRICTED, "apparmor_restrict", "apparmor_parser");
        assertBlocked(
                "bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted",
                RESTRICTED,
                "apparmor_restrict",
                "apparmor_parser");
    }

    @Test
    void namesTheLoopbackWhereNoSettingExplainsIt() {
        assertBlocked("bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted", NONE, "loopback", "NET_ADMIN");
    }

    @Test
    void namesAContainersProc() { // B080
        assertBlocked(
                "bwrap: Can't mount proc on /newroot/proc: Operation not permitted",
                NONE,
                "/proc",
                "systempaths=unconfined");
        assertBlocked(
                "bwrap: Failed to make / slave: Operation not permitted", NONE, "may not mount", "seccomp=unconfined");
    }

    @Test
    void namesTheSettingThatIsOff() {
        assertBlocked(
                "bwrap: No permissions to create new namespace",
                Map.of(NamespaceObstacle.CLONE, "0"),
                "unprivileged_userns_clone=0",
                "sysctl -w kernel.unprivileged_userns_clone=1");
        assertBlocked(
                "bwrap: Creating new namespace failed: No space left on device",
                Map.of(NamespaceObstacle.MAXIMUM, "0"),
                "max_user_namespaces=0",
                "sysctl -w user.max_user_namespaces=");
    }

    @Test
    void namesTheKernelsRefusal() {
        assertBlocked(
                "bwrap: Creating new namespace failed: Operation not permitted",
                Map.of(NamespaceObstacle.CLONE, "1", NamespaceObstacle.MAXIMUM, "96365"),
                "refuses",
                "seccomp=unconfined");
    }

    @Test
    void namesAContainersFilter() { // as in a container of Docker with its own defaults
        assertBlocked("bwrap: No permissions to create new namespace, likely because", NONE, "refuses", "systempaths");
    }

    @Test
    void quotesWhatItDoesNotKnow() {
        assertBlocked("bwrap: out of luck", NONE, "bubblewrap failed", "landlock");
    }
}
