package ai.tinyhumans.tinybox.host.local.bench;

import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.ExecResult;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/** P1: a command run to its end, its output collected, beside the same by the JDK's own means. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class ExecBenchmark {

    private static final String PROGRAM = "/bin/true";

    @Benchmark
    public ExecResult tinybox(OpenBox open) throws InterruptedException {
        return open.box.exec(Command.of(PROGRAM));
    }

    @Benchmark
    public int processBuilder() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(PROGRAM).redirectErrorStream(true).start();
        int read = process.getInputStream().readAllBytes().length;
        return read + process.waitFor();
    }
}
