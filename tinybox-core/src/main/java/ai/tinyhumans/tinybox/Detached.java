package ai.tinyhumans.tinybox;

import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.Survivor;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.store.BoxRecord;
import ai.tinyhumans.tinybox.store.SpawnRecord;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** How processes that outlive their call are started, seen and ended in the boxes of one sandbox. Thread-safe. */
interface Detached {

    /** Starts a command, whose plan stands already, under the marker of its record; returns the record of it started. */
    SpawnRecord start(BoxRecord box, Command command, LaunchPlan plan, SpawnRecord planned);

    /** The markers of those that have living processes. */
    Set<String> living(BoxRecord box, List<SpawnRecord> spawns);

    /** Begins to end all processes of one; the call returned waits and names those that could not be ended. */
    Uninterrupted.Step<List<Survivor>> beginEnd(BoxRecord box, SpawnRecord spawn, Duration grace);

    /** Begins to end all processes of a box that would outlive it, whoever started them; the call returned does the same. */
    Uninterrupted.Step<List<Survivor>> beginEndOfAll(BoxRecord box, Duration grace);
}
