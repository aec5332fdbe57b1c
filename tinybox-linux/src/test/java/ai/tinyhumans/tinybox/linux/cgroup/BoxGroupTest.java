package ai.tinyhumans.tinybox.linux.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.LimitKind;
import ai.tinyhumans.tinybox.spec.ByteSize;
import ai.tinyhumans.tinybox.spec.Resources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the files of groups are taken to mean; directories with such files stand for groups. */
class BoxGroupTest {

    private static final Resources RESOURCES = new Resources(1000, ByteSize.ofMiB(64), 32, ByteSize.ofGiB(1));
    private static final Exit.LimitHit MEMORY = new Exit.LimitHit(LimitKind.MEMORY, 64 << 20);
    private static final Exit.LimitHit PIDS = new Exit.LimitHit(LimitKind.PIDS, 32);

    @TempDir
    private Path root;

    private BoxGroup boxes;
    private Path box;
    private Path command;

    @BeforeEach
    void makeGroups() throws IOException {
        boxes = new BoxGroup(new Group(root), "box", Set.of(Controller.MEMORY, Controller.PIDS));
        box = Files.createDirectories(root.resolve("box"));
        command = Files.createDirectories(box.resolve("0"));
    }

    private List<Exit.LimitHit> hits(long oomBefore, String ofBox, String memory, String pids, String peak)
            throws IOException {
        Files.writeString(box.resolve("memory.events"), ofBox);
        Files.writeString(command.resolve("memory.events"), memory);
        Files.writeString(command.resolve("pids.events"), pids);
        Files.writeString(command.resolve("pids.peak"), peak);
        return boxes.leave(new BoxGroup.Place(new Group(box), new Group(command), RESOURCES, oomBefore));
    }

    @Test
    void aProcessKilledWhileTheBoxWasAtItsLimitIsAHit() throws IOException {
        assertThat(hits(0, "oom 1\n", "oom 0\noom_kill 1\n", "max 0\n", "3\n")).isEqualTo(List.of(MEMORY));
    }

    @Test
    void aProcessKilledBecauseTheMachineIsOutOfMemoryIsNone() throws IOException {
        assertThat(hits(1, "oom 1\n", "oom 0\noom_kill 1\n", "max 0\n", "3\n")).isEmpty();
    }

    @Test
    void aProcessKilledInAnotherCommandIsNone() throws IOException {
        assertThat(hits(0, "oom 1\n", "oom 0\noom_kill 0\n", "max 0\n", "3\n")).isEmpty();
    }

    @Test
    void aProcessRefusedToAFullBoxIsAHit() throws IOException {
        assertThat(hits(0, "oom 0\n", "oom_kill 0\n", "max 5\n", "32\n")).isEqualTo(List.of(PIDS));
    }

    @Test
    void aProcessRefusedByALimitFurtherUpIsNone() throws IOException {
        assertThat(hits(0, "oom 0\n", "oom_kill 0\n", "max 5\n", "20\n")).isEmpty();
    }

    @Test
    void memoryComesFirst() throws IOException {
        assertThat(hits(0, "oom 1\n", "oom_kill 9\n", "max 5\n", "32\n")).isEqualTo(List.of(MEMORY, PIDS));
    }

    @Test
    void nothingIsHitWhereNothingIsCounted() {
        assertThat(boxes.leave(new BoxGroup.Place(new Group(box), new Group(command), RESOURCES, 0)))
                .isEmpty();
        assertThat(command).doesNotExist();
    }

    @Test
    void aLimitThatCannotBeSetIsRefusedAndLeavesNothing() throws IOException {
        Files.delete(command);
        Files.delete(box);
        assertThatThrownBy(() -> boxes.enter(RESOURCES))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("writing ")
                .hasMessageContaining("/box/");
        assertThat(root).isEmptyDirectory();
    }

    @Test
    void aLimitThatReadsOtherwiseIsRefused() throws IOException {
        Files.createSymbolicLink(box.resolve("pids.max"), Path.of("/dev/null"));
        assertThatThrownBy(() -> new Group(box).set(new Rule("pids.max", "32")))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith("box/pids.max' was set to '32' and reads ''");
    }
}
