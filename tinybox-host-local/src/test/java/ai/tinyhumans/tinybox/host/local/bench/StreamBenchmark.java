package ai.tinyhumans.tinybox.host.local.bench;

import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.OutputBatch;
import ai.tinyhumans.tinybox.exec.OutputChunk;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/** P6: a gigabyte of output through the journal in a small heap, beside reading the pipe by hand. */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 2, jvmArgsAppend = "-Xmx64m")
@Warmup(iterations = 4)
@Measurement(iterations = 10)
public class StreamBenchmark {

    private static final long BYTES = 1L << 30;

    private static final String[] PROGRAM = {"/usr/bin/head", "-c", Long.toString(BYTES), "/dev/zero"};

    /** All of it to a stream. */
    @Benchmark
    public void copied(OpenBox open) throws IOException, InterruptedException {
        try (Execution execution = open.box.start(Command.of(PROGRAM))) {
            execution.copyTo(OutputStream.nullOutputStream(), OutputStream.nullOutputStream());
        }
    }

    /** Chunk by chunk, each the caller's to keep. */
    @Benchmark
    public long read(OpenBox open) throws InterruptedException {
        long count = 0;
        try (Execution execution = open.box.start(Command.of(PROGRAM))) {
            OutputBatch batch = execution.read(0, Duration.ofMinutes(1));
            while (true) {
                for (OutputChunk chunk : batch.chunks()) {
                    count += chunk.size();
                }
                if (batch.finished()) {
                    return checked(count);
                }
                batch = execution.read(batch.nextSequence(), Duration.ofMinutes(1));
            }
        }
    }

    @Benchmark
    public long byHand() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(PROGRAM).start();
        byte[] buffer = new byte[64 << 10];
        long count = 0;
        try (InputStream in = process.getInputStream()) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                count += read;
            }
        }
        process.waitFor();
        return checked(count);
    }

    private static long checked(long count) {
        if (count != BYTES) {
            throw new IllegalStateException(count + " bytes of " + BYTES);
        }
        return count;
    }
}
