package ai.tinyhumans.tinybox.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The process of the {@code tinybox} command. */
public final class Main {

    /** 30 s: the grace of a command, then what it takes at most to kill it and to destroy its box. */
    private static final Duration CLEAN_UP = Duration.ofSeconds(30);

    private Main() {}

    /**
     * Runs the command and ends the JVM with its status. A signal that ends the JVM cancels what the command does and waits
     * until it has cleaned up; the status is 128 and the signal's number then.
     */
    public static void main(String[] args) {
        CountDownLatch over = new CountDownLatch(1);
        Thread main = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(main, over), "tinybox-stop"));
        int status = Status.FAILED;
        try {
            status = TinyboxCommand.execute(new Console(), RawArguments.of(args));
        } finally {
            over.countDown();
        }
        System.exit(status);
    }

    private static void stop(Thread main, CountDownLatch over) {
        if (over.getCount() > 0) {
            main.interrupt();
        }
        try {
            // false says that something hangs: the guard then ends what was started, and the store tells of the box
            boolean ignored = over.await(CLEAN_UP.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
