package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.host.local.syscall.Fd;
import ai.tinyhumans.tinybox.host.local.syscall.Rights;
import ai.tinyhumans.tinybox.host.local.syscall.SyscallException;
import ai.tinyhumans.tinybox.spi.Launch;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.ProcessListener;
import ai.tinyhumans.tinybox.spi.Quota;
import ai.tinyhumans.tinybox.spi.Request;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * A wrapper that waits for its request on a socket, and gets its streams by it.
 *
 * @param plan what was started
 * @param ground what it was going to take in of the host, looked at before it was started; empty if that could not be seen
 * @param share what it was started under
 * @param pid its leader
 * @param report where it reports
 * @param socket our end of the socket it waits on, which belongs to this
 */
record PreparedWrapper(
        LaunchPlan plan, Optional<Ground> ground, Optional<Quota.Share> share, int pid, Report report, int socket)
        implements Prepared {

    /** A program whose socket ended ends within milliseconds; one that is still being set up, when that is done. */
    private static final long PATIENCE_MILLIS = 5000;

    /**
     * {@inheritDoc} It can if the plan is the same but for its request, its limits, which are those of the
     * box, and who hears of it, and what it took in of the host is still there. That is looked at last: a plan was made by
     * what there was before.
     */
    @Override
    public boolean serves(Launch launch) {
        LaunchPlan other = launch.plan();
        return plan.argv().equals(other.argv())
                && plan.env().equals(other.env())
                && plan.cwd().equals(other.cwd())
                && sameFiles(plan.descriptors(), other.descriptors())
                && plan.restriction().equals(other.restriction())
                && other.request().filter(this::standsOn).isPresent();
    }

    private boolean standsOn(Request request) {
        return ground.isPresent() && ground.equals(Ground.of(request.footing()));
    }

    private static boolean sameFiles(Map<Integer, byte[]> some, Map<Integer, byte[]> others) {
        return some.keySet().equals(others.keySet())
                && some.entrySet().stream().allMatch(file -> Arrays.equals(file.getValue(), others.get(file.getKey())));
    }

    @Override
    public Optional<LocalProcess.Pipes> ask(Launch launch, EventLoop loop, int nowhere, ProcessListener listener) {
        try (Scope mine = new Scope();
                Scope theirs = new Scope()) {
            Streams streams = Streams.open(launch, loop, nowhere, mine, theirs, listener);
            int request = theirs.add(
                    Fd.memory(launch.plan().request().orElseThrow().content().apply(launch.marker())));
            if (!send(streams, request)) {
                return Optional.empty();
            }
            mine.keep();
            return Optional.of(streams.pipes());
        }
    }

    private boolean send(Streams streams, int request) {
        try {
            Rights.send(socket, streams.stdin(), streams.stdout(), streams.stderr(), request);
            Fd.close(socket);
            return true;
        } catch (SyscallException dead) {
            return false;
        }
    }

    @Override
    public void letGo() {
        Fd.close(socket);
    }

    @Override
    public long patienceMillis() {
        return PATIENCE_MILLIS;
    }
}
