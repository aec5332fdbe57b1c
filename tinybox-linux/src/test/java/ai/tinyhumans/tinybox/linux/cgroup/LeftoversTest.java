package ai.tinyhumans.tinybox.linux.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeftoversTest {

    /** No process has it: the kernel's numbers end at 4194304 (PID_MAX_LIMIT, linux/threads.h). */
    private static final long NOBODY = 999_999_999;

    @TempDir
    private Path root;

    @Test
    void areRemovedIfTheirProcessIsGoneAndNothingIsInThem() throws IOException {
        Files.createDirectories(root.resolve(Leftovers.prefix(NOBODY) + "1-box/0"));
        Path living = Files.createDirectories(
                root.resolve(Leftovers.prefix(ProcessHandle.current().pid()) + "1-box"));
        Path others = Files.createDirectories(root.resolve("tinyboxes"));
        Leftovers.remove(new Group(root));
        assertThat(root).isDirectoryNotContaining(path -> !path.equals(living) && !path.equals(others));
        assertThat(living).exists();
        assertThat(others).exists();
    }
}
