package ai.tinyhumans.tinybox;

import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.ProcessRef;
import ai.tinyhumans.tinybox.exec.Survivor;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.ProcessTable;
import ai.tinyhumans.tinybox.store.BoxRecord;
import ai.tinyhumans.tinybox.store.SpawnRecord;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Detached processes that are processes of the host.
 *
 * @param depth how many processes wrap a command of the box; none wraps these
 */
record DetachedOnHost(Engine engine, Host host, int depth) implements Detached {

    @Override
    public SpawnRecord start(BoxRecord box, Command command, LaunchPlan plan, SpawnRecord planned) {
        ProcessRef ref = engine.supervisor().detach(host, plan, planned.marker(), command.stdin());
        return planned.started(ref);
    }

    @Override
    public Set<String> living(BoxRecord box, List<SpawnRecord> spawns) {
        if (spawns.isEmpty()) {
            return Set.of();
        }
        ProcessTable table = host.processes();
        return spawns.stream()
                .filter(spawn -> !table.living(spawn.target()).isEmpty())
                .map(SpawnRecord::marker)
                .collect(Collectors.toSet());
    }

    @Override
    public Uninterrupted.Step<List<Survivor>> beginEnd(BoxRecord box, SpawnRecord spawn, Duration grace) {
        return engine.supervisor().beginEnd(host, spawn.target(), grace, 0)::await;
    }

    @Override
    public Uninterrupted.Step<List<Survivor>> beginEndOfAll(BoxRecord box, Duration grace) {
        return box.target()
                .<Uninterrupted.Step<List<Survivor>>>map(
                        target -> engine.supervisor().beginEnd(host, target, grace, depth)::await)
                .orElse(List::of);
    }
}
