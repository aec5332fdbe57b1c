package ai.tinyhumans.tinybox.linux.namespace;

import static ai.tinyhumans.tinybox.linux.namespace.NamespaceReserveIT.awaitReady;
import static ai.tinyhumans.tinybox.linux.namespace.NamespaceReserveIT.serves;
import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.linux.BoxCase;
import ai.tinyhumans.tinybox.spec.Grants;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The reserve of a box that denies and protects: used as long as the host's files are what they were, and only so long. In
 * each test somebody on the host changes something once the reserve is set up, and before the command for it comes.
 */
@Requires(Facility.BUBBLEWRAP)
class KeepingReserveIT extends BoxCase {

    private static final String READ = "cat .env .keys/* .git/hooks/* 2>/dev/null";
    private static final String WRITE = "echo x > .git/hooks/h && echo written";

    private Path env;
    private Path keys;
    private Path git;
    private Path hooks;

    @Override
    protected Placement placement() {
        return Placement.of("local", "namespace");
    }

    @BeforeEach
    void makeWhatIsKept() throws IOException {
        env = secretAt(workspace.resolve(".env"));
        keys = Files.createDirectory(workspace.resolve(".keys"));
        git = Files.createDirectory(workspace.resolve(".git"));
        hooks = Files.createDirectory(git.resolve("hooks"));
    }

    private static Path secretAt(Path file) throws IOException {
        return Files.writeString(file, "the secret\n");
    }

    @Override
    protected Grants grants() {
        return Grants.NONE.protect(".git/hooks").denyRead(env.toString(), keys.toString(), workspace + "/later");
    }

    /** What somebody on the host does. */
    private interface Change {
        void make() throws IOException;
    }

    private String outputAfter(Change change, String script) throws Exception {
        try (Box box = create()) {
            box.holdReserve();
            ProcessHandle reserve = awaitReady();
            change.make();
            String output = box.exec(sh(script)).stdoutText();
            assertThat(reserve.isAlive()).isFalse();
            awaitReady(); // the next is of what there is now
            return output + box.exec(sh(script)).stdoutText();
        }
    }

    private boolean isServedAfter(Change change) throws Exception {
        try (Box box = create()) {
            box.holdReserve();
            ProcessHandle reserve = awaitReady();
            change.make();
            return serves(reserve, box);
        }
    }

    @Test
    void servesWhileNothingChanges() throws Exception {
        secretAt(keys.resolve("key"));
        try (Box box = create()) {
            box.holdReserve();
            for (int i = 0; i < 3; i++) {
                assertThat(serves(awaitReady(), box)).isTrue();
                awaitReady();
                assertThat(box.exec(sh(READ + "; " + WRITE + "; mv .git old; echo x > .git/index; echo x > f"))
                                .stdoutText())
                        .isEmpty();
            }
        }
        assertThat(git.resolve("index")).exists();
        assertThat(hooks).isEmptyDirectory();
    }

    @Test
    void servesWhileOnlyWhatIsInTheWorkspaceChanges() throws Exception {
        assertThat(isServedAfter(() -> Files.move(secretAt(outside.resolve("f")), workspace.resolve("f"))))
                .isTrue();
    }

    @Test
    void servesNoMoreOnceSomethingWasDoneToWhatIsMountedOver() throws Exception {
        assertThat(isServedAfter(() -> Files.createFile(git.resolve("f")))).isFalse();
    }

    @Test
    void protectsTheDirectoryThatTookThePlaceOfAProtectedOne() throws Exception {
        assertThat(outputAfter(
                        () -> {
                            Files.move(hooks, git.resolve("old"));
                            Files.createDirectory(hooks);
                        },
                        WRITE))
                .isEmpty();
        assertThat(hooks).isEmptyDirectory();
    }

    @Test
    void protectsWhatIsInADirectoryThatTookThePlaceOfOneAboveIt() throws Exception {
        assertThat(outputAfter(
                        () -> {
                            Files.move(git, workspace.resolve("old"));
                            Files.createDirectories(hooks);
                        },
                        WRITE))
                .isEmpty();
        assertThat(hooks).isEmptyDirectory();
    }

    @Test
    void protectsADirectoryThatWasRemovedAndMadeAnew() throws Exception {
        assertThat(outputAfter(
                        () -> {
                            Files.delete(hooks);
                            Files.createDirectory(hooks);
                        },
                        WRITE))
                .isEmpty();
    }

    @Test
    void masksTheFileThatReplacedADeniedOne() throws Exception {
        assertThat(outputAfter(
                        () -> Files.move(secretAt(outside.resolve("new")), env, StandardCopyOption.REPLACE_EXISTING),
                        READ))
                .isEmpty();
    }

    @Test
    void masksAFileThatWasGoneMeanwhileAndIsTheSameAgain() throws Exception { // its mask went when its name did
        assertThat(outputAfter(
                        () -> {
                            Path other = Files.createLink(outside.resolve("other"), env);
                            Files.delete(env);
                            Files.createLink(env, other);
                            Files.delete(other);
                        },
                        READ))
                .isEmpty();
    }

    @Test
    void masksWhatBecameAnotherKindOfFile() throws Exception {
        assertThat(outputAfter(
                        () -> {
                            Files.delete(keys);
                            secretAt(keys);
                        },
                        "cat .keys"))
                .isEmpty();
    }

    @Test
    void masksADeniedPathThatAppears() throws Exception {
        assertThat(outputAfter(() -> secretAt(workspace.resolve("later")), "cat later"))
                .isEmpty();
    }

    @Test
    void refusesWhatWouldBeRefusedWithoutAReserve() throws Exception {
        try (Box box = create()) {
            box.holdReserve();
            awaitReady();
            Files.move(git, workspace.resolve("old"));
            assertRefused(ErrorCode.FILE_NOT_FOUND, () -> box.exec(sh("true")));
            Files.createSymbolicLink(git, Path.of("old"));
            assertRefused(ErrorCode.FILE_WRONG_TYPE, () -> box.exec(sh("true")));
            Files.delete(git);
            Files.move(workspace.resolve("old"), git);
            assertThat(box.exec(sh(WRITE)).stdoutText()).isEmpty();
        }
    }

    @Test
    void leavesNothingOfTheReservesItThrowsAway() throws Exception {
        try (Box box = create()) {
            box.holdReserve();
            for (int i = 0; i < 5; i++) {
                ProcessHandle reserve = awaitReady();
                Files.move(hooks, git.resolve("old" + i));
                Files.createDirectory(hooks);
                assertThat(serves(reserve, box)).isFalse();
                await().until(() -> !reserve.isAlive());
            }
            assertThat(serves(awaitReady(), box)).isTrue();
        }
        assertThat(ProcessHandle.current()
                        .descendants()
                        .filter(p -> p.info()
                                .command()
                                .filter(c -> c.endsWith("bwrap"))
                                .isPresent()))
                .isEmpty();
    }
}
