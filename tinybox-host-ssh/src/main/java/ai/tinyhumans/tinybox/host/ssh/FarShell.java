package ai.tinyhumans.tinybox.host.ssh;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Signal;
import ai.tinyhumans.tinybox.exec.StdStream;
import ai.tinyhumans.tinybox.spi.HostProcess;
import ai.tinyhumans.tinybox.spi.ProcessListener;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A shell on the far side that runs {@code files.sh}: what it is told, and what it replies. One thread may talk to it at a time. */
final class FarShell implements ProcessListener, AutoCloseable {

    /** How long it may say nothing and read nothing: a slow disk that flushes a large file, and then some. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** More than the longest reply, a directory of the largest number of entries, each name in 255 bytes. */
    private static final int MAX_REPLY_BYTES = 40 << 20;

    /** What may wait to be read there: so much less than a file that memory does not matter, enough to keep ssh busy. */
    private static final int MAX_WAITING_BYTES = 256 << 10;

    /** A token, a code and their blanks. */
    private static final int MAX_END_BYTES = 80;

    /** What it says to one request: some bytes, and a code, which is 0 if all is well. */
    static final class Reply {

        private final int code;
        private final byte[] bytes;

        Reply(int code, byte[] bytes) {
            this.code = code;
            this.bytes = bytes;
        }

        int code() {
            return code;
        }

        byte[] bytes() {
            return bytes;
        }
    }

    private final SshTarget target;
    private final byte[] token;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Client client = new Client();

    // guarded by the lock
    private final Deque<ByteBuffer> waiting = new ArrayDeque<>();
    private ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final ByteArrayOutputStream complaint = new ByteArrayOutputStream();
    private int waitingBytes;
    private boolean inputOver;
    private boolean closed;
    private @Nullable Reply reply;

    FarShell(SshTarget target, String token, byte[] firstLine) {
        this.target = target;
        this.token = token.getBytes(StandardCharsets.US_ASCII);
        add(ByteBuffer.wrap(firstLine));
    }

    void attach(HostProcess ssh) {
        client.started(ssh);
    }

    private void add(ByteBuffer bytes) {
        waiting.add(bytes);
        waitingBytes += bytes.remaining();
    }

    /**
     * Sends bytes, once there is room.
     *
     * @throws TinyboxException {@code host.connection_lost} if nobody reads them any more
     */
    void send(byte[] bytes) {
        locked(() -> {
            await(() -> waitingBytes < MAX_WAITING_BYTES);
            add(ByteBuffer.wrap(bytes));
        });
        wake();
    }

    /** Says that nothing more will be sent. */
    void endInput() {
        locked(() -> inputOver = true);
        wake();
    }

    private void wake() {
        client.alive().ifPresent(HostProcess::inputAvailable);
    }

    /**
     * Waits for the next reply.
     *
     * @throws TinyboxException {@code host.*} if none comes
     */
    Reply reply() {
        lock.lock();
        try {
            await(() -> reply != null);
            Reply next = reply;
            reply = null;
            return next == null ? new Reply(-1, new byte[0]) : next;
        } finally {
            lock.unlock();
        }
    }

    private interface State {
        boolean holds();
    }

    /** The lock is held. An interrupt is kept for later: what was begun there would be left half done. */
    private void await(State state) {
        boolean interrupted = false;
        long left = PATIENCE_NANOS;
        while (!state.holds()) {
            refuseIfClosed();
            if (client.isDead() || left <= 0) {
                throw SshFailure.ofLosing(target, "file access", complaint.toByteArray());
            }
            try {
                left = changed.awaitNanos(left);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Refuses what needs it open.
     *
     * @throws TinyboxException {@code handle.closed}
     */
    void requireOpen() {
        locked(this::refuseIfClosed);
    }

    /** The lock is held. */
    private void refuseIfClosed() {
        if (closed) {
            throw TinyboxException.of(ErrorCode.HANDLE_CLOSED, "these files of ssh host '" + target + "' are closed")
                    .remedy("open them again")
                    .build();
        }
    }

    @Override
    public int room(StdStream stream) {
        return 64 << 10;
    }

    @Override
    public void output(StdStream stream, ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        locked(() -> {
            if (stream == StdStream.STDERR) {
                complaint.writeBytes(Arrays.copyOf(
                        copy, Math.min(copy.length, (4 << 10) - Math.min(4 << 10, complaint.size()))));
            } else if (said.size() + copy.length > MAX_REPLY_BYTES) {
                client.alive().ifPresent(ssh -> ssh.signal(Signal.KILL));
            } else {
                said.writeBytes(copy);
                if (copy[copy.length - 1] == '\n') {
                    look();
                }
            }
        });
    }

    /** Takes a reply that is whole: it ends with the token, a blank, the code and a line break. */
    private void look() {
        byte[] all = said.toByteArray();
        int end = lastIndexOf(all, all.length - MAX_END_BYTES);
        int begin = firstIndexOf(all, end);
        if (begin < 0 || all[end + token.length] != ' ') {
            return;
        }
        String code = new String(all, end + token.length, all.length - end - token.length, StandardCharsets.US_ASCII);
        reply = new Reply(Integer.parseInt(code.strip()), Arrays.copyOfRange(all, begin + token.length + 1, end));
        said = new ByteArrayOutputStream();
        changed.signalAll();
    }

    private int lastIndexOf(byte[] all, int from) {
        for (int i = all.length - token.length - 1; i >= Math.max(0, from); i--) {
            if (Arrays.equals(all, i, i + token.length, token, 0, token.length)) {
                return i;
            }
        }
        return -1;
    }

    private int firstIndexOf(byte[] all, int before) {
        for (int i = 0; i < before; i++) {
            if (Arrays.equals(all, i, i + token.length, token, 0, token.length)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public @Nullable ByteBuffer input() {
        lock.lock();
        try {
            ByteBuffer next = waiting.peek();
            while (next != null && !next.hasRemaining()) {
                waiting.remove();
                waitingBytes -= next.capacity();
                changed.signalAll();
                next = waiting.peek();
            }
            if (next != null) {
                return next;
            }
            return inputOver ? null : ByteBuffer.allocate(0);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void exited() {
        client.died();
        locked(changed::signalAll);
    }

    /** Ends it: the end of its input does, and nothing waits for that. */
    @Override
    public void close() {
        locked(() -> {
            closed = true;
            inputOver = true;
            waiting.clear();
            changed.signalAll();
        });
        wake();
        client.alive().ifPresent(HostProcess::disown);
    }

    private void locked(Runnable action) {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }
}
