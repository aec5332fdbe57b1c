package ai.tinyhumans.tinybox.linux.bench;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
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

/** P2: a command run to its end in the jail, beside the same unconfined by the JDK's own means. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@State(Scope.Benchmark)
public class JailBenchmark {

    private static final String PROGRAM = "/bin/true";

    private Tinybox tinybox;
    private Box box;
    private Path workspace;

    @Setup(Level.Trial)
    public void open() throws IOException, InterruptedException {
        workspace = Files.createTempDirectory("tinybox-bench");
        tinybox = Tinybox.open();
        box = tinybox.create(BoxSpec.builder(Placement.of("local", "landlock"), WorkspaceSource.localDir(workspace))
                .accept(Constraint.CPU, Constraint.MEMORY, Constraint.PIDS, Constraint.DISK)
                .build());
    }

    @TearDown(Level.Trial)
    public void close() throws IOException {
        tinybox.close();
        Files.delete(workspace);
    }

    @Benchmark
    public ExecResult jailed() throws InterruptedException {
        return box.exec(Command.of(PROGRAM));
    }

    @Benchmark
    public int processBuilder() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(PROGRAM).redirectErrorStream(true).start();
        int read = process.getInputStream().readAllBytes().length;
        return read + process.waitFor();
    }
}
