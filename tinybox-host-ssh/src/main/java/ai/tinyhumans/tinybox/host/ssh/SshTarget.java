package ai.tinyhumans.tinybox.host.ssh;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.HostRef;
import ai.tinyhumans.tinybox.spec.Text;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * Which machine to reach, and what of it is not left to the user's own ssh configuration. Immutable.
 *
 * @param user who to be there; empty leaves it to the configuration
 * @param host a name of DNS or of the configuration, or an address
 * @param port its port
 * @param identity the file of the only key to offer
 * @param knownHosts the file of the only host keys to trust
 * @param acceptNewHostKey whether the key of a machine seen for the first time is taken as its own; a changed one never is
 */
public record SshTarget(
        Optional<String> user,
        String host,
        OptionalInt port,
        Optional<Path> identity,
        Optional<Path> knownHosts,
        boolean acceptNewHostKey) {

    /** What an argument of ssh can take without being an option, a URI, or a command of somebody's ProxyCommand. */
    private static final Pattern USER = Pattern.compile("[A-Za-z0-9_.][A-Za-z0-9_.+-]{0,63}");

    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9_.:][A-Za-z0-9_.:%-]{0,254}");

    /**
     * Checks every part.
     *
     * @throws TinyboxException {@code argument.invalid}, naming the part: a name with anything but letters, digits and a few
     *     signs, or with a dash in front, which ssh would take for an option; a port that is none; a file that is
     *     not absolute, or has a line break, {@code %}, {@code $} or a quote, which ssh would expand
     */
    public SshTarget {
        user.ifPresent(name -> require(USER.matcher(name).matches(), "user", name));
        require(HOST.matcher(host).matches(), "host", host);
        port.ifPresent(number -> require(number > 0 && number < 65536, "port", Integer.toString(number)));
        identity.ifPresent(file -> requireFile("identity file", file));
        knownHosts.ifPresent(file -> requireFile("known hosts file", file));
    }

    private static void requireFile(String what, Path file) {
        String text = file.isAbsolute() ? Text.ofPath(file) : file.toString();
        boolean plain = text.chars().noneMatch(c -> Character.isISOControl(c) || c == '%' || c == '"' || c == '$');
        require(plain && file.isAbsolute(), what, text);
    }

    static void require(boolean good, String what, String value) {
        if (!good) {
            throw TinyboxException.of(
                            ErrorCode.ARGUMENT_INVALID,
                            "ssh " + what + " '" + Text.printable(value) + "' is not one that ssh can be given safely")
                    .remedy("give it a plain name in the ssh configuration, and use that")
                    .build();
        }
    }

    /**
     * Reads {@code [USER@]HOST} or an {@linkplain SshAddress address}.
     *
     * @throws TinyboxException {@code argument.invalid} if it is none
     */
    public static SshTarget parse(String text) {
        if (text.startsWith(SshAddress.SCHEME)) {
            return SshAddress.parse(text);
        }
        int at = text.lastIndexOf('@');
        Optional<String> user = at < 0 ? Optional.empty() : Optional.of(text.substring(0, at));
        return new SshTarget(
                user, text.substring(at + 1), OptionalInt.empty(), Optional.empty(), Optional.empty(), false);
    }

    /** The address that says all of this target, as placements and records of boxes name it. */
    public HostRef address() {
        return new HostRef(SshAddress.of(this));
    }

    /** Returns this target with a port instead of whichever it had. */
    public SshTarget withPort(int number) {
        return new SshTarget(user, host, OptionalInt.of(number), identity, knownHosts, acceptNewHostKey);
    }

    /** Returns this target with a key that alone is offered. */
    public SshTarget withIdentity(Path file) {
        return new SshTarget(user, host, port, Optional.of(file), knownHosts, acceptNewHostKey);
    }

    /** Returns this target with the only host keys to trust. */
    public SshTarget withKnownHosts(Path file) {
        return new SshTarget(user, host, port, identity, Optional.of(file), acceptNewHostKey);
    }

    /** Returns this target with the key of a machine seen for the first time taken as its own. */
    public SshTarget acceptingNewHostKey() {
        return new SshTarget(user, host, port, identity, knownHosts, true);
    }

    /** Answers whether another target has the same user and host, however it is reached. */
    public boolean isSameMachine(SshTarget other) {
        return user.equals(other.user) && host.equals(other.host);
    }

    @Override
    public String toString() {
        return user.map(name -> name + "@").orElse("") + host;
    }
}
