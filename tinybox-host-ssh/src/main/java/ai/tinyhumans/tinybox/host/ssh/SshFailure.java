package ai.tinyhumans.tinybox.host.ssh;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What ssh means by what it wrote to its standard error: its exit code, 255, says nothing. Pure. */
final class SshFailure {

    private record Kind(ErrorCode code, String meaning, String remedy, List<String> words) {}

    private static final List<Kind> KINDS = List.of(
            new Kind(
                    ErrorCode.HOST_NAME_UNKNOWN,
                    "its name is not known",
                    "check the name, and the HostName of the ssh configuration",
                    List.of("Could not resolve hostname")),
            new Kind(
                    ErrorCode.HOST_KEY_CHANGED,
                    "its host key is not the one that is known",
                    "find out why before anything else; if it is right, 'ssh-keygen -R' forgets the old key",
                    List.of("REMOTE HOST IDENTIFICATION HAS CHANGED")),
            new Kind(
                    ErrorCode.HOST_KEY_UNKNOWN,
                    "its host key is not known",
                    "connect once with ssh and compare the key, or accept new host keys",
                    List.of("Host key verification failed", "host key is known")),
            new Kind(
                    ErrorCode.HOST_AUTH_REFUSED,
                    "it does not take the key or the user",
                    "see that 'ssh -o BatchMode=yes' to it works: a key without a passphrase, or one in an agent",
                    List.of("Permission denied", "Too many authentication failures")),
            new Kind(
                    ErrorCode.HOST_UNREACHABLE,
                    "it cannot be reached",
                    "see that it is up and that its port is open from here",
                    List.of(
                            "Connection refused",
                            "timed out",
                            "No route to host",
                            "Network is unreachable",
                            "Network is down",
                            "Host is down")));

    private SshFailure() {}

    /**
     * Why a connection was not made.
     *
     * @param said what ssh wrote
     */
    static TinyboxException ofConnecting(SshTarget target, byte[] said) {
        String text = new String(said, StandardCharsets.UTF_8);
        for (Kind kind : KINDS) {
            if (kind.words().stream().anyMatch(text::contains)) {
                return TinyboxException.of(kind.code(), "ssh host '" + target + "' cannot be used: " + kind.meaning())
                        .stderr(said)
                        .remedy(kind.remedy())
                        .build();
            }
        }
        return TinyboxException.of(
                        ErrorCode.HOST_CONNECTION_LOST,
                        "the connection to ssh host '" + target + "' ended before the program ran")
                .stderr(said)
                .remedy("try again; 'ssh -v' to it tells more")
                .build();
    }

    /** That a connection broke while a program ran. */
    static TinyboxException ofLosing(SshTarget target, String program, byte[] said) {
        return TinyboxException.of(
                        ErrorCode.HOST_CONNECTION_LOST,
                        "the connection to ssh host '" + target + "' ended while '" + program + "' ran")
                .stderr(said)
                .remedy("how far it came is not known; the far side ends it")
                .build();
    }

    /** That nobody can look at what runs there any more. */
    static TinyboxException ofBlindness(SshTarget target, TinyboxException why) {
        return TinyboxException.of(
                        ErrorCode.HOST_CONNECTION_LOST,
                        "the processes of ssh host '" + target + "' cannot be looked at: " + why.getMessage())
                .remedy("the far side ends what was not spawned; see that the machine can be reached")
                .cause(why)
                .build();
    }
}
