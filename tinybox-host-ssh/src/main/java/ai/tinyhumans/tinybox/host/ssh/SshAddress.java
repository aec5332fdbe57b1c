package ai.tinyhumans.tinybox.host.ssh;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code ssh://[USER@]HOST[:PORT][?OPTION[&OPTION]...]}, an IPv6 address in brackets, with the options {@code
 * identity=FILE}, {@code known-hosts=FILE}, both percent-encoded, and {@code accept-new-host-key}. Pure.
 */
final class SshAddress {

    static final String SCHEME = "ssh://";

    private static final Pattern ADDRESS = Pattern.compile(
            "ssh://(?:([^@/?#]*)@)?(?:\\[([^\\]@/?#]*)\\]|([^:@/?#\\[\\]]*))(?::(\\d{1,5}))?(?:\\?(.*))?");

    private static final String IDENTITY = "identity=";
    private static final String KNOWN_HOSTS = "known-hosts=";
    private static final String ACCEPT = "accept-new-host-key";

    private SshAddress() {}

    static SshTarget parse(String text) {
        Matcher address = ADDRESS.matcher(text);
        SshTarget.require(address.matches(), "address", text);
        Optional<String> user = Optional.ofNullable(address.group(1));
        String host = address.group(2) == null ? address.group(3) : address.group(2);
        SshTarget target = SshTarget.parse(user.map(name -> name + "@").orElse("") + host);
        if (address.group(4) != null) {
            target = target.withPort(Integer.parseInt(address.group(4)));
        }
        if (address.group(5) != null) {
            for (String option : address.group(5).split("&", -1)) {
                target = with(target, option);
            }
        }
        return target;
    }

    private static SshTarget with(SshTarget target, String option) {
        if (option.startsWith(IDENTITY)) {
            return target.withIdentity(file(option.substring(IDENTITY.length())));
        }
        if (option.startsWith(KNOWN_HOSTS)) {
            return target.withKnownHosts(file(option.substring(KNOWN_HOSTS.length())));
        }
        SshTarget.require(option.equals(ACCEPT), "option", option);
        return target.acceptingNewHostKey();
    }

    private static Path file(String encoded) {
        try {
            return Path.of(URI.create("file://" + encoded)); // byte for byte, whatever the locale
        } catch (IllegalArgumentException unreadable) {
            SshTarget.require(false, "file", encoded);
            throw unreadable;
        }
    }

    static String of(SshTarget target) {
        boolean literal = target.host().indexOf(':') >= 0;
        StringBuilder text = new StringBuilder(SCHEME);
        target.user().ifPresent(name -> text.append(name).append('@'));
        text.append(literal ? "[" + target.host() + "]" : target.host());
        target.port().ifPresent(port -> text.append(':').append(port));
        List<String> options = new ArrayList<>();
        target.identity().ifPresent(file -> options.add(IDENTITY + encode(file)));
        target.knownHosts().ifPresent(file -> options.add(KNOWN_HOSTS + encode(file)));
        if (target.acceptNewHostKey()) {
            options.add(ACCEPT);
        }
        return text + (options.isEmpty() ? "" : "?" + String.join("&", options));
    }

    /** Slashes as they are, for people to read. */
    private static String encode(Path file) {
        return file.toUri().getRawPath().replace("&", "%26").replace("=", "%3D").replace("+", "%2B");
    }
}
