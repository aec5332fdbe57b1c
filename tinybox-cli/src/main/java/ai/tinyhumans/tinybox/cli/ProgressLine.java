package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.host.ssh.sync.SyncProgress;
import ai.tinyhumans.tinybox.spec.ByteSize;
import java.util.concurrent.TimeUnit;

/** How far a sync is, in one line of the terminal that is written over and over. Without a terminal there is none. */
final class ProgressLine implements SyncProgress, AutoCloseable {

    /** Ten a second: people read no faster, and a slow terminal keeps up. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Back to the first column, and nothing left of what stood there (ECMA-48, CR and EL). */
    private static final String CLEAR = "\r\033[K";

    private final Console console;
    private final boolean shown;
    private long last = System.nanoTime() - PAUSE_NANOS;
    private boolean written;

    ProgressLine(Console console) {
        this.console = console;
        this.shown = console.isErrTerminal();
    }

    @Override
    public void sent(ByteSize sent, ByteSize total, int files) {
        long now = System.nanoTime();
        if (shown && now - last >= PAUSE_NANOS) {
            last = now;
            written = true;
            console.draw(CLEAR + "sending " + sent + " of " + total + ", " + files + " files");
        }
    }

    /** Removes the line. */
    @Override
    public void close() {
        if (written) {
            console.draw(CLEAR);
        }
    }
}
