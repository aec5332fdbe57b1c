package ai.tinyhumans.tinybox.docker;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import ai.tinyhumans.tinybox.spi.Inside;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RepositoryTest {

    private static final String SECRET = "https://me:p%40ss%C3%A9@example.com:8/r.git";

    private static Repository of(String url, String revision) {
        return Repository.of(
                new WorkspaceSource.GitRepo(url, revision.isEmpty() ? Optional.empty() : Optional.of(revision)));
    }

    @Test
    void keepsAPasswordOffTheCommandLine() {
        Inside clone = of(SECRET, "main").clone("/workspace");
        assertThat(clone.argv())
                .startsWith("sh", "-c")
                .endsWith("tinybox", "/workspace", "https://example.com:8/r.git", "main");
        assertThat(clone.argv()).noneMatch(argument -> argument.contains("p%40ss"));
        assertThat(clone.env().variables())
                .isEqualTo(Map.of("TINYBOX_GIT_USER", "me", "TINYBOX_GIT_PASSWORD", "p@ssé"));
        assertThat(DockerArgs.exec("c", clone))
                .startsWith("docker", "exec", "--env", "TINYBOX_GIT_USER", "--env", "TINYBOX_GIT_PASSWORD", "c", "sh")
                .noneMatch(argument -> argument.contains("p@ss"));
        assertThat(of(SECRET, "").toString()).doesNotContain("p%40ss");
    }

    @ParameterizedTest
    @CsvSource({
        "https://tok%2Den@example.com/r.git,https://example.com/r.git,tok-en,''",
        "HTTP://token@[::1]:8/a@b:c,HTTP://[::1]:8/a@b:c,token,''",
        "https://me:@example.com,https://example.com,me,''",
        "https://:token@example.com/r,https://example.com/r,'',token",
        "https://m@e:a:b@c@example.com/r,https://example.com/r,m@e,a:b@c",
        "ftp://me:pw@example.com/r,ftp://example.com/r,me,pw"
    })
    void takesAllThatMayBeASecretOutOfTheAddress(String url, String address, String user, String password) {
        Repository repository = of(url, "");
        assertThat(repository.address()).isEqualTo(address);
        assertThat(repository.toString())
                .isEqualTo("Repository[address=" + address
                        + ", revision=Optional.empty, credentials=Optional[Credentials[***]]]");
        Inside clone = repository.clone("/w");
        assertThat(clone.argv()).endsWith("tinybox", "/w", address, "");
        assertThat(clone.env().variables())
                .isEqualTo(Map.of("TINYBOX_GIT_USER", user, "TINYBOX_GIT_PASSWORD", password));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://example.com/a:b@c",
                "https://example.com:8/t@b",
                "ssh://git@example.com/r",
                "git@example.com:r.git",
                "/r",
                "file:///r"
            })
    void takesAnAddressWithoutASecretAsItIs(String url) {
        Repository plain = of(url, "");
        assertThat(plain.address()).isEqualTo(url);
        assertThat(plain.credentials()).isEmpty();
        assertThat(plain.clone("/w").argv()).endsWith("tinybox", "/w", url, "");
    }

    @Test
    void tellsWhatIsMissing() {
        BoxSpec spec = DockerCase.of(WorkspaceSource.gitRepo(SECRET)).build();
        Repository repository = of(SECRET, "v9");
        repository.requireCloned(DockerCliTest.result(new Exit.Exited(0), ""), "i:1", spec);
        assertRefused(
                        ErrorCode.SOURCE_UNSUPPORTED,
                        () -> repository.requireCloned(DockerCliTest.result(new Exit.Exited(3), ""), "i:1", spec))
                .hasMessageContaining("'i:1' has no git");
        assertRefused(
                        ErrorCode.SOURCE_UNAVAILABLE,
                        () -> repository.requireCloned(DockerCliTest.result(new Exit.Exited(4), ""), "i:1", spec))
                .hasMessageContaining("no revision 'v9'");
        for (int code : List.of(1, 126, 128, 137)) {
            assertRefused(
                            ErrorCode.SOURCE_UNAVAILABLE,
                            () -> repository.requireCloned(
                                    DockerCliTest.result(new Exit.Exited(code), "fatal: x"), "i:1", spec))
                    .hasMessageContaining("fatal: x")
                    .hasMessageNotContaining("p%40ss");
        }
    }
}
