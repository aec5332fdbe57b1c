package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.host.local.syscall.Fd;
import ai.tinyhumans.tinybox.host.local.syscall.Processes;
import ai.tinyhumans.tinybox.host.local.syscall.SyscallException;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A process that ends the executions of this JVM when the JVM is gone, however suddenly: it holds a pipe that only this JVM
 * holds the other end of. When the pipe ends it kills every process whose environment has a marker of this host object,
 * over and over until none is left, since one that was just starting shows its marker only after a moment. Detached
 * processes have other markers and are left alone. A tinybox around this one may end the guard as well: it then ends this
 * JVM's executions itself, by its own marker.
 */
final class Guard implements AutoCloseable {

    /**
     * POSIX shell without any other program but sleep: the environment is read by the shell itself, which drops the NULs
     * between entries. It ends after three looks that found nothing, or after fifty.
     */
    private static final String SCRIPT = """
            trap '' HUP INT QUIT TERM
            while read -r line; do :; done
            calm=0; looks=0
            while [ $calm -lt 3 ] && [ $looks -lt 50 ]; do
              looks=$((looks + 1)); calm=$((calm + 1))
              for dir in /proc/[0-9]*; do
                {
                  while read -r line || [ -n "$line" ]; do
                    case $line in *"$1"*) kill -KILL "${dir#/proc/}" && calm=0; break ;; esac
                  done < "$dir/environ"
                } 2>/dev/null
              done
              sleep 0.1 || sleep 1
            done
            """;

    /** How long to wait for a killed process to be dead: it is not waiting for a device, so it is at once. */
    private static final long MAX_CLOSE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final int pid;
    private final int pipe;

    private Guard(int pid, int pipe) {
        this.pid = pid;
        this.pipe = pipe;
    }

    /**
     * Starts the guard.
     *
     * @param markers whose executions it ends
     * @param nowhere a descriptor of /dev/null
     * @throws TinyboxException {@code launch.*} if there is no POSIX shell
     */
    static Guard start(Launcher launcher, Markers markers, int nowhere) {
        try (Scope mine = new Scope();
                Scope theirs = new Scope()) {
            int[] ends = Fd.pipe();
            theirs.add(ends[0]);
            mine.add(ends[1]);
            LaunchPlan plan = LaunchPlan.of(
                    List.of("/bin/sh", "-c", SCRIPT, "tinybox-guard", Env.MARKER + "=" + markers.executionPrefix()),
                    new Env(Map.of("PATH", "/usr/bin:/bin")),
                    "/");
            Map<Integer, Integer> given = Map.of(0, ends[0], 1, nowhere, 2, nowhere);
            int pid = launcher.launch(plan, markers.outer(), given, Origin.CALLER);
            mine.keep();
            return new Guard(pid, ends[1]);
        }
    }

    /** Ends the guard: nothing it would have to end is left. */
    @Override
    public void close() {
        try {
            Processes.kill(pid, 9);
            long begun = System.nanoTime();
            while (!Processes.isDead(pid) && System.nanoTime() - begun < MAX_CLOSE_NANOS) {
                LockSupport.parkNanos(1_000_000); // not at all if the thread is interrupted, which it may be
            }
            Processes.reap(pid);
        } catch (SyscallException gone) {
            // somebody ended and reaped it before
        } finally {
            Fd.close(pipe);
        }
    }
}
