package ai.tinyhumans.tinybox.host.ssh.testkit;

import ai.tinyhumans.tinybox.host.local.LocalHostProvider;
import ai.tinyhumans.tinybox.host.ssh.SshHostProvider;
import ai.tinyhumans.tinybox.host.ssh.SshTarget;
import ai.tinyhumans.tinybox.spec.HostRef;
import ai.tinyhumans.tinybox.spi.HostProvider;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** An sshd for all tests of a class, and of those nested in it: registered in a static field, it is there when they run. */
public final class SshdOfClass implements BeforeAllCallback, AfterAllCallback {

    private final String[] lines;
    private @Nullable Sshd sshd;
    private String owner = "";

    private SshdOfClass(String... lines) {
        this.lines = lines;
    }

    /** Makes one with some lines more in its configuration. */
    public static SshdOfClass with(String... lines) {
        return new SshdOfClass(lines);
    }

    @Override
    public void beforeAll(ExtensionContext context) throws IOException, InterruptedException {
        if (sshd == null) { // else a nested class asks
            sshd = Sshd.start(lines);
            owner = context.getUniqueId();
        }
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        if (context.getUniqueId().equals(owner)) {
            server().close();
            sshd = null;
        }
    }

    /** The server. */
    public Sshd server() {
        if (sshd == null) {
            throw new IllegalStateException("no test of the class runs");
        }
        return sshd;
    }

    /** How to reach it. */
    public SshTarget target() {
        return server().target();
    }

    /** A host by the name {@code ssh}, which this machine reaches. */
    public HostProvider host() {
        return host(new LocalHostProvider());
    }

    /** A host by the name {@code ssh}, which another one reaches. */
    public HostProvider host(HostProvider near) {
        return new SshHostProvider(new HostRef("ssh"), target(), near);
    }
}
