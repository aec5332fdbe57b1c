package ai.tinyhumans.tinybox.host.local;

import java.util.concurrent.atomic.AtomicInteger;

/** Arguments of sleep(1) that no other process of this machine has, so that a process is found again by its own. */
final class Naps {

    private static final AtomicInteger COUNT = new AtomicInteger();

    private Naps() {}

    /** A nap of some seconds, its fraction made of this JVM's number and a counter. */
    static String of(int seconds) {
        return String.format("%d.%d%04d", seconds, ProcessHandle.current().pid(), COUNT.incrementAndGet());
    }
}
