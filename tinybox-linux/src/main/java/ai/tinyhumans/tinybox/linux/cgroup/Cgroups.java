package ai.tinyhumans.tinybox.linux.cgroup;

import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.Enforcement;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.spec.Resources;
import ai.tinyhumans.tinybox.spi.Finding;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.Quota;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * The limits that control groups (cgroups(7), version 2) keep for the boxes of one sandbox on this machine: those of the
 * controllers that were tried and worked, in the group that is delegated to this process. Thread-safe.
 */
public final class Cgroups {

    private static final String SUBJECT = "limits";

    /** What is asked for no box, to see whether it can be. */
    private static final Resources TRIAL = Resources.DEFAULT;

    /** How long processes that were killed may take to leave a group: the kernel takes their namespaces down first. */
    private static final long GIVE_UP_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Optional<Group> parent;
    private final EnumSet<Controller> controllers;
    private final Finding.Usable finding;
    private final String prefix;
    private final Map<BoxId, BoxGroup> boxes = new ConcurrentHashMap<>();

    private Cgroups(Delegation delegation, String otherwise, String remedy) {
        parent = delegation.group();
        prefix = Leftovers.prefix(ProcessHandle.current().pid())
                + Integer.toHexString(ThreadLocalRandom.current().nextInt()) + "-";
        List<String> obstacles = new ArrayList<>(parent.isPresent() ? List.of() : delegation.obstacles());
        EnumSet<Controller> working = EnumSet.noneOf(Controller.class);
        for (Controller controller : delegation.controllers()) {
            BoxGroup trial = new BoxGroup(parent.orElseThrow(), prefix + "trial", Set.of(controller));
            try {
                trial.leave(trial.enter(TRIAL));
                working.add(controller);
            } catch (IOException e) {
                obstacles.add(e.getMessage());
            }
        }
        controllers = working;
        finding = new Finding.Usable(SUBJECT, detail(obstacles, otherwise, remedy));
    }

    /** Finds out what this process can have limited, by doing it. Blocks for no longer than some system calls. */
    public static Cgroups ofThisProcess() {
        Surroundings here = Surroundings.ofThisProcess();
        Delegation delegation = Delegation.among(here.candidates());
        delegation.group().ifPresent(Leftovers::remove);
        return new Cgroups(delegation, here.reason(), "; to have them, " + Surroundings.REMEDY);
    }

    /** None at all, as for a host that is not this machine. */
    public static Cgroups none(String why) {
        return new Cgroups(new Delegation(Optional.empty(), Set.of(), List.of()), why, "");
    }

    private String detail(List<String> obstacles, String otherwise, String remedy) {
        Set<Controller> missing = EnumSet.complementOf(controllers);
        String works = controllers.isEmpty() ? "" : words(controllers) + " by control groups in " + place();
        if (missing.isEmpty()) {
            return works;
        }
        String why = obstacles.isEmpty() ? otherwise : String.join("; ", obstacles);
        return (works.isEmpty() ? "" : works + "; ") + "none of " + words(missing) + " ("
                + (why.isEmpty() ? "the group has no such controller" : why) + ")" + remedy;
    }

    private String place() {
        return "'" + parent.orElseThrow().directory() + "'";
    }

    private static String words(Set<Controller> some) {
        return some.stream().map(Controller::word).collect(Collectors.joining(", "));
    }

    /** What is limited. */
    public Map<Constraint, Enforcement> enforced() {
        Map<Constraint, Enforcement> enforced = new EnumMap<>(Constraint.class);
        controllers.forEach(controller -> enforced.put(controller.constraint(), Enforcement.ENFORCED));
        return enforced;
    }

    /** What is limited, and if that is not all, why, and what to do about it. */
    public Finding finding() {
        return finding;
    }

    /** The limits of a box, if there are any to be had: for all commands together that this process runs in it. */
    public Optional<Quota> quota(BoxId box, Resources resources) {
        return controllers.isEmpty() ? Optional.empty() : Optional.of(() -> share(box, resources));
    }

    private Quota.Share share(BoxId id, Resources resources) {
        BoxGroup box = boxes.computeIfAbsent(id, key -> new BoxGroup(parent.orElseThrow(), prefix + key, controllers));
        try {
            return new CommandShare(box, box.enter(resources));
        } catch (BoxGroup.FullException e) {
            throw TinyboxException.of(
                            ErrorCode.LAUNCH_NO_ROOM,
                            "box '" + id + "' has no memory for another command: " + e.getMessage())
                    .remedy("end what runs in it, or raise its limit on memory")
                    .cause(e)
                    .build();
        } catch (IOException e) {
            throw TinyboxException.of(
                            ErrorCode.CONSTRAINT_NOT_ENFORCED,
                            "the limits of box '" + id + "' are not in force: " + e.getMessage())
                    .remedy("see who else changes the control groups below " + place())
                    .cause(e)
                    .build();
        }
    }

    private record CommandShare(BoxGroup box, BoxGroup.Place place) implements Quota.Share {

        @Override
        public LaunchPlan place(LaunchPlan plan) {
            return Placing.in(place.command(), plan);
        }

        @Override
        public List<Exit.LimitHit> giveBack() {
            return box.leave(place);
        }
    }

    /**
     * Removes what is left of a box that runs nothing any more. Waits for processes that are dead but for their namespaces.
     *
     * @throws TinyboxException {@code cleanup.failed} if it stays
     */
    public void release(BoxId id) {
        BoxGroup box = boxes.get(id);
        long begun = System.nanoTime();
        while (box != null && !box.removeIfUnused()) {
            if (System.nanoTime() - begun > GIVE_UP_NANOS) {
                throw TinyboxException.of(
                                ErrorCode.CLEANUP_FAILED,
                                "the control group '" + prefix + id + "' in " + place() + " is not empty")
                        .remedy("end the processes in it, then try again")
                        .build();
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        boxes.remove(id);
    }
}
