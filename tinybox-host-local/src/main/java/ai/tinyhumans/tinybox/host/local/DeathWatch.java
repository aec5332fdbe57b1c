package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.host.local.syscall.Errno;
import ai.tinyhumans.tinybox.host.local.syscall.Fd;
import ai.tinyhumans.tinybox.host.local.syscall.Poller;
import ai.tinyhumans.tinybox.host.local.syscall.Processes;
import ai.tinyhumans.tinybox.host.local.syscall.SyscallException;
import java.util.OptionalInt;
import java.util.function.Supplier;

/** Learns when a child is dead, and with it what its report names as the root below it. Tells so once, on the loop's thread. */
final class DeathWatch {

    private final EventLoop loop;
    private final int pid;
    private final Supplier<OptionalInt> root;
    private final Runnable died;
    private volatile boolean rootDead;

    /**
     * Makes a watch.
     *
     * @param root asked once the child is dead: what is to be dead as well, if that can be known
     */
    DeathWatch(EventLoop loop, int pid, Supplier<OptionalInt> root, Runnable died) {
        this.loop = loop;
        this.pid = pid;
        this.root = root;
        this.died = died;
    }

    /**
     * Begins.
     *
     * @throws SyscallException if the kernel has no room for a handle; the end of the child is noticed all the same
     */
    void await(boolean byHandle) {
        try {
            if (byHandle) {
                onDeath(pid, this::leaderDied);
            } else {
                probe();
            }
        } catch (SyscallException e) {
            probe();
            if (e.errno() != Errno.ESRCH) { // else somebody else took its exit already, as a probe tells
                throw e;
            }
        }
    }

    /** Answers whether the root was seen to be dead, and so all below it. */
    boolean isRootDead() {
        return rootDead;
    }

    private void onDeath(int process, Runnable action) {
        int handle = Processes.pidfdOpen(process);
        long token = loop.newToken();
        try {
            loop.watch(handle, token, Poller.Interest.READ, () -> {
                loop.unwatch(handle, token);
                Fd.close(handle);
                action.run();
            });
        } catch (SyscallException e) {
            Fd.close(handle);
            throw e;
        }
    }

    /** Waits for the end of the root as well, unless nothing else is left below it. */
    private void leaderDied() {
        OptionalInt below = root.get();
        if (below.isEmpty()) {
            died.run();
        } else if (Report.isProvedAlone(below.getAsInt())) {
            rootDied();
        } else {
            awaitRoot(below.getAsInt());
        }
    }

    private void awaitRoot(int below) {
        try {
            onDeath(below, this::rootDied);
        } catch (SyscallException e) {
            rootDead = e.errno() == Errno.ESRCH;
            died.run();
        }
    }

    private void rootDied() {
        rootDead = true;
        died.run();
    }

    private void probe() {
        EventLoop.Source[] self = new EventLoop.Source[1];
        self[0] = () -> {
            if (Processes.isDead(pid)) {
                loop.unprobe(self[0]);
                died.run();
            }
        };
        loop.probe(self[0]);
    }
}
