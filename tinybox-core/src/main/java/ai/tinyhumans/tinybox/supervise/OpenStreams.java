package ai.tinyhumans.tinybox.supervise;

import ai.tinyhumans.tinybox.exec.StdStream;

/** Counts the streams of a command that may still bring output, and ends its journal with the last. Not thread-safe. */
final class OpenStreams {

    private final Journal journal;
    private int count = StdStream.values().length;

    OpenStreams(Journal journal) {
        this.journal = journal;
    }

    boolean isAny() {
        return count > 0;
    }

    void ended() {
        count--;
        if (count == 0) {
            journal.endStreams();
        }
    }

    /** What is not read by now is not to be had. */
    void giveUp() {
        count = 0;
        journal.endStreams();
    }
}
