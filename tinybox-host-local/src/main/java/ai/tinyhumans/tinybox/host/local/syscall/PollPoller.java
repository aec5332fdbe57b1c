package ai.tinyhumans.tinybox.host.local.syscall;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** poll(2): works wherever POSIX does; each wait costs in proportion to the number of descriptors. */
public final class PollPoller implements Poller {

    // struct pollfd (poll.h): an int and two shorts
    private static final int ENTRY_BYTES = 8;
    private static final int REVENTS_OFFSET = 6;
    private static final short POLLIN = 1;
    private static final short POLLOUT = 4;

    private final Map<Integer, Watched> watched = new ConcurrentHashMap<>();
    private final Wakeup wakeup = new Wakeup();

    /** Makes one that watches nothing. */
    public PollPoller() {
        watched.put(wakeup.fd(), new Watched(wakeup.fd(), Wakeup.TOKEN, POLLIN));
    }

    private record Watched(int fd, long token, short events) {}

    @Override
    public void add(int fd, long token, Interest interest) {
        watched.put(fd, new Watched(fd, token, interest == Interest.READ ? POLLIN : POLLOUT));
        wake();
    }

    @Override
    public void remove(int fd) {
        watched.remove(fd);
    }

    @Override
    public void await(int timeoutMillis, Ready ready) {
        Watched[] now = watched.values().toArray(Watched[]::new);
        ByteBuffer table = ByteBuffer.allocateDirect(now.length * ENTRY_BYTES).order(ByteOrder.nativeOrder());
        for (Watched entry : now) {
            table.putInt(entry.fd).putShort(entry.events).putShort((short) 0);
        }
        table.flip(); // JNA passes the address of the position
        if (Libc.poll(table, now.length, timeoutMillis) <= 0) {
            return;
        }
        for (int i = 0; i < now.length; i++) {
            if (table.getShort(i * ENTRY_BYTES + REVENTS_OFFSET) == 0) {
                continue;
            }
            if (now[i].token == Wakeup.TOKEN) {
                wakeup.consume();
            } else {
                ready.ready(now[i].token);
            }
        }
    }

    @Override
    public void wake() {
        wakeup.signal();
    }

    @Override
    public void close() {
        wakeup.close();
    }
}
