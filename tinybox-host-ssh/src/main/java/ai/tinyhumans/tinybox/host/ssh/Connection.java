package ai.tinyhumans.tinybox.host.ssh;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.Launch;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.Lifetime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The one connection that everything to a target shares: an ssh client that does nothing else, and the socket the others
 * reach it by, in a directory only this user can enter. Made on first use, and anew once it is dead. Thread-safe.
 */
final class Connection implements AutoCloseable {

    /** Longer than ssh itself waits for an answer, as the arguments have it. */
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final SshTarget target;
    private final Host near;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Path directory;
    private @Nullable Answer master;
    private boolean closed; // guarded by the lock, as are the two

    Connection(SshTarget target, Host near) {
        this.target = target;
        this.near = near;
    }

    /**
     * The socket of a connection that stands.
     *
     * @throws TinyboxException {@code host.*}, saying why it cannot be made; {@code handle.closed}
     */
    String socket() {
        lock.lock();
        try {
            if (closed) {
                throw TinyboxException.of(ErrorCode.HANDLE_CLOSED, "the connection to '" + target + "' is closed")
                        .build();
            }
            if (directory == null) {
                directory = Files.createTempDirectory("tinybox-ssh");
            }
            Path socket = directory.resolve("s");
            if (master == null || master.over().isDone()) {
                Files.deleteIfExists(socket);
                connect(socket);
            }
            return socket.toString();
        } catch (IOException e) {
            throw TinyboxException.of(ErrorCode.HOST_FAILED, "there is no place for the socket of ssh: " + e)
                    .cause(e)
                    .build();
        } finally {
            lock.unlock();
        }
    }

    private void connect(Path socket) {
        Answer said = new Answer(null);
        LaunchPlan plan = LaunchPlan.of(SshArgs.master(target, socket.toString()), near.environment(), "/");
        said.attach(near.start(
                new Launch(plan, near.newMarker(Lifetime.EXECUTION), Stdin.none(), Launch.Output.LISTENED), said));
        master = said;
        long begun = System.nanoTime();
        while (!Files.exists(socket)) {
            if (said.over().isDone()) {
                throw SshFailure.ofConnecting(target, said.stderr());
            }
            if (System.nanoTime() - begun > PATIENCE.toNanos()) {
                said.kill();
                throw SshFailure.ofConnecting(target, "ssh: connection timed out".getBytes(StandardCharsets.US_ASCII));
            }
            LockSupport.parkNanos(PAUSE_NANOS); // ssh tells nobody when it is ready but by making its socket
        }
    }

    /** Ends the connection and waits for that. Who waited for it meanwhile, to signal a program there, makes no other. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            if (master != null) {
                master.kill();
                awaitEnd(master);
            }
            if (directory != null) {
                Files.deleteIfExists(directory.resolve("s"));
                Files.deleteIfExists(directory);
            }
            directory = null;
        } catch (IOException e) {
            throw TinyboxException.of(ErrorCode.CLEANUP_FAILED, "the socket of ssh cannot be removed: " + e)
                    .remedy("close the host again")
                    .cause(e)
                    .build();
        } finally {
            lock.unlock();
        }
    }

    private static void awaitEnd(Answer answer) {
        boolean interrupted = false;
        long begun = System.nanoTime();
        while (!answer.over().isDone() && System.nanoTime() - begun < PATIENCE.toNanos()) {
            try {
                answer.over().get(1, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                interrupted = true;
            } catch (ExecutionException | TimeoutException notYet) {
                // the loop looks again
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
