package ai.tinyhumans.tinybox.supervise;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Signal;
import ai.tinyhumans.tinybox.exec.Survivor;
import ai.tinyhumans.tinybox.spi.HostProcess;
import java.util.List;

/** Ends what is left of a command that is this JVM's child. */
final class Rest implements Ending.Owner {

    private final Course course;
    private final HostProcess process;

    Rest(Course course, HostProcess process) {
        this.course = course;
        this.process = process;
    }

    @Override
    public boolean isLeaderDead() {
        return course.isLeaderDead();
    }

    @Override
    public void killGroup() {
        process.signal(Signal.KILL);
    }

    @Override
    public void ended(List<Survivor> survivors) {
        course.allDead(process, survivors);
    }

    @Override
    public void failed(TinyboxException why) {
        course.failed(why);
    }
}
