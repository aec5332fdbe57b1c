package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.host.local.LocalHostProvider;
import ai.tinyhumans.tinybox.host.ssh.SshHostProvider;
import ai.tinyhumans.tinybox.host.ssh.SshTarget;
import ai.tinyhumans.tinybox.spec.HostRef;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which machine is meant: one that has a provider, or one that ssh reaches. */
final class SshOptions {

    private static final String SCHEME = "ssh://";
    private static final HostRef SSH = new HostRef("ssh");

    @Option(
            names = "--host",
            paramLabel = "HOST",
            required = true,
            description =
                    "the machine: ssh://[USER@]HOST[:PORT], where HOST may be a name of the ssh configuration, or local")
    private String host;

    @Option(names = "--ssh-port", paramLabel = "PORT", description = "the port of its sshd")
    private @Nullable Integer port;

    @Option(names = "--ssh-identity", paramLabel = "FILE", description = "the only key to offer")
    private @Nullable Path identity;

    @Option(names = "--ssh-known-hosts", paramLabel = "FILE", description = "the only host keys to trust")
    private @Nullable Path knownHosts;

    @Option(
            names = "--accept-new-host-key",
            description = "take the key of a machine seen for the first time; a changed one is never taken")
    private boolean acceptNewHostKey;

    /** The host's name to a tinybox that {@link #tinybox} made. */
    HostRef name() {
        return isSsh() ? SSH : new HostRef(host);
    }

    private boolean isSsh() {
        return host.toLowerCase(Locale.ROOT).startsWith(SCHEME);
    }

    /** A tinybox that knows the machine. */
    Tinybox tinybox() {
        Tinybox.Builder builder = Tinybox.builder();
        return isSsh()
                ? builder.host(new SshHostProvider(SSH, target(), new LocalHostProvider()))
                        .build()
                : builder.build();
    }

    private SshTarget target() {
        SshTarget target = SshTarget.parse(host);
        target = port == null ? target : target.withPort(port);
        target = identity == null ? target : target.withIdentity(identity);
        target = knownHosts == null ? target : target.withKnownHosts(knownHosts);
        return acceptNewHostKey ? target.acceptingNewHostKey() : target;
    }
}
