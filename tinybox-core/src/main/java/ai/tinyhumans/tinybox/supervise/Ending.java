package ai.tinyhumans.tinybox.supervise;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.ProcessRef;
import ai.tinyhumans.tinybox.exec.Signal;
import ai.tinyhumans.tinybox.exec.Survivor;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.ProcessTable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The end of all processes of one start: TERM, a grace, KILL until none is left. Each step looks at the host's processes
 * anew, so that one that left the group, or was only just started, is found as well. Used on the supervisor's thread only.
 */
final class Ending {

    /** How long killed processes may stay: one in an uninterruptible call does not die, and is named instead. */
    static final long GIVE_UP_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** How long a wrapper is spared for what it has to reap: the kernel takes namespaces down in some ten milliseconds. */
    private static final long SPARED_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** Between looks: processes die within a millisecond as a rule, so looks come soon, then ever more rarely. */
    private static final long FIRST_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(25);

    private final Host host;
    private final ProcessRef ref;
    private final Owner owner;
    private final long graceNanos;
    private final int depth;
    private long pause = FIRST_PAUSE_NANOS;
    private long begun;
    private long killedFrom;
    private Phase phase = Phase.NEW;

    /** What below a wrapper was asked to end. */
    private final Set<Long> asked = new HashSet<>();

    private enum Phase {
        NEW,
        GRACE,
        KILLING
    }

    /** Whoever wants the end. */
    interface Owner {

        /** Answers whether the leader is known to be dead, if it is this JVM's child. Without that no end is complete. */
        boolean isLeaderDead();

        /** Kills the whole group at once, if its number is still its own. */
        void killGroup();

        /** Hears that it is over, and who could not be ended. */
        void ended(List<Survivor> survivors);

        /** Hears that the host could not look at its processes. */
        void failed(TinyboxException why);
    }

    /**
     * Makes an ending.
     *
     * @param depth how many processes there are above the command that only wrap it, so that a request to end is not for
     *     them: the leader, or whoever is not a child of another, and those that take none; 0 if there is no wrapper
     */
    Ending(Host host, ProcessRef ref, long graceNanos, int depth, Owner owner) {
        this.host = host;
        this.ref = ref;
        this.graceNanos = graceNanos;
        this.depth = depth;
        this.owner = owner;
    }

    Host host() {
        return host;
    }

    void fail(TinyboxException why) {
        owner.killGroup();
        owner.failed(why);
    }

    /** Takes the next step; returns how long to wait for the one after it, or -1 if it is over. */
    long advance(ProcessTable table, long now) {
        List<Survivor> living = table.living(ref);
        if (living.isEmpty() && owner.isLeaderDead()) {
            owner.ended(living);
            return -1;
        }
        switch (phase) {
            case NEW -> begin(table, living, now);
            case GRACE -> endGrace(table, living, now);
            case KILLING -> kill(table, living, now);
        }
        if (phase == Phase.KILLING && now - killedFrom > GIVE_UP_NANOS) {
            owner.ended(living);
            return -1;
        }
        return nextPause(now);
    }

    private void begin(ProcessTable table, List<Survivor> living, long now) {
        begun = now;
        if (graceNanos > 0) {
            phase = Phase.GRACE;
            if (depth > 0) {
                askBelow(table, living);
            } else {
                table.signal(ref, Signal.TERM);
            }
        } else {
            startKilling(table, living, now);
        }
    }

    private void endGrace(ProcessTable table, List<Survivor> living, long now) {
        if (now - begun >= graceNanos) {
            startKilling(table, living, now);
        } else if (asked.size() < depth) {
            askBelow(table, living);
        }
    }

    /**
     * Sends TERM to what is below the wrapper if something is there that was not asked before. The first of it is what
     * is above the command, in the end the root, which starts the command and, as the first process of a namespace, takes no
     * TERM: while that is all, the command is still to come.
     */
    private void askBelow(ProcessTable table, List<Survivor> living) {
        List<Long> below = living.stream()
                .map(Survivor::pid)
                .filter(pid -> pid != ref.pid())
                .toList();
        if (asked.addAll(below)) {
            table.signalBelow(ref, Signal.TERM);
        }
    }

    private void startKilling(ProcessTable table, List<Survivor> living, long now) {
        phase = Phase.KILLING;
        killedFrom = now;
        pause = FIRST_PAUSE_NANOS;
        kill(table, living, now);
    }

    /**
     * A wrapper comes last: it reaps the root below it, and as long as it has not, what dies with that root may be alive.
     * Killed first, it would leave a root that nobody can tell from a stranger.
     */
    private void kill(ProcessTable table, List<Survivor> living, long now) {
        boolean rootLives = living.stream().anyMatch(one -> one.pid() != ref.pid());
        if (depth > 0 && rootLives && !owner.isLeaderDead() && now - killedFrom < SPARED_NANOS) {
            table.signalBelow(ref, Signal.KILL);
        } else {
            owner.killGroup();
            table.signal(ref, Signal.KILL);
        }
    }

    private long nextPause(long now) {
        long current = pause;
        pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
        return phase == Phase.GRACE ? Math.min(current, Math.max(1, graceNanos - (now - begun))) : current;
    }
}
