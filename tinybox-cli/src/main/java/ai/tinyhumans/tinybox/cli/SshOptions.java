package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.host.ssh.SshScheme;
import ai.tinyhumans.tinybox.host.ssh.SshTarget;
import ai.tinyhumans.tinybox.spec.HostRef;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which machine is meant, and how ssh reaches it. */
final class SshOptions {

    static final HostRef LOCAL = new HostRef("local");

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--host",
            paramLabel = "HOST",
            order = 90,
            description =
                    "the machine: ssh://[USER@]HOST[:PORT], a HOST of the ssh configuration, or local, as it is unless"
                            + " given. A box knows its own; then this is how to reach it instead, and boxes elsewhere are left alone")
    private @Nullable String host;

    @Option(
            names = "--ssh-port",
            paramLabel = "PORT",
            order = 91,
            converter = Converters.Port.class,
            description = "the port of its sshd")
    private @Nullable Integer port;

    @Option(names = "--ssh-identity", paramLabel = "FILE", order = 92, description = "the only key to offer")
    private @Nullable Path identity;

    @Option(names = "--ssh-known-hosts", paramLabel = "FILE", order = 93, description = "the only host keys to trust")
    private @Nullable Path knownHosts;

    @Option(
            names = "--accept-new-host-key",
            order = 94,
            description = "take the key of a machine seen for the first time; a changed one is never taken")
    private boolean acceptNewHostKey;

    /** The machine that was asked for, if one was. */
    Optional<HostRef> asked() {
        return Optional.ofNullable(host)
                .map(name -> target().map(SshTarget::address).orElse(LOCAL));
    }

    /** The same, which must be there. */
    HostRef required() {
        return asked().orElseThrow(() -> misused("--host is missing"));
    }

    /** Has a tinybox reach the machine as these options say. */
    void register(Tinybox.Builder builder) {
        Optional<SshTarget> ssh = target();
        if (ssh.isEmpty() && (port != null || identity != null || knownHosts != null || acceptNewHostKey)) {
            throw misused("options of ssh need a machine that ssh reaches, by --host");
        }
        ssh.ifPresent(target -> builder.scheme(SshScheme.reaching(target)));
    }

    private ParameterException misused(String message) {
        return new ParameterException(command.commandLine(), message);
    }

    /** Answers whether the machine of a box is the one that was asked for, or none was. */
    boolean covers(HostRef recorded) {
        boolean ssh = recorded.scheme().isPresent();
        return host == null
                || target().map(target -> ssh && target.isSameMachine(SshTarget.parse(recorded.value())))
                        .orElse(recorded.equals(LOCAL));
    }

    private Optional<SshTarget> target() {
        if (host == null || host.equals(LOCAL.value())) {
            return Optional.empty();
        }
        SshTarget target = SshTarget.parse(host);
        target = port == null ? target : target.withPort(port);
        target = identity == null ? target : target.withIdentity(identity);
        target = knownHosts == null ? target : target.withKnownHosts(knownHosts);
        return Optional.of(acceptNewHostKey ? target.acceptingNewHostKey() : target);
    }
}
