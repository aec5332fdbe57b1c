package ai.tinyhumans.tinybox.supervise;

import ai.tinyhumans.tinybox.exec.StdStream;
import ai.tinyhumans.tinybox.spi.ProcessListener;
import ai.tinyhumans.tinybox.spi.Quota;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** What a command hears from its host, on the host's thread but for what it starts under and what a reader draws. */
final class Ears implements ProcessListener {

    private final Course course;
    private final Journal journal;
    private final InputFeed input;

    Ears(Course course, Journal journal, InputFeed input) {
        this.course = course;
        this.journal = journal;
        this.input = input;
    }

    @Override
    public void startsUnder(Quota.Share share) {
        course.startingUnder(share);
    }

    @Override
    public boolean isDrawn(StdStream stream) {
        return course.process().isPresent() && journal.leaveToReader(stream);
    }

    @Override
    public int room(StdStream stream) {
        return journal.room(stream);
    }

    @Override
    public void output(StdStream stream, ByteBuffer bytes) {
        if (journal.append(stream, bytes)) {
            course.outputOverflowed();
        }
    }

    @Override
    public void outputPaused() {
        journal.announce();
    }

    @Override
    public void outputEnded(StdStream stream) {
        course.outputEnded();
    }

    @Override
    public @Nullable ByteBuffer input() {
        return input.next();
    }

    @Override
    public void inputClosed() {
        input.abandon();
    }

    @Override
    public void exited() {
        course.leaderDied();
    }
}
