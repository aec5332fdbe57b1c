package ai.tinyhumans.tinybox.host.ssh.testkit;

import ai.tinyhumans.tinybox.host.ssh.SshHostProvider;
import ai.tinyhumans.tinybox.host.ssh.SshTarget;
import ai.tinyhumans.tinybox.spec.HostRef;
import ai.tinyhumans.tinybox.spi.HostProvider;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A machine with nothing but BusyBox and a real sshd, for all tests of a class and of those nested in it: a container without
 * a network, in which each connection has an sshd of its own, as inetd would start it. The directory for temporary files of
 * this machine is there at the same place, and its user is the user of the tests.
 */
public final class BusyBoxMachine implements BeforeAllCallback, AfterAllCallback {

    private static final String NAME = "busybox.test";

    private @Nullable SshdFiles files;
    private @Nullable HostProvider near;
    private String container = "";
    private String owner = "";

    @Override
    public void beforeAll(ExtensionContext context) throws IOException, InterruptedException {
        if (files != null) { // a nested class asks
            return;
        }
        owner = context.getUniqueId();
        SshdFiles made = new SshdFiles(NAME, List.of());
        files = made;
        String temporary = System.getProperty("java.io.tmpdir");
        String user = run("id", "-u") + ":" + run("id", "-g");
        String entry = run("id", "-un") + ":x:" + user + "::/tmp:/bin/sh";
        container = run(
                "docker",
                "run",
                "--detach",
                "--rm",
                "--network",
                "none",
                "--volume",
                temporary + ":" + temporary,
                "tinybox-sshd",
                "sh",
                "-c",
                "[ $1 = 0:0 ] || echo \"$2\" >>/etc/passwd; while :; do sleep 86400; done",
                "sh",
                user,
                entry);
        String docker =
                "docker --host " + run("docker", "context", "inspect", "--format", "{{.Endpoints.docker.Host}}");
        String sshd = "/usr/sbin/sshd -i -E " + made.at("log") + " -f " + made.at("config");
        String proxy = docker + " exec --interactive --user " + user + " " + container + " " + sshd;
        near = OtherSsh.in(made.directory(), "/usr/bin/ssh -o 'ProxyCommand=" + proxy + "'");
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException, InterruptedException {
        SshdFiles made = files;
        if (made != null && context.getUniqueId().equals(owner)) {
            run("docker", "rm", "--force", container);
            made.close();
            files = null;
        }
    }

    private static String run(String... argv) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(argv)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", argv) + " failed: " + said);
        }
        return said.strip();
    }

    /** The machine as a host by the name {@code ssh}. */
    public HostProvider host() {
        if (files == null || near == null) {
            throw new IllegalStateException("no test of the class runs");
        }
        return new SshHostProvider(new HostRef("ssh"), files.reaching(SshTarget.parse(NAME)), near);
    }
}
