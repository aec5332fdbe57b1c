package ai.tinyhumans.tinybox.linux.cgroup;

import ai.tinyhumans.tinybox.spi.LaunchPlan;
import java.util.ArrayList;
import java.util.List;

/**
 * Has a program put itself into a group before it is what was asked for, so that nothing of it ever runs outside: a shell
 * moves itself, then executes the program. Pure.
 */
final class Placing {

    /** A process that writes 0 moves itself (cgroup-v2.rst, cgroup.procs). The path must not be split, nor be text. */
    private static final String SCRIPT = "echo 0 >\"$1\" && shift && exec \"$@\"";

    /** What shells add to the environment of what they execute. */
    private static final List<String> ADDED = List.of("PWD", "OLDPWD", "SHLVL", "_");

    private Placing() {}

    /** The plan with the shell before its program, whose path must have no {@code =} for env(1). */
    static LaunchPlan in(Group group, LaunchPlan plan) {
        List<String> argv = new ArrayList<>(List.of("/bin/sh", "-c", SCRIPT, "sh"));
        argv.add(group.directory().resolve("cgroup.procs").toString());
        argv.add("env");
        for (String variable : ADDED) {
            if (!plan.env().variables().containsKey(variable)) {
                argv.addAll(List.of("-u", variable));
            }
        }
        argv.addAll(plan.argv());
        return plan.withArgv(argv);
    }
}
