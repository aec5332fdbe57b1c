package ai.tinyhumans.tinybox.linux.namespace;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.linux.seccomp.Sockets;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.ByteSize;
import ai.tinyhumans.tinybox.spec.Grants;
import ai.tinyhumans.tinybox.spec.HostPath;
import ai.tinyhumans.tinybox.spec.NetworkPolicy;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.Resources;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NamespaceArgsTest {

    private static final HostPath WORKSPACE = new HostPath("/w");

    private static BoxSpec.Builder spec() {
        return BoxSpec.builder(Placement.of("local", "namespace"), new WorkspaceSource.LocalDir("/w"))
                .resources(Resources.DEFAULT.withDisk(ByteSize.ofMiB(3)));
    }

    private static List<String> options(BoxSpec.Builder spec) {
        BoxSpec built = spec.build();
        return NamespaceArgs.options(built, Mounts.of(WORKSPACE, built.grants(), Existing.NOTHING));
    }

    @Test
    void saysEverythingAboutABoxInOrder() {
        List<String> options = options(spec());
        List<String> expected = new ArrayList<>(List.of(
                "--unshare-user",
                "--disable-userns",
                "--unshare-pid",
                "--as-pid-1",
                "--unshare-ipc",
                "--unshare-uts",
                "--unshare-cgroup-try",
                "--unshare-net",
                "--die-with-parent",
                "--new-session",
                "--cap-drop",
                "ALL",
                "--hostname",
                "tinybox"));
        for (String path : List.of(
                "/usr",
                "/bin",
                "/sbin",
                "/lib",
                "/lib64",
                "/lib32",
                "/libx32",
                "/etc/alternatives",
                "/etc/ca-certificates.conf",
                "/etc/group",
                "/etc/java-11-openjdk",
                "/etc/java-17-openjdk",
                "/etc/java-21-openjdk",
                "/etc/java-25-openjdk",
                "/etc/ld.so.cache",
                "/etc/ld.so.conf",
                "/etc/ld.so.conf.d",
                "/etc/localtime",
                "/etc/mime.types",
                "/etc/nsswitch.conf",
                "/etc/passwd",
                "/etc/pki/ca-trust",
                "/etc/pki/tls/certs",
                "/etc/protocols",
                "/etc/services",
                "/etc/ssl/certs",
                "/etc/ssl/openssl.cnf")) {
            expected.addAll(List.of("--ro-bind-try", path, path));
        }
        expected.addAll(List.of(
                "--proc",
                "/proc",
                "--dev",
                "/dev",
                "--size",
                "3145728",
                "--perms",
                "1777",
                "--tmpfs",
                "/dev/shm",
                "--remount-ro",
                "/dev",
                "--size",
                "3145728",
                "--perms",
                "1777",
                "--tmpfs",
                "/tmp",
                "--symlink",
                "../tmp",
                "/var/tmp",
                "--bind",
                "/w",
                "/workspace",
                "--perms",
                "0555",
                "--file",
                "8",
                "/.tinybox",
                "--remount-ro",
                "/"));
        assertThat(options).isEqualTo(expected);
    }

    @Test
    void sharesTheNetworkOnlyIfThePolicyLetsOut() {
        assertThat(options(spec().network(NetworkPolicy.egress())))
                .doesNotContain("--unshare-net")
                .containsSubsequence("--ro-bind-try", "/etc/resolv.conf", "/etc/resolv.conf");
        assertThat(options(spec().network(NetworkPolicy.open()))).doesNotContain("--unshare-net");
        assertThat(options(spec())).doesNotContain("/etc/resolv.conf");
        assertThat(NamespaceArgs.sockets(NetworkPolicy.denied())).isEqualTo(Sockets.ISOLATED);
        assertThat(NamespaceArgs.sockets(NetworkPolicy.egress())).isEqualTo(Sockets.OUTGOING);
        assertThat(NamespaceArgs.sockets(NetworkPolicy.open())).isEqualTo(Sockets.INTERNET);
    }

    @Test
    void takesARelativeDirectoryFromTheWorkspace() {
        assertThat(NamespaceArgs.cwd(Command.of("true"))).isEqualTo("/workspace");
        assertThat(NamespaceArgs.cwd(Command.of("true").cwd("a/b"))).isEqualTo("/workspace/a/b");
        assertThat(NamespaceArgs.cwd(Command.of("true").cwd("/tmp"))).isEqualTo("/tmp");
    }

    @Test
    void boundsScratchByMemoryAsWell() { // it is memory
        Resources resources = Resources.DEFAULT.withMemory(ByteSize.ofMiB(1)).withDisk(new ByteSize(Long.MAX_VALUE));
        assertThat(options(spec().resources(resources))).containsSubsequence("--size", "1048576");
    }

    @Test
    void refusesMoreThanBubblewrapTakesAndSaysHowMuchThatIs() { // B037
        String[] files = new String[20_000];
        for (int i = 0; i < files.length; i++) {
            files[i] = "/data/" + i;
        }
        BoxSpec.Builder many = spec().grants(Grants.NONE.readOnly(files));
        assertRefused(ErrorCode.LAUNCH_ARGUMENTS_TOO_LONG, () -> options(many))
                .hasMessageContaining("makes 60")
                .hasMessageContaining("takes 9000");
    }

    @Test
    void endsEachOptionWithNul() {
        assertThat(NamespaceArgs.bytes(List.of("--setenv", "A", "", "é")))
                .isEqualTo("--setenv\0A\0\0é\0".getBytes(StandardCharsets.UTF_8));
    }
}
