package ai.tinyhumans.tinybox.spec;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** What a box starts from. Immutable. */
public sealed interface WorkspaceSource {

    /** A directory of this machine; a relative path is taken from the working directory of this JVM, now. */
    static WorkspaceSource localDir(Path directory) {
        return new LocalDir(Text.ofPath(directory.toAbsolutePath().normalize()));
    }

    /** An image that the sandbox can fetch or already has. */
    static WorkspaceSource ociImage(String reference) {
        return new OciImage(reference);
    }

    /** A snapshot, or the one a template names. */
    static WorkspaceSource snapshot(SnapshotId id) {
        return new Snapshot(id);
    }

    /** A git repository at its default branch. */
    static WorkspaceSource gitRepo(String url) {
        return new GitRepo(url, Optional.empty());
    }

    /** Calls the function of this case. */
    <T> T match(
            Function<LocalDir, T> localDir,
            Function<OciImage, T> ociImage,
            Function<Snapshot, T> snapshot,
            Function<GitRepo, T> gitRepo);

    /** The kind, for messages: {@code local directory}, {@code OCI image}, {@code snapshot} or {@code git repository}. */
    default String kind() {
        return match(d -> "local directory", i -> "OCI image", s -> "snapshot", g -> "git repository");
    }

    /**
     * A directory on the host of the workspace.
     *
     * @param path an absolute path on that host
     */
    record LocalDir(String path) implements WorkspaceSource {

        private static final Pattern ABSOLUTE = Pattern.compile("/.*|[A-Za-z]:[\\\\/].*|\\\\\\\\.*", Pattern.DOTALL);

        /**
         * Checks the path.
         *
         * @throws TinyboxException {@code argument.invalid} if it is relative, holds NUL or is not
         *     {@linkplain Text#isEncodable encodable}
         */
        public LocalDir {
            String fault = null;
            if (!ABSOLUTE.matcher(path).matches()) {
                fault = "is not an absolute path";
            } else if (path.indexOf('\0') >= 0) {
                fault = "holds NUL";
            } else if (!Text.isEncodable(path)) {
                fault = "holds a lone surrogate";
            }
            if (fault != null) {
                throw TinyboxException.of(
                                ErrorCode.ARGUMENT_INVALID,
                                "workspace directory '" + Text.printable(path) + "' " + fault)
                        .remedy("give an absolute path on the host of the workspace")
                        .build();
            }
        }

        @Override
        public <T> T match(
                Function<LocalDir, T> localDir,
                Function<OciImage, T> ociImage,
                Function<Snapshot, T> snapshot,
                Function<GitRepo, T> gitRepo) {
            return localDir.apply(this);
        }
    }

    /**
     * An OCI image.
     *
     * @param reference name, and perhaps tag or digest, as in {@code debian:12}
     */
    record OciImage(String reference) implements WorkspaceSource {

        /** A deliberately wide pattern: what the engine accepts is its own business, what it could misread is ours. */
        private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/:@-]{0,254}");

        /**
         * Checks the reference.
         *
         * @throws TinyboxException {@code argument.invalid} if it is empty, starts with a dash or dot, is longer than 255
         *     characters or holds others than letters, digits and {@code . _ / : @ -}
         */
        public OciImage {
            if (!PLAIN.matcher(reference).matches()) {
                throw TinyboxException.of(
                                ErrorCode.ARGUMENT_INVALID,
                                "'" + Text.printable(reference) + "' is not an image reference")
                        .remedy("write NAME, NAME:TAG or NAME@DIGEST")
                        .build();
            }
        }

        @Override
        public <T> T match(
                Function<LocalDir, T> localDir,
                Function<OciImage, T> ociImage,
                Function<Snapshot, T> snapshot,
                Function<GitRepo, T> gitRepo) {
            return ociImage.apply(this);
        }
    }

    /**
     * A snapshot.
     *
     * @param id its name
     */
    record Snapshot(SnapshotId id) implements WorkspaceSource {

        @Override
        public <T> T match(
                Function<LocalDir, T> localDir,
                Function<OciImage, T> ociImage,
                Function<Snapshot, T> snapshot,
                Function<GitRepo, T> gitRepo) {
            return snapshot.apply(this);
        }
    }

    /**
     * A git repository. Its text form shows no password; {@link #url} has it.
     *
     * @param url where it is, perhaps with a password in it
     * @param revision branch, tag or commit, if not the default branch
     */
    record GitRepo(String url, Optional<String> revision) implements WorkspaceSource {

        /** What stands before the host in an address (RFC 3986, 3.2.1): a user, with http a token as well, a password. */
        private static final Pattern SECRET =
                Pattern.compile("^(https?://)[^/]*@|^([a-z][a-z0-9+.-]*://)[^/]*:[^/]*@", Pattern.CASE_INSENSITIVE);

        /**
         * Checks both parts.
         *
         * @throws TinyboxException {@code argument.invalid} if one is empty, starts with a dash (git would take it for an
         *     option), holds a control character or is not {@linkplain Text#isEncodable encodable}
         */
        public GitRepo {
            checkWord("git repository", url, shown(url));
            revision.ifPresent(name -> checkWord("git revision", name, name));
        }

        /** Where it is, for everybody to see: without what may be a secret. */
        public String shownUrl() {
            return shown(url);
        }

        private static String shown(String address) {
            return SECRET.matcher(address)
                    .replaceFirst(found -> (found.group(1) == null ? found.group(2) : found.group(1)) + "***@");
        }

        private static void checkWord(String what, String value, String shown) {
            if (value.isEmpty()
                    || value.startsWith("-")
                    || value.chars().anyMatch(Character::isISOControl)
                    || !Text.isEncodable(value)) {
                throw TinyboxException.of(
                                ErrorCode.ARGUMENT_INVALID, what + " '" + Text.printable(shown) + "' is not usable")
                        .remedy("it must not be empty, start with '-', or hold control characters or lone surrogates")
                        .build();
            }
        }

        @Override
        public <T> T match(
                Function<LocalDir, T> localDir,
                Function<OciImage, T> ociImage,
                Function<Snapshot, T> snapshot,
                Function<GitRepo, T> gitRepo) {
            return gitRepo.apply(this);
        }

        @Override
        public String toString() {
            return "GitRepo[url=" + shownUrl() + ", revision=" + revision + "]";
        }
    }
}
