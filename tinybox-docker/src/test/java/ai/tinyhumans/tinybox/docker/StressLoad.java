package ai.tinyhumans.tinybox.docker;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.OutputBatch;
import ai.tinyhumans.tinybox.exec.OutputChunk;
import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.spec.ProcessId;
import ai.tinyhumans.tinybox.store.BoxState;
import ai.tinyhumans.tinybox.testkit.Processes;
import java.time.Duration;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What one of many does in a box: a random command after the other, each checked to the byte. Not thread-safe. */
final class StressLoad {

    /** The argument by which whatever is left of the load is found. */
    static final String SLEEP = "33320";

    /** What {@code seq 1 20000} prints. */
    private static final int COUNTED = 108_894;

    private static final Duration STALL = Duration.ofMinutes(2);

    private final Random random;
    private final int mostMillis;

    /**
     * Makes a load.
     *
     * @param mostMillis how long a command lasts at most
     */
    StressLoad(long seed, int mostMillis) {
        this.random = new Random(seed);
        this.mostMillis = mostMillis;
    }

    /** Runs one command; returns what it was. Whatever is not as it should be is an assertion error. */
    String once(Box box, CountDownLatch over) throws InterruptedException {
        switch (random.nextInt(8)) {
            case 0 -> {
                cancel(box, over);
                return "cancelled";
            }
            case 1 -> {
                killTheClient(box);
                return "client killed";
            }
            case 2 -> {
                stream(box);
                return "streamed";
            }
            case 3 -> {
                feed(box);
                return "fed";
            }
            case 4 -> {
                spawn(box);
                return "spawned";
            }
            default -> {
                tell(box);
                return "collected";
            }
        }
    }

    private String lasting() {
        int millis = random.nextInt(mostMillis);
        return "sleep " + millis / 1000 + "." + "%03d".formatted(millis % 1000) + "; ";
    }

    private void tell(Box box) throws InterruptedException {
        String token = UUID.randomUUID().toString();
        int code = random.nextInt(256);
        ExecResult result = box.exec(Command.of(
                "sh", "-c", lasting() + "echo $1; echo $1 >&2; exit $2", "x", token, Integer.toString(code)));
        ifWhole(result, box, new Exit.Exited(code), () -> {
            assertThat(result.stdoutText()).isEqualTo(token + "\n");
            assertThat(result.stderrText()).isEqualTo(token + "\n");
        });
    }

    /** A command is cancelled with its box if another worker found that gone: then nothing is told of it. */
    private static void ifWhole(ExecResult result, Box box, Exit expected, Runnable checks) {
        if (result.exit() instanceof Exit.Cancelled) {
            throw new BoxClosed(box);
        }
        assertThat(result.exit()).isEqualTo(expected);
        checks.run();
    }

    private void stream(Box box) throws InterruptedException {
        try (Execution execution = box.start(Command.of("sh", "-c", lasting() + "seq 1 20000"))) {
            int bytes = 0;
            OutputBatch batch = execution.read(0, STALL);
            while (batch.outcome().isEmpty()) {
                bytes += size(batch);
                batch = execution.read(batch.nextSequence(), STALL);
            }
            int whole = bytes + size(batch);
            ExecResult result = new ExecResult(batch.outcome().get(), new byte[0], new byte[0]);
            ifWhole(result, box, new Exit.Exited(0), () -> assertThat(whole).isEqualTo(COUNTED));
        }
    }

    private static int size(OutputBatch batch) {
        return batch.chunks().stream().mapToInt(OutputChunk::size).sum();
    }

    private void feed(Box box) throws InterruptedException {
        byte[] bytes = new byte[random.nextInt(200_000)];
        random.nextBytes(bytes);
        ExecResult result =
                box.exec(Command.of("sh", "-c", lasting() + "exec cat").stdin(Stdin.bytes(bytes)));
        ifWhole(
                result,
                box,
                new Exit.Exited(0),
                () -> assertThat(result.stdout()).isEqualTo(bytes));
    }

    private void cancel(Box box, CountDownLatch over) throws InterruptedException {
        try (Execution execution = box.start(Command.of("sh", "-c", "sleep " + SLEEP + " & exec sleep " + SLEEP))) {
            var unused = over.await(random.nextInt(mostMillis), TimeUnit.MILLISECONDS);
            execution.cancel();
            assertThat(execution.await().exit()).isInstanceOf(Exit.Cancelled.class);
        }
    }

    /** Kills what stands in for the command on this side; nobody can know then how the command would have ended. */
    private void killTheClient(Box box) throws InterruptedException {
        String token = UUID.randomUUID().toString();
        try (Execution execution = box.start(Command.of("sh", "-c", "echo up; exec sleep " + SLEEP, token))) {
            if (execution.read(0, STALL).chunks().isEmpty()) {
                throw new BoxClosed(box);
            }
            ProcessHandle.current()
                    .children()
                    .filter(child -> Processes.withArgument(token).contains(child.pid()))
                    .forEach(ProcessHandle::destroyForcibly);
            Exit exit = execution.await().exit(); // throws that the connection is lost
            assertThat(exit).isInstanceOf(Exit.Cancelled.class);
            throw new BoxClosed(box);
        }
    }

    private static void spawn(Box box) throws InterruptedException {
        ProcessId spawned = box.spawn(Command.of("sleep", SLEEP));
        if (!box.isRunning(spawned)) {
            assertThat(box.info().state()).isNotIn(BoxState.READY, BoxState.RUNNING);
            throw new BoxClosed(box);
        }
        box.stop(spawned);
    }

    /** Says that a box was closed while something ran in it. */
    static final class BoxClosed extends RuntimeException {

        private static final long serialVersionUID = 1;

        BoxClosed(Box box) {
            super("box '" + box.id() + "' was closed meanwhile");
        }
    }
}
