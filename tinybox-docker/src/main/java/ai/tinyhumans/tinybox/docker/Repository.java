package ai.tinyhumans.tinybox.docker;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spec.Text;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import ai.tinyhumans.tinybox.spi.Inside;
import ai.tinyhumans.tinybox.spi.ShellScript;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A repository that a new container clones into its workspace. Pure.
 *
 * @param address where it is, without what may be a secret
 * @param revision the branch, tag or commit to check out, if not what the repository's HEAD is
 * @param credentials user and password, if the address had them; with http, a user alone as well
 */
record Repository(String address, Optional<String> revision, Optional<Credentials> credentials) {

    /** {@code scheme://user:password@rest} (RFC 3986, 3.2.1), whose user information ends with the last at sign before a slash. */
    private static final Pattern WITH_USER =
            Pattern.compile("([a-z][a-z0-9+.-]*://)([^/]*)@([^/@]*(?:/.*)?)", Pattern.CASE_INSENSITIVE);

    /** With these schemes a user alone may be a token; with others it is a name and no more. */
    private static final Pattern OF_WEB = Pattern.compile("https?://", Pattern.CASE_INSENSITIVE);

    private static final int NO_GIT = 3;
    private static final int NO_REVISION = 4;

    /** Who may read a repository. */
    record Credentials(String user, String password) {

        @Override
        public String toString() {
            return "Credentials[***]";
        }
    }

    static Repository of(WorkspaceSource.GitRepo source) {
        Matcher parts = WITH_USER.matcher(source.url());
        if (!parts.matches()) {
            return new Repository(source.url(), source.revision(), Optional.empty());
        }
        String[] known = parts.group(2).split(":", 2);
        boolean secret = known.length == 2 || OF_WEB.matcher(parts.group(1)).matches();
        return secret
                ? new Repository(
                        parts.group(1) + parts.group(3),
                        source.revision(),
                        Optional.of(new Credentials(known[0], known.length == 2 ? known[1] : "")))
                : new Repository(source.url(), source.revision(), Optional.empty());
    }

    /** The program that clones it. */
    Inside clone(String directory) {
        Map<String, String> env = new LinkedHashMap<>();
        credentials.ifPresent(known -> {
            env.put("TINYBOX_GIT_USER", decoded(known.user()));
            env.put("TINYBOX_GIT_PASSWORD", decoded(known.password()));
        });
        return new Inside(
                List.of("sh", "-c", Script.TEXT, "tinybox", directory, address, revision.orElse("")),
                new Env(env),
                Inside.Role.HELPER);
    }

    /** Undoes percent-encoding, in which an address writes what means something in it. */
    private static String decoded(String text) {
        return Pattern.compile("(?:%[0-9A-Fa-f]{2})+").matcher(text).replaceAll(run -> {
            String[] codes = run.group().substring(1).split("%", -1);
            byte[] bytes = new byte[codes.length];
            for (int i = 0; i < codes.length; i++) {
                bytes[i] = (byte) Integer.parseInt(codes[i], 16);
            }
            return Matcher.quoteReplacement(Text.decode(bytes));
        });
    }

    /**
     * Takes what the program ended with.
     *
     * @throws TinyboxException {@code source.unsupported} if the image has no git; {@code source.unavailable}
     */
    void requireCloned(ExecResult result, String image, BoxSpec spec) {
        if (result.exit().isSuccess()) {
            return;
        }
        if (result.exit().equals(new Exit.Exited(NO_GIT))) {
            throw TinyboxException.of(
                            ErrorCode.SOURCE_UNSUPPORTED, "image '" + image + "' has no git to clone a repository with")
                    .placement(spec.workspace())
                    .step("create")
                    .remedy("name an image that has by " + DockerProvider.IMAGE)
                    .build();
        }
        throw TinyboxException.of(
                        ErrorCode.SOURCE_UNAVAILABLE,
                        result.exit().equals(new Exit.Exited(NO_REVISION))
                                ? "repository '" + Text.printable(address) + "' has no revision '"
                                        + Text.printable(revision.orElse("")) + "'"
                                : "repository '" + Text.printable(address) + "' could not be cloned: " + result.exit())
                .placement(spec.workspace())
                .step("create")
                .stderr(result.stderr())
                .remedy("see that the box has a network that reaches it, and that it may be read")
                .build();
    }

    /** The script, read when it is first needed. */
    private static final class Script {

        static final String TEXT = ShellScript.read(Repository.class.getResourceAsStream("clone.sh"));
    }
}
