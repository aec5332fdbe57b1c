package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.host.local.syscall.Fd;
import java.util.ArrayDeque;
import java.util.Deque;

/** What is closed together, newest first, unless it is kept. Not thread-safe. */
final class Scope implements AutoCloseable {

    private final Deque<Runnable> closings = new ArrayDeque<>();

    /** Adds a descriptor and returns it. */
    int add(int fd) {
        closings.push(() -> Fd.close(fd));
        return fd;
    }

    void add(Runnable closing) {
        closings.push(closing);
    }

    /** Leaves everything open: somebody else owns it now. */
    void keep() {
        closings.clear();
    }

    @Override
    public void close() {
        while (!closings.isEmpty()) {
            closings.pop().run();
        }
    }
}
