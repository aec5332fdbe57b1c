package ai.tinyhumans.tinybox.host.ssh;

import ai.tinyhumans.tinybox.spec.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Command lines of the OpenSSH client. Pure. */
final class SshArgs {

    /**
     * What every login shell takes for the same: one word in single quotes without quote, backslash, line break or
     * exclamation mark. Everything else comes on the standard input, as one line, so that nothing of it is in the list of
     * processes there and no login shell ever sees it. {@code env -i} leaves nothing that the login shell exported.
     */
    static final String BARE = "exec env -i /bin/sh -c 'IFS= read -r TINYBOX && eval \"$TINYBOX\"'";

    /** The same, with the environment of the login shell. */
    static final String AS_LOGIN = "exec /bin/sh -c 'IFS= read -r TINYBOX && eval \"$TINYBOX\"'";

    /** Options of later clients than some that are in use: an older one is told to pass them over. */
    private static final List<String> NEWER =
            List.of("ForkAfterAuthentication=no", "SessionType=default", "StdinNull=no");

    /** Never a question, never a terminal, and nothing of the user's configuration that would start something else. */
    private static final List<String> COMMON = List.of(
            "BatchMode=yes",
            "RequestTTY=no",
            "RemoteCommand=none",
            "PermitLocalCommand=no",
            "ClearAllForwardings=yes",
            "ForwardAgent=no",
            "ForwardX11=no",
            "EscapeChar=none",
            "ConnectTimeout=15",
            "ServerAliveInterval=5",
            "ServerAliveCountMax=3",
            "ControlPersist=no",
            "LogLevel=ERROR",
            "IgnoreUnknown=ForkAfterAuthentication,SessionType,StdinNull");

    private SshArgs() {}

    /** Runs a command there, over the connection that a socket leads to, or one of its own. */
    static List<String> run(SshTarget target, Optional<String> socket, String command) {
        List<String> argv = start(target, "ControlMaster=no", socket);
        NEWER.forEach(option -> add(argv, option));
        argv.addAll(List.of("-T", "--", target.toString(), command));
        return argv;
    }

    /** Opens a connection for others to share, and waits. */
    static List<String> master(SshTarget target, String socket) {
        List<String> argv = start(target, "ControlMaster=yes", Optional.of(socket));
        add(argv, "ForkAfterAuthentication=no");
        argv.addAll(List.of("-T", "-N", "--", target.toString()));
        return argv;
    }

    /** Opens a connection for a tunnel; what makes it one for others to ask for ports comes after it. */
    static List<String> tunnel(SshTarget target) {
        List<String> argv = reach(target);
        add(argv, "ForkAfterAuthentication=no");
        argv.add("-T");
        return argv;
    }

    private static List<String> start(SshTarget target, String master, Optional<String> socket) {
        List<String> argv = reach(target);
        add(argv, master);
        add(argv, "ControlPath=" + socket.orElse("none"));
        return argv;
    }

    private static List<String> reach(SshTarget target) {
        List<String> argv = new ArrayList<>(List.of("ssh"));
        COMMON.forEach(option -> add(argv, option));
        if (target.acceptNewHostKey()) {
            add(argv, "StrictHostKeyChecking=accept-new");
        }
        target.knownHosts().ifPresent(file -> add(argv, "UserKnownHostsFile=" + quoted(Text.ofPath(file))));
        target.knownHosts().ifPresent(file -> add(argv, "GlobalKnownHostsFile=none"));
        target.identity().ifPresent(file -> {
            argv.addAll(List.of("-i", Text.ofPath(file)));
            add(argv, "IdentitiesOnly=yes");
        });
        target.port().ifPresent(port -> argv.addAll(List.of("-p", Integer.toString(port))));
        return argv;
    }

    private static void add(List<String> argv, String option) {
        argv.addAll(List.of("-o", option));
    }

    /** A value that may hold blanks, which divide values in an option (ssh_config(5)). */
    private static String quoted(String value) {
        return '"' + value + '"';
    }
}
