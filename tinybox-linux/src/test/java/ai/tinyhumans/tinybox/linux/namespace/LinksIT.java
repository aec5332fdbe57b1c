package ai.tinyhumans.tinybox.linux.namespace;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.linux.BoxCase;
import ai.tinyhumans.tinybox.spec.Grants;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Links in the workspace where something of it is protected or denied. */
@Requires(Facility.BUBBLEWRAP)
class LinksIT extends BoxCase {

    @Override
    protected Placement placement() {
        return Placement.of("local", "namespace");
    }

    private Path link(String name, String target) throws IOException {
        Path link = workspace.resolve(name);
        Files.createDirectories(link.getParent());
        return Files.createSymbolicLink(link, Path.of(target));
    }

    /** JUnit warns of each link that leads out of a directory it removes. */
    @AfterEach
    void removeLinks() throws IOException {
        try (Stream<Path> all = Files.walk(workspace)) {
            for (Path link : all.filter(Files::isSymbolicLink).toList()) {
                Files.delete(link);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rm -f .git/hooks .bashrc",
                "mv .git/hooks old; mv .bashrc older",
                "ln -sfn /tmp .git/hooks; ln -sf /dev/null .bashrc",
                "mkdir -p new/hooks; echo x > new/pre-commit; mv -T new .git/hooks; mv -f new/pre-commit .bashrc",
                "rm -rf .git; mkdir -p .git/hooks; echo x > .git/hooks/pre-commit",
                "mv .git old; mkdir -p .git/hooks; echo x > .git/hooks/pre-commit",
                "echo x > .git/hooks/pre-commit; echo x >> .bashrc",
                "rm -rf shared home; mkdir shared home; echo x > shared/pre-commit; echo x > home/rc",
                "mv home old; mkdir home; echo x > home/rc",
                "echo x > home/new; mv -f home/new home/rc; ln -sf /dev/null home/rc",
                "ln home/rc other; echo x > other; chmod 777 home/rc; echo x > home/rc",
                "touch -h .git/hooks .bashrc; chown -h $(id -u) .git/hooks",
            })
    void areHeldWithWhatTheyLeadToIfProtected(String script) throws Exception { // B083
        Path hooks = link(".git/hooks", "../shared");
        Path rc = link(".bashrc", workspace + "/home/rc");
        Path shared = Files.createDirectory(workspace.resolve("shared"));
        Files.createDirectory(workspace.resolve("home"));
        Path file = Files.writeString(workspace.resolve("home/rc"), "mine");
        try (Box box = box(Grants.NONE.protect(".git/hooks", ".bashrc"))) {
            box.exec(sh(script));
            box.exec(sh(script)); // what the first changed helps the second nothing
            assertThat(box.exec(sh("readlink .git/hooks; echo y > .git/config; ls .git/hooks; cat home/rc .git/config"))
                            .stdoutText())
                    .isEqualTo("../shared\nminey\n");
        }
        assertThat(Files.readSymbolicLink(hooks)).hasToString("../shared");
        assertThat(Files.readSymbolicLink(rc)).isEqualTo(file);
        assertThat(shared).isEmptyDirectory();
        assertThat(file).isRegularFile().hasContent("mine");
    }

    @Test
    void areHeldEachWhereOneLeadsToAnother() throws Exception {
        Path first = link("first", "second");
        Path second = link("second", "third");
        Path third = Files.writeString(workspace.resolve("third"), "mine");
        try (Box box = box(Grants.NONE.protect("first"))) {
            assertThat(box.exec(sh("rm -f first second third; echo x > first; cat first"))
                            .stdoutText())
                    .isEqualTo("mine");
        }
        assertThat(Files.readSymbolicLink(first)).hasToString("second");
        assertThat(Files.readSymbolicLink(second)).hasToString("third");
        assertThat(third).hasContent("mine");
    }

    @ParameterizedTest
    @ValueSource(strings = {"loop", "%s/none", "../none", "/dev/null", "%s/theirs"})
    void areHeldWhereverTheyLeadThatTheBoxCannotChange(String target) throws Exception {
        Files.writeString(outside.resolve("theirs"), "theirs");
        Path link = link("loop", target.formatted(outside));
        try (Box box = box(Grants.NONE.protect("loop"))) {
            box.exec(sh("rm -f loop; mv loop away; ln -sf /tmp loop; echo x > loop"));
        }
        assertThat(Files.readSymbolicLink(link)).hasToString(target.formatted(outside));
        assertThat(outside.resolve("theirs")).hasContent("theirs");
        assertThat(outside.resolve("none")).doesNotExist();
    }

    @Test
    void areHeldWithWhatTheyLeadToInAnythingElseThatIsWritable() throws Exception {
        Path theirs =
                Files.writeString(Files.createDirectory(outside.resolve("d")).resolve("rc"), "theirs");
        link(".bashrc", theirs.toString());
        try (Box box = box(Grants.NONE.writable(outside.toString()).protect(".bashrc"))) {
            box.exec(sh("cd $1; echo x > d/rc; rm -rf d; mv d e; echo fine > other", outside.toString()));
        }
        assertThat(theirs).hasContent("theirs");
        assertThat(outside.resolve("other")).hasContent("fine\n");
    }

    @Test
    void areFollowedOutOfTheBoxAndBackIntoIt() throws Exception {
        Path rc = Files.writeString(
                Files.createDirectory(workspace.resolve("home")).resolve("rc"), "mine");
        Files.createSymbolicLink(outside.resolve("away"), workspace.resolve("home"));
        link(".bashrc", outside + "/away/rc");
        try (Box box = box(Grants.NONE.protect(".bashrc"))) {
            box.exec(sh("rm -f .bashrc; echo x > home/rc; rm -rf home; mv home old; echo fine > other"));
        }
        assertThat(rc).hasContent("mine");
        assertThat(workspace.resolve(".bashrc")).isSymbolicLink();
        assertThat(workspace.resolve("other")).hasContent("fine\n");
    }

    @Test
    void letTheirCommandBeAskedToEnd() throws Exception {
        link(".bashrc", "/dev/null");
        try (Box box = box(Grants.NONE.protect(".bashrc"))) {
            Execution running =
                    box.startCollected(sh("trap 'echo asked; exit 7' TERM; : > ready; while :; do sleep 0.05; done"));
            await().until(() -> Files.exists(workspace.resolve("ready")));
            running.cancel();
            assertThat(running.collect().stdoutText()).isEqualTo("asked\n");
        }
    }

    @Test
    void areRefusedIfTheBoxCouldMakeWhatTheyLeadTo() throws Exception {
        Files.createDirectory(workspace.resolve("real"));
        link("first", "second");
        link("second", "real/../third");
        assertRefused(ErrorCode.FILE_WRONG_TYPE, () -> box(Grants.NONE.protect("first")))
                .hasMessageContaining(workspace + "/first");
        link("all", ".");
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> box(Grants.NONE.protect("all")))
                .hasMessageContaining("'all'");
        link("last", workspace + "/home/none");
        assertRefused(ErrorCode.FILE_NOT_FOUND, () -> box(Grants.NONE.protect("last")))
                .hasMessageContaining("'last'")
                .hasMessageContaining("'" + workspace + "/home'");
        assertThat(workspace.resolve("home")).doesNotExist();
    }

    @Test
    void areLookedAtBeforeEachCommand() throws Exception {
        Path rc = Files.writeString(workspace.resolve(".bashrc"), "mine");
        Files.writeString(workspace.resolve("other"), "another's");
        try (Box box = box(Grants.NONE.protect(".bashrc"))) {
            Files.delete(rc);
            link(".bashrc", "none");
            assertRefused(ErrorCode.FILE_NOT_FOUND, () -> box.exec(sh("true")));
            Files.delete(rc);
            assertRefused(ErrorCode.FILE_NOT_FOUND, () -> box.exec(sh("true")));
            link(".bashrc", "other");
            box.exec(sh("rm -f .bashrc; echo x > other"));
        }
        assertThat(rc).isSymbolicLink().hasContent("another's");
    }

    @Test
    void areRefusedAboveWhatIsProtectedAndInWhatIsDenied() throws Exception { // B083
        Path config =
                Files.writeString(Files.createDirectory(outside.resolve("git")).resolve("config"), "theirs");
        link(".git", outside.resolve("git").toString());
        link("rc", config.toString());
        assertRefused(ErrorCode.FILE_WRONG_TYPE, () -> box(Grants.NONE.protect(".git/config")))
                .hasMessageContaining(workspace + "/.git/config");
        for (String denied : List.of(".git", ".git/config", "rc")) {
            assertRefused(ErrorCode.FILE_WRONG_TYPE, () -> box(Grants.NONE.denyRead(workspace + "/" + denied)))
                    .hasMessageContaining(workspace + "/" + denied);
        }
        assertThat(config).hasContent("theirs");
    }
}
