package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.StdStream;
import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.host.local.syscall.Fd;
import ai.tinyhumans.tinybox.host.local.syscall.Poller;
import ai.tinyhumans.tinybox.host.local.syscall.SyscallException;
import ai.tinyhumans.tinybox.spec.Text;
import ai.tinyhumans.tinybox.spi.Launch;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.ProcessListener;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What starts processes and serves them: the loop, the launcher, the guard. Thread-safe. */
final class Machinery implements AutoCloseable {

    private final Scope scope;
    private final EventLoop loop;
    private final ForkWatch forks;
    private final Launcher launcher;
    private final LastingThread lasting;
    private final int nowhere;
    private final boolean byHandle;

    Machinery(Markers markers, Means means) {
        try (Scope undo = new Scope()) {
            scope = new Scope();
            undo.add(scope::close);
            byHandle = means.handles().getAsBoolean();
            Poller poller = means.poller().get();
            undo.add(poller::close);
            nowhere = scope.add(Fd.open("/dev/null", Fd.O_RDWR));
            forks = new ForkWatch();
            scope.add(forks::close);
            launcher = new Launcher(means.spawner().get());
            scope.add(launcher::close);
            Guard guard = Guard.start(launcher, markers, nowhere);
            scope.add(guard::close);
            lasting = new LastingThread();
            scope.add(lasting::close);
            loop = new EventLoop(poller);
            scope.add(loop::close);
            undo.keep();
        }
    }

    LocalProcess start(Launch launch, ProcessListener listener) {
        try (Scope mine = new Scope();
                Scope theirs = new Scope()) {
            Map<StdStream, OutputPipe> outputs = new EnumMap<>(StdStream.class);
            Input input = input(launch, mine, theirs, listener);
            Map<Integer, Integer> given = new HashMap<>();
            given.put(0, input.theirs);
            given.put(1, output(launch, StdStream.STDOUT, mine, theirs, outputs, listener));
            given.put(2, output(launch, StdStream.STDERR, mine, theirs, outputs, listener));
            Report report = report(launch.plan(), mine, given);
            Origin origin = origin(launch.plan());
            mine.add(origin::close);
            int pid = launcher.launch(launch.plan(), launch.marker(), given, origin);
            mine.keep();
            LocalProcess process = new LocalProcess(
                    loop,
                    forks,
                    listener,
                    pid,
                    launch.marker(),
                    origin,
                    new LocalProcess.Pipes(input.pipe, outputs),
                    report);
            process.watch(byHandle);
            return process;
        } catch (SyscallException e) {
            throw LaunchFailure.ofMachine(e);
        }
    }

    private static @Nullable Report report(LaunchPlan plan, Scope mine, Map<Integer, Integer> given) {
        if (plan.wrapper().isEmpty()) {
            return null;
        }
        Report report = new Report(plan.wrapper().get());
        mine.add(report::close);
        given.put(plan.wrapper().get().reportOn(), report.fd());
        return report;
    }

    private Origin origin(LaunchPlan plan) {
        if (plan.restriction().isPresent()) {
            return new RestrictedThread(plan.restriction().get());
        }
        return plan.wrapper().isPresent() ? lasting.origin() : Origin.CALLER;
    }

    private record Input(int theirs, @Nullable InputPipe pipe) {}

    private Input input(Launch launch, Scope mine, Scope theirs, ProcessListener listener) {
        boolean alone = launch.output() == Launch.Output.DISCARDED; // nobody listens, so nobody would feed it
        return launch.stdin()
                .match(
                        () -> new Input(nowhere, null),
                        bytes -> alone
                                ? new Input(theirs.add(Fd.memory(bytes.content())), null)
                                : pipedInput(mine, theirs, listener),
                        file -> new Input(theirs.add(openFile(file)), null),
                        stream -> pipedInput(mine, theirs, listener),
                        () -> pipedInput(mine, theirs, listener));
    }

    private Input pipedInput(Scope mine, Scope theirs, ProcessListener listener) {
        int[] ends = Fd.pipe();
        theirs.add(ends[0]);
        mine.add(ends[1]);
        Fd.setNonBlocking(ends[1]);
        return new Input(ends[0], new InputPipe(loop, ends[1], listener));
    }

    private static int openFile(Stdin.File file) {
        String path = file.path().toAbsolutePath().toString();
        try {
            return Fd.open(Text.encode(path), Fd.O_RDONLY);
        } catch (SyscallException e) {
            throw TinyboxException.of(
                            ErrorCode.FILE_NOT_FOUND,
                            "standard input '" + Text.printable(path) + "' cannot be read: " + e.getMessage())
                    .remedy("check the path and its permissions")
                    .build();
        }
    }

    private int output(
            Launch launch,
            StdStream stream,
            Scope mine,
            Scope theirs,
            Map<StdStream, OutputPipe> outputs,
            ProcessListener listener) {
        if (launch.output() == Launch.Output.DISCARDED) {
            return nowhere;
        }
        int[] ends = Fd.pipe();
        mine.add(ends[0]);
        theirs.add(ends[1]);
        Fd.setNonBlocking(ends[0]);
        outputs.put(stream, new OutputPipe(loop, stream, ends[0], listener));
        return ends[1];
    }

    /** Ends all of it, newest first. */
    @Override
    public void close() {
        scope.close();
    }
}
