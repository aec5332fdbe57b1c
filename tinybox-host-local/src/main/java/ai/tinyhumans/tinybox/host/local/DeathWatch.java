package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.host.local.syscall.Errno;
import ai.tinyhumans.tinybox.host.local.syscall.Fd;
import ai.tinyhumans.tinybox.host.local.syscall.Poller;
import ai.tinyhumans.tinybox.host.local.syscall.Processes;
import ai.tinyhumans.tinybox.host.local.syscall.SyscallException;

/** Learns when a child is dead. Tells so once, on the loop's thread. */
final class DeathWatch {

    private final EventLoop loop;
    private final int pid;
    private final Runnable died;

    DeathWatch(EventLoop loop, int pid, Runnable died) {
        this.loop = loop;
        this.pid = pid;
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
                watchHandle();
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

    private void watchHandle() {
        int handle = Processes.pidfdOpen(pid);
        long token = loop.newToken();
        try {
            loop.watch(handle, token, Poller.Interest.READ, () -> {
                loop.unwatch(handle, token);
                Fd.close(handle);
                died.run();
            });
        } catch (SyscallException e) {
            Fd.close(handle);
            throw e;
        }
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
