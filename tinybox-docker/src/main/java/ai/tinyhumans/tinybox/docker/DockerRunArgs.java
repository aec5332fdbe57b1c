package ai.tinyhumans.tinybox.docker;

import ai.tinyhumans.tinybox.spec.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The command lines of single runs. Pure. */
final class DockerRunArgs {

    /** Takes the variables out of those that carry them, then becomes the shell of the command. */
    private static final String ENTER = "while [ \"$1\" -gt 0 ]; do set -- $(($1 - 1)) \"$2\" \"$3\"; "
            + "eval \"export \\\"\\$TINYBOX_ENV_$1\\\"; unset TINYBOX_ENV_$1\"; done; exec sh \"$2\" \"$3\"";

    private static final String SCRATCH = ":rw,noexec,nosuid,size=64m";

    private DockerRunArgs() {}

    static List<String> run(DockerRun run, String name, Optional<String> user, Dialect dialect) {
        List<String> argv = new ArrayList<>(List.of("docker", "run", "--name", name, "--label", run.label()));
        argv.addAll(dialect.making());
        argv.addAll(List.of("--log-driver", "none", "--cap-drop", "ALL", "--security-opt", "no-new-privileges"));
        argv.addAll(List.of("--network", run.network()));
        Resources limits = Resources.DEFAULT.withMemory(run.memory()).withCpuMillis(run.cpuMillis());
        DockerArgs.limits(argv, limits, dialect);
        argv.addAll(List.of("--read-only", "--tmpfs", "/tmp" + SCRATCH, "--tmpfs", "/var/tmp" + SCRATCH));
        run.workspace().ifPresent(directory -> {
            argv.addAll(
                    List.of("--mount", new DockerArgs.Mount(directory.value(), DockerArgs.WORKSPACE, false).value()));
            argv.addAll(List.of("--workdir", DockerArgs.WORKSPACE));
        });
        run.readOnly()
                .forEach(path -> argv.addAll(
                        List.of("--mount", new DockerArgs.Mount(path.value(), path.value(), true).value())));
        user.ifPresent(owner -> DockerArgs.own(argv, owner, dialect));
        int variables = run.env().variables().size();
        for (int i = 0; i < variables; i++) {
            argv.addAll(List.of("--env", "TINYBOX_ENV_" + i));
        }
        argv.addAll(List.of("--entrypoint", "sh", run.image(), "-c", ENTER, "tinybox", Integer.toString(variables)));
        argv.addAll(List.of(run.loginShell() ? "-lc" : "-c", run.script()));
        return argv;
    }

    static List<String> labelled(String label) {
        return List.of("docker", "ps", "--all", "--no-trunc", "--quiet", "--filter", "label=" + label);
    }

    static List<String> removeAll(List<String> ids) {
        List<String> argv = new ArrayList<>(List.of("docker", "rm", "--force", "--volumes"));
        argv.addAll(ids);
        return argv;
    }
}
