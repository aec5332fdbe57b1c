package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.Quota;
import ai.tinyhumans.tinybox.store.BoxRecord;
import java.util.ArrayList;
import java.util.List;

/** A sandbox whose commands are under limits that do what a test says, and that counts what is taken and given back. */
final class LimitedSandbox extends BareSandbox implements Quota {

    private final List<Exit.LimitHit> hits;
    private int taken;
    private int givenBack;

    LimitedSandbox(Exit.LimitHit... hits) {
        super("limited");
        this.hits = List.of(hits);
    }

    int taken() {
        return taken;
    }

    int givenBack() {
        return givenBack;
    }

    @Override
    public LaunchPlan plan(BoxRecord box, Command command) {
        return super.plan(box, command).limitedBy(this);
    }

    @Override
    public Share take() {
        taken++;
        return new Share() {
            @Override
            public LaunchPlan place(LaunchPlan plan) {
                List<String> argv = new ArrayList<>(List.of("/bin/sh", "-c", "echo placed; exec \"$@\"", "sh"));
                argv.addAll(plan.argv());
                return plan.withArgv(argv);
            }

            @Override
            public List<Exit.LimitHit> giveBack() {
                givenBack++;
                return hits;
            }
        };
    }
}
