package ai.tinyhumans.tinybox.linux.cgroup;

import ai.tinyhumans.tinybox.capability.Constraint;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A controller of the unified hierarchy (Documentation/admin-guide/cgroup-v2.rst), and what it enforces. */
enum Controller {
    CPU(Constraint.CPU),
    MEMORY(Constraint.MEMORY),
    PIDS(Constraint.PIDS);

    private final Constraint constraint;

    Controller(Constraint constraint) {
        this.constraint = constraint;
    }

    Constraint constraint() {
        return constraint;
    }

    /** How the files of a group spell it. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Those of a list as {@code cgroup.controllers} has it; others of the kernel are passed over. */
    static Set<Controller> of(String words) {
        List<String> named = List.of(words.strip().split(" ", -1));
        Set<Controller> found = EnumSet.noneOf(Controller.class);
        for (Controller controller : values()) {
            if (named.contains(controller.word())) {
                found.add(controller);
            }
        }
        return Collections.unmodifiableSet(found);
    }
}
