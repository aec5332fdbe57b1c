package ai.tinyhumans.tinybox.host.ssh.sync;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** P8: the fingerprint of a tree of 1 GiB that the kernel has in memory, beside {@code b3sum} on the same files. */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3)
@Measurement(iterations = 5)
@State(Scope.Benchmark)
public class FingerprintBenchmark {

    private static final int DIRECTORIES = 64;
    private static final int FILES = 64;
    private static final int FILE_BYTES = 256 << 10;

    private Path tree;

    /** Makes the benchmark; JMH does. */
    public FingerprintBenchmark() {}

    @Setup(Level.Trial)
    public void makeTree() throws IOException {
        tree = Files.createTempDirectory("tree-of-a-benchmark");
        byte[] content = new byte[FILE_BYTES];
        Random random = new Random(1);
        for (int i = 0; i < DIRECTORIES; i++) {
            Path directory = Files.createDirectory(tree.resolve("d" + i));
            for (int j = 0; j < FILES; j++) {
                random.nextBytes(content);
                Files.write(directory.resolve("f" + j), content);
            }
        }
    }

    @Benchmark
    public String tinybox() {
        return TreeDigest.of(Tree.scan(tree, SyncLimits.DEFAULT)).fingerprint().hex();
    }

    @Benchmark
    public int b3sum() throws IOException, InterruptedException {
        Process process = new ProcessBuilder("sh", "-c", "exec b3sum */*")
                .directory(tree.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (process.waitFor() != 0) {
            throw new IOException("b3sum failed");
        }
        return 0;
    }

    @TearDown(Level.Trial)
    public void removeTree() throws IOException {
        try (Stream<Path> files = Files.walk(tree)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> {
                try {
                    Files.delete(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
