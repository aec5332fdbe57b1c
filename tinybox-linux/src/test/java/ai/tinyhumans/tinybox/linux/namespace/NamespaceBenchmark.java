package ai.tinyhumans.tinybox.linux.namespace;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.linux.seccomp.Architecture;
import ai.tinyhumans.tinybox.linux.seccomp.SeccompFilter;
import ai.tinyhumans.tinybox.linux.seccomp.Sockets;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.HostPath;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
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
 * P3: a command in a namespace box, its output collected, beside bubblewrap with the same options by the JDK's own means;
 * those stand on its command line, the filter is its standard input, it makes no report and executes the command itself: the
 * JDK gives a program three descriptors and no more. Two measure a box with a reserve: one when the next is ready, as after
 * a pause between commands, the other with commands that follow each other at once.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@State(Scope.Benchmark)
public class NamespaceBenchmark {

    private static final Command TRUE = Command.of("/bin/true");

    private final List<String> argv = new ArrayList<>();
    private Path workspace;
    private Path filter;
    private Tinybox tinybox;
    private Box box;
    private Box reserving;

    /** Gives a reserve the time to be ready. */
    @State(Scope.Benchmark)
    public static class Pause {

        private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(25);

        @Setup(Level.Invocation)
        public void pause() {
            LockSupport.parkNanos(NANOS);
        }
    }

    @Setup(Level.Trial)
    public void open() throws IOException, InterruptedException {
        workspace = Files.createTempDirectory("tinybox-bench");
        BoxSpec spec = BoxSpec.builder(Placement.of("local", "namespace"), WorkspaceSource.localDir(workspace))
                .accept(Constraint.CPU, Constraint.MEMORY, Constraint.PIDS, Constraint.DISK)
                .build();
        tinybox = Tinybox.open();
        box = tinybox.create(spec);
        reserving = tinybox.create(spec);
        reserving.holdReserve();
        filter = Files.write(
                Files.createTempFile("tinybox-bench", ".bpf"),
                SeccompFilter.program(Architecture.current().orElseThrow(), Sockets.ISOLATED));
        argv.addAll(List.of("bwrap", "--seccomp", "0"));
        Mounts mounts = Mounts.of(new HostPath(workspace.toString()), spec.grants(), Existing.NOTHING);
        argv.addAll(byHand(NamespaceArgs.options(spec, mounts)));
        argv.addAll(TRUE.argv());
    }

    /** Without what only the first process needs. */
    private static List<String> byHand(List<String> options) {
        List<String> plain = new ArrayList<>(options);
        plain.remove("--as-pid-1");
        int file = plain.indexOf("--file");
        plain.subList(file - 2, file + 3).clear(); // --perms MODE --file FD PATH
        plain.addAll(List.of("--chdir", "/workspace", "--"));
        return plain;
    }

    @Benchmark
    public ExecResult reserve(Pause before) throws InterruptedException {
        return reserving.exec(TRUE);
    }

    @Benchmark
    public ExecResult reserveAtOnce() throws InterruptedException {
        return reserving.exec(TRUE);
    }

    @Benchmark
    public ExecResult tinybox() throws InterruptedException {
        return box.exec(TRUE);
    }

    @Benchmark
    public int processBuilder() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(argv)
                .redirectErrorStream(true)
                .redirectInput(filter.toFile())
                .start();
        int read = process.getInputStream().readAllBytes().length;
        return read + process.waitFor();
    }

    @TearDown(Level.Trial)
    public void close() throws IOException {
        tinybox.close();
        Files.delete(workspace);
        Files.delete(filter);
    }
}
