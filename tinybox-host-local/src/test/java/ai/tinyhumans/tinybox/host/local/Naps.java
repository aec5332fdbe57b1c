package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.testkit.Processes;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/** Arguments of sleep(1) that no other process of this machine has, so that a process is found again by its own. */
final class Naps {

    private static final AtomicInteger COUNT = new AtomicInteger();

    private static final Pattern MADE = Pattern.compile("\\d+\\.\\d{5,}");

    private Naps() {}

    /** A nap of some seconds, its fraction made of this JVM's number and a counter. */
    static String of(int seconds) {
        return String.format("%d.%d%04d", seconds, ProcessHandle.current().pid(), COUNT.incrementAndGet());
    }

    /** Kills whoever has a nap made by {@link #of} as an argument; refuses any other argument. */
    static void kill(String nap) {
        if (!MADE.matcher(nap).matches()) {
            throw new IllegalArgumentException("'" + nap + "' is no nap");
        }
        Processes.withArgument(nap).forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
    }
}
