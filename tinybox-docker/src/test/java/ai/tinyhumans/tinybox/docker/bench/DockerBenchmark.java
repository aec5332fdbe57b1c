package ai.tinyhumans.tinybox.docker.bench;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.docker.DockerProvider;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import java.io.IOException;
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

/**
 * P4: a command in a running box, its output collected, beside {@code docker exec} by the JDK's own means; and commands of a
 * handle that holds a reserve, with pauses between them, as a person or a model makes.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@State(Scope.Benchmark)
public class DockerBenchmark {

    private static final Command TRUE = Command.of("true");

    private Tinybox tinybox;
    private Box box;
    private Box reserving;

    @Setup(Level.Trial)
    public void open() throws InterruptedException {
        tinybox = Tinybox.builder().sandbox(new DockerProvider("bench")).build();
        box = tinybox.create(BoxSpec.builder(Placement.of("local", "docker"), WorkspaceSource.ociImage("alpine:3"))
                .accept(Constraint.DISK)
                .build());
        reserving = tinybox.box(box.id());
    }

    /** Holds the reserve for the one benchmark that uses it, which another would be slowed down by. */
    @State(Scope.Benchmark)
    public static class Reserve {

        /** Longer than the next takes to be ready. */
        private static final long PAUSE_MILLIS = 300;

        @Setup(Level.Trial)
        public void hold(DockerBenchmark benchmark) {
            benchmark.reserving.holdReserve();
        }

        @Setup(Level.Invocation)
        public void pause() throws InterruptedException {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
    }

    @Benchmark
    public ExecResult reserve(Reserve held) throws InterruptedException {
        return reserving.exec(TRUE);
    }

    @Benchmark
    public ExecResult tinybox() throws InterruptedException {
        return box.exec(TRUE);
    }

    @Benchmark
    public int processBuilder() throws IOException, InterruptedException {
        Process process = new ProcessBuilder("docker", "exec", "tinybox-bench-" + box.id(), "true")
                .redirectErrorStream(true)
                .start();
        int read = process.getInputStream().readAllBytes().length;
        return read + process.waitFor();
    }

    @TearDown(Level.Trial)
    public void close() {
        tinybox.close();
    }
}
