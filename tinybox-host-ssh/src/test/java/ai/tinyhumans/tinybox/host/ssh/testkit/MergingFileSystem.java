package ai.tinyhumans.tinybox.host.ssh.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A file system of a test's own that takes names for one that differ only in case: NTFS, as Windows reads it. Needs root. */
public final class MergingFileSystem implements AutoCloseable {

    private final Path root;
    private final Process driver;

    private MergingFileSystem(Path root, Process driver) {
        this.root = root;
        this.driver = driver;
    }

    /** Makes and mounts it in an empty directory, which may be removed once it is closed. */
    public static MergingFileSystem in(Path directory) throws IOException, InterruptedException {
        String image = directory.resolve("image").toString();
        Path root = Files.createDirectory(directory.resolve("root"));
        run("truncate", "--size=4M", image);
        run("mkntfs", "--force", "--quick", "--quiet", image);
        // whatever becomes of this JVM, the driver hears of it and unmounts
        Process driver = new ProcessBuilder(
                        "setpriv",
                        "--pdeathsig=TERM",
                        "lowntfs-3g",
                        "-o",
                        "no_detach,ignore_case",
                        image,
                        root.toString())
                .redirectErrorStream(true)
                .start();
        MergingFileSystem made = new MergingFileSystem(root, driver);
        if (driver.getInputStream().read() < 0) { // it speaks once it has mounted
            made.close();
            throw new IOException("there is no file system for the test");
        }
        return made;
    }

    /** Its own root, empty at first. */
    public Path root() {
        return root;
    }

    @Override
    public void close() throws IOException {
        driver.toHandle().destroy(); // leaves its output open, on which it still says that it unmounts
        try {
            if (!driver.waitFor(10, TimeUnit.SECONDS)) {
                driver.destroyForcibly().waitFor();
                run("umount", "--lazy", root.toString());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        driver.getInputStream().close();
    }

    private static void run(String... argv) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(argv)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", argv) + " failed");
        }
    }
}
