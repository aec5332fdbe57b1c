package ai.tinyhumans.tinybox.host.local.syscall;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** epoll(7): the cost of a wait does not grow with the number of descriptors. */
public final class EpollPoller implements Poller {

    // sys/epoll.h and linux/eventpoll.h
    private static final int EPOLL_CLOEXEC = 0x80000;
    private static final int EPOLL_CTL_ADD = 1;
    private static final int EPOLL_CTL_DEL = 2;
    private static final int EPOLLIN = 1;
    private static final int EPOLLOUT = 4;

    /** struct epoll_event is packed on x86-64 only: an int, then 8 bytes of data. */
    private static final int EVENT_BYTES = System.getProperty("os.arch").equals("amd64") ? 12 : 16;

    private static final int DATA_OFFSET = EVENT_BYTES - 8;

    /** How many events one wait takes: those of some hundred processes; the rest come with the next. */
    private static final int MAX_EVENTS = 256;

    private final int epoll;
    private final Wakeup wakeup = new Wakeup();
    private final ByteBuffer events =
            ByteBuffer.allocateDirect(MAX_EVENTS * EVENT_BYTES).order(ByteOrder.nativeOrder());

    /** Makes one that watches nothing. */
    public EpollPoller() {
        epoll = Libc.check("epoll_create1", "EPOLL_CLOEXEC", () -> Libc.epoll_create1(EPOLL_CLOEXEC));
        add(wakeup.fd(), Wakeup.TOKEN, Interest.READ);
    }

    @Override
    public void add(int fd, long token, Interest interest) {
        byte[] event = new byte[EVENT_BYTES];
        ByteBuffer.wrap(event)
                .order(ByteOrder.nativeOrder())
                .putInt(0, interest == Interest.READ ? EPOLLIN : EPOLLOUT)
                .putLong(DATA_OFFSET, token);
        control(EPOLL_CTL_ADD, fd, event);
    }

    @Override
    public void remove(int fd) {
        control(EPOLL_CTL_DEL, fd, new byte[EVENT_BYTES]);
    }

    private void control(int operation, int fd, byte[] event) {
        Libc.check("epoll_ctl", "fd " + fd, () -> Libc.epoll_ctl(epoll, operation, fd, event));
    }

    @Override
    public void await(int timeoutMillis, Ready ready) {
        int count = Libc.epoll_wait(epoll, events, MAX_EVENTS, timeoutMillis);
        for (int i = 0; i < count; i++) {
            long token = events.getLong(i * EVENT_BYTES + DATA_OFFSET);
            if (token == Wakeup.TOKEN) {
                wakeup.consume();
            } else {
                ready.ready(token);
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
        Fd.close(epoll);
    }
}
