package ai.tinyhumans.tinybox.spec;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.error.ErrorCode;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkspaceSourceTest {

    static final Arguments[] CASES = {
        Arguments.of(new WorkspaceSource.LocalDir("/ws"), "/ws", "local directory"),
        Arguments.of(WorkspaceSource.ociImage("debian:12"), "debian:12", "OCI image"),
        Arguments.of(WorkspaceSource.snapshot(new SnapshotId("sha-1")), "sha-1", "snapshot"),
        Arguments.of(WorkspaceSource.gitRepo("https://a/b.git"), "https://a/b.git", "git repository"),
    };

    @ParameterizedTest
    @FieldSource("CASES")
    void matchCallsTheFunctionOfItsCase(WorkspaceSource source, String content, String kind) {
        assertThat(source.<String>match(
                        dir -> dir.path(),
                        image -> image.reference(),
                        snapshot -> snapshot.id().value(),
                        repo -> repo.url()))
                .isEqualTo(content);
        assertThat(source.kind()).isEqualTo(kind);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/ws", "/a b", "/-v", "/a\nb", "/é\uDCFF", "C:\\ws", "c:/ws", "\\\\server\\share"})
    void takesAnAbsoluteDirectory(String path) {
        assertThat(new WorkspaceSource.LocalDir(path).path()).isEqualTo(path);
    }

    @ParameterizedTest
    @CsvSource({
        "'',          is not an absolute path",
        "ws,          is not an absolute path",
        "./ws,        is not an absolute path",
        "../ws,       is not an absolute path",
        "~/ws,        is not an absolute path",
        "-v,          is not an absolute path",
        "C:ws,        is not an absolute path",
        "'\n/ws',     is not an absolute path",
        "'/ws\0',     holds NUL",
        "'/ws\uD800', holds a lone surrogate"
    })
    void refusesAnyOtherDirectorySayingWhy(String path, String why) {
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> new WorkspaceSource.LocalDir(path))
                .hasMessageStartingWith("workspace directory '" + Text.printable(path) + "' " + why);
    }

    @Test
    void aRelativeDirectoryIsTakenFromTheWorkingDirectoryOfThisJvm() {
        assertThat(WorkspaceSource.localDir(Path.of("ws", "..", ".", "box")))
                .isEqualTo(new WorkspaceSource.LocalDir(
                        Path.of("box").toAbsolutePath().toString()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "alpine",
                "debian:12",
                "ghcr.io/owner/name:tag",
                "localhost:5000/x",
                "x@sha256:0123456789abcdef",
                "a__b",
                "UPPER"
            })
    void takesAnImageReference(String reference) {
        assertThat(WorkspaceSource.ociImage(reference)).isEqualTo(new WorkspaceSource.OciImage(reference));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--privileged",
                "-v=/:/host",
                "-",
                ".",
                "../x",
                "/abs",
                ":tag",
                "@sha",
                "_x",
                "a b",
                " a",
                "a ",
                "a\n",
                "a\0",
                "a\t",
                "a;b",
                "a$b",
                "a'b",
                "a\\b",
                "a=b",
                "a,b",
                "é",
                "ａ",
                "a\uD800"
            })
    void refusesWhatAnEngineCouldMisread(String reference) {
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> WorkspaceSource.ociImage(reference))
                .hasMessageStartingWith("'" + Text.printable(reference) + "' is not an image reference");
    }

    @Test
    void anImageReferenceHasAtMost255Characters() {
        assertThat(WorkspaceSource.ociImage("a".repeat(255)).kind()).isEqualTo("OCI image");
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> WorkspaceSource.ociImage("a".repeat(256)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://host/x.git", "git@host:x.git", "/srv/x.git", "ssh://host/x", "a b", "\uDCFF"})
    void takesAnyOtherRepositoryAndRevision(String word) {
        assertThat(WorkspaceSource.gitRepo(word)).isEqualTo(new WorkspaceSource.GitRepo(word, Optional.empty()));
        assertThat(new WorkspaceSource.GitRepo("u", Optional.of(word)).revision())
                .contains(word);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "-", "--upload-pack=touch /tmp/x", "-oProxyCommand=x", "a\0", "a\nb", "\u007F", "a\uD800"})
    void refusesARepositoryOrRevisionThatGitCouldMisread(String word) {
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> WorkspaceSource.gitRepo(word))
                .hasMessageStartingWith("git repository '" + Text.printable(word) + "' is not usable");
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> new WorkspaceSource.GitRepo("u", Optional.of(word)))
                .hasMessageStartingWith("git revision '" + Text.printable(word) + "' is not usable");
    }

    @ParameterizedTest
    @CsvSource({
        "https://me:s3cret@host:8/x.git,https://***@host:8/x.git",
        "HTTP://s3cret@host/x@y,HTTP://***@host/x@y",
        "https://me:s3@cret@host/x,https://***@host/x",
        "ssh://me:s3cret@host/x,ssh://***@host/x",
        "ssh://git@host/x,ssh://git@host/x",
        "git@host:x.git,git@host:x.git",
        "https://host/@x,https://host/@x"
    })
    void showsNoPasswordOfARepository(String url, String shown) {
        WorkspaceSource.GitRepo repository = (WorkspaceSource.GitRepo) WorkspaceSource.gitRepo(url);
        assertThat(repository.url()).isEqualTo(url);
        assertThat(repository.shownUrl()).isEqualTo(shown);
        assertThat(repository).hasToString("GitRepo[url=" + shown + ", revision=Optional.empty]");
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> WorkspaceSource.gitRepo(url + "\t"))
                .hasMessageContaining(shown)
                .hasMessageNotContaining("cret");
    }
}
