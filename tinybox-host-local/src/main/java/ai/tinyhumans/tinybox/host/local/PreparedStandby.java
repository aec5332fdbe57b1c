package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.host.local.syscall.Fd;
import ai.tinyhumans.tinybox.host.local.syscall.SyscallException;
import ai.tinyhumans.tinybox.spi.Launch;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.ProcessListener;
import ai.tinyhumans.tinybox.spi.Quota;
import ai.tinyhumans.tinybox.spi.Standby;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A program that {@linkplain Standby stands by}: its request goes ahead of the command's input.
 *
 * @param plan what was started
 * @param pid its leader
 * @param stdin our ends of its streams, which belong to this and do not block
 */
record PreparedStandby(LaunchPlan plan, int pid, int stdin, int stdout, int stderr) implements Prepared {

    /** How long it may take until it is there, which whatever would be started instead takes as well. */
    private static final int START_MILLIS = 10_000;

    /** What a program that is there takes to answer is milliseconds. One that takes longer is done without. */
    private static final int ANSWER_MILLIS = 1000;

    /** A program whose input ended ends as soon as that. */
    private static final long PATIENCE_MILLIS = 1000;

    @Override
    public Optional<Quota.Share> share() {
        return Optional.empty();
    }

    @Override
    public @Nullable Report report() {
        return null;
    }

    /** {@inheritDoc} It cannot read a file of ours by itself, nor write nowhere. */
    @Override
    public boolean serves(Launch launch) {
        boolean canFeed = launch.stdin().match(() -> true, bytes -> true, file -> false, stream -> true, () -> true);
        return canFeed
                && launch.output() == Launch.Output.LISTENED
                && launch.plan()
                        .standby()
                        .filter(other -> isSame(other.plan().get()))
                        .isPresent();
    }

    private boolean isSame(LaunchPlan other) {
        return plan.argv().equals(other.argv())
                && plan.env().equals(other.env())
                && plan.cwd().equals(other.cwd());
    }

    @Override
    public Optional<LocalProcess.Pipes> ask(Launch launch, EventLoop loop, int nowhere, ProcessListener listener) {
        byte[] request = launch.plan().standby().orElseThrow().request().apply(launch.marker());
        if (request.length > Standby.MAX_REQUEST_BYTES || !answers() || !send(request)) {
            return Optional.empty();
        }
        return Optional.of(new LocalProcess.Pipes(
                input(launch.stdin(), loop, listener), OutputPipe.both(loop, stdout, stderr, listener)));
    }

    private @Nullable InputPipe input(Stdin from, EventLoop loop, ProcessListener listener) {
        boolean isEmpty = from.match(() -> true, bytes -> false, file -> false, stream -> false, () -> false);
        if (isEmpty) {
            Fd.close(stdin);
            return null;
        }
        return new InputPipe(loop, stdin, listener);
    }

    private boolean answers() {
        try {
            return isHeard(START_MILLIS) && send(new byte[] {Standby.GREETING}) && isHeard(ANSWER_MILLIS);
        } catch (SyscallException broken) {
            return false;
        }
    }

    private boolean isHeard(int millis) {
        ByteBuffer answer = ByteBuffer.allocateDirect(1);
        return Fd.awaitReadable(stdout, millis) && Fd.read(stdout, answer, 1) == 1 && answer.get() == Standby.ANSWER;
    }

    /** Returns false if it is dead, or did not take all of it at once. */
    private boolean send(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(bytes.length).put(bytes);
        try {
            return Fd.write(stdin, buffer, bytes.length) == bytes.length;
        } catch (SyscallException dead) {
            return false;
        }
    }

    @Override
    public void letGo() {
        Fd.close(stdin);
        Fd.close(stdout);
        Fd.close(stderr);
    }

    @Override
    public long patienceMillis() {
        return PATIENCE_MILLIS;
    }
}
