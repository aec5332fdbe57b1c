package ai.tinyhumans.tinybox.supervise;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Signal;
import ai.tinyhumans.tinybox.exec.Survivor;
import ai.tinyhumans.tinybox.spi.HostProcess;
import java.util.List;

/** Ends what is left of a command that is this JVM's child. */
final class Rest implements Ending.Owner {

    private final Supervised command;
    private final HostProcess process;

    Rest(Supervised command, HostProcess process) {
        this.command = command;
        this.process = process;
    }

    @Override
    public boolean isLeaderDead() {
        return command.isLeaderDead();
    }

    @Override
    public void killGroup() {
        process.signal(Signal.KILL);
    }

    @Override
    public void ended(List<Survivor> survivors) {
        command.allDead(process, survivors);
    }

    @Override
    public void failed(TinyboxException why) {
        command.failed(why);
    }
}
