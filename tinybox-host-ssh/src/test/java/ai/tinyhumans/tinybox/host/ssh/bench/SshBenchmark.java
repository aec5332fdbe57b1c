package ai.tinyhumans.tinybox.host.ssh.bench;

import static org.awaitility.Awaitility.await;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.host.ssh.testkit.Sshd;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.SandboxRef;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

/** P5: a command over a connection that stands, its output collected, beside ssh over such a one by the JDK's own means. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@State(Scope.Benchmark)
public class SshBenchmark {

    private static final Command TRUE = Command.of("true");

    private Sshd sshd;
    private Tinybox tinybox;
    private Box box;
    private Process master;

    @Setup(Level.Trial)
    public void open() throws IOException, InterruptedException {
        sshd = Sshd.start();
        tinybox = Tinybox.open();
        Placement placement = new Placement(sshd.target().address(), new SandboxRef("passthrough"));
        box = tinybox.create(BoxSpec.builder(placement, WorkspaceSource.localDir(Path.of("/")))
                .accept(Constraint.values())
                .build());
        master = ssh(List.of("-M", "-N"), List.of());
        await().until(() -> processBuilder() == 0);
    }

    private Process ssh(List<String> options, List<String> command) throws IOException {
        Path files = sshd.directory();
        List<String> argv = new ArrayList<>(List.of("ssh", "-T", "-p", Integer.toString(sshd.port())));
        argv.addAll(List.of("-o", "BatchMode=yes", "-i", files.resolve("user").toString()));
        argv.addAll(List.of("-o", "UserKnownHostsFile=" + files.resolve("known")));
        argv.addAll(List.of("-S", files.resolve("by-hand").toString()));
        argv.addAll(options);
        argv.add("127.0.0.1");
        argv.addAll(command);
        return new ProcessBuilder(argv).redirectErrorStream(true).start();
    }

    @Benchmark
    public ExecResult tinybox() throws InterruptedException {
        return box.exec(TRUE);
    }

    @Benchmark
    public int processBuilder() throws IOException, InterruptedException {
        Process process = ssh(List.of(), List.of("true"));
        process.getInputStream().readAllBytes();
        return process.waitFor();
    }

    @TearDown(Level.Trial)
    public void close() throws IOException, InterruptedException {
        master.destroy();
        master.waitFor();
        tinybox.close();
        sshd.close();
    }
}
