package ai.tinyhumans.tinybox.linux.cgroup;

import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.LimitKind;
import ai.tinyhumans.tinybox.spec.Resources;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The group of one box, in which each command has one of its own: the limits are those of the box, and what they did to a
 * command is counted in its own. It is there while commands are. Thread-safe.
 */
final class BoxGroup {

    private final Group parent;
    private final String name;
    private final Set<Controller> controllers;
    private final ReentrantLock lock = new ReentrantLock();

    // guarded by the lock
    private int commands;
    private long serial;

    BoxGroup(Group parent, String name, Set<Controller> controllers) {
        this.parent = parent;
        this.name = name;
        this.controllers = controllers;
    }

    /**
     * Where one command is.
     *
     * @param memoryHits how often the box had wanted more memory than it may have before
     */
    record Place(Group box, Group command, Resources resources, long memoryHits) {}

    /** The kernel charges a box with the groups in it: it has no memory left for one. */
    static final class FullException extends IOException {

        private static final long serialVersionUID = 1;

        FullException(IOException cause) {
            super(cause.getMessage(), cause);
        }
    }

    /**
     * Makes a group for a command, and sees that every limit holds.
     *
     * @throws FullException if the box has no room for it; then nothing is left of it
     * @throws IOException if a limit does not hold; nor then
     */
    Place enter(Resources resources) throws IOException {
        lock.lock();
        try {
            commands++;
            return make(resources);
        } catch (IOException e) {
            left();
            throw e;
        } finally {
            lock.unlock();
        }
    }

    private Place make(Resources resources) throws IOException {
        Group box = parent.child(name);
        for (Controller controller : controllers) {
            for (Rule rule : Rule.ofBox(controller, resources)) {
                box.set(rule);
            }
        }
        Set<Controller> counted = EnumSet.of(Controller.MEMORY, Controller.PIDS);
        counted.retainAll(controllers);
        box.give(counted);
        Group command = command(box);
        for (Controller controller : counted) {
            for (Rule rule : Rule.ofCommand(controller, resources)) {
                command.set(rule);
            }
        }
        return new Place(box, command, resources, memoryHits(box));
    }

    private Group command(Group box) throws FullException {
        try {
            return box.child(Long.toString(serial++));
        } catch (IOException e) {
            throw new FullException(e);
        }
    }

    /** The kernel does not count here what runs out on the whole machine. */
    private static long memoryHits(Group box) {
        return box.count("memory.events", "oom");
    }

    /** Gives up a command's group once all known of it is dead; returns the limits that were hit. */
    List<Exit.LimitHit> leave(Place place) {
        lock.lock();
        try {
            List<Exit.LimitHit> hits = hits(place);
            place.command().kill();
            var unusedNow = place.command().remove();
            left();
            return hits;
        } finally {
            lock.unlock();
        }
    }

    private void left() {
        commands--;
        var unusedNow = removeIfUnused();
    }

    /**
     * What is known for certain. A process killed for want of memory is counted in its group also if the whole machine was
     * out of it, so the box has to have been at its limit. A process may be refused for a limit further up as well, so the
     * command has to have had as many as the box may have.
     */
    private static List<Exit.LimitHit> hits(Place place) {
        List<Exit.LimitHit> hits = new ArrayList<>();
        Group command = place.command();
        boolean killed = command.count("memory.events", "oom_kill") > 0;
        if (killed && memoryHits(place.box()) > place.memoryHits()) {
            hits.add(new Exit.LimitHit(
                    LimitKind.MEMORY, place.resources().memory().bytes()));
        }
        int pids = place.resources().pids();
        if (command.count("pids.events", "max") > 0 && command.number("pids.peak") >= pids) {
            hits.add(new Exit.LimitHit(LimitKind.PIDS, pids));
        }
        return hits;
    }

    /** Removes all of it if no command is in it; returns whether nothing is left. */
    boolean removeIfUnused() {
        lock.lock();
        try {
            return commands == 0 && new Group(parent.directory().resolve(name)).remove();
        } finally {
            lock.unlock();
        }
    }
}
