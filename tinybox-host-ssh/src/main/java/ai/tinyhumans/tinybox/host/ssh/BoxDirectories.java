package ai.tinyhumans.tinybox.host.ssh;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.spec.Text;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.SandboxContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Directories of a machine that are made for boxes and removed with them: {@code ~/.tinybox/boxes/box.XXXXXXXX} of the user
 * there. Thread-safe. All methods block for as long as the machine takes.
 */
public final class BoxDirectories {

    private static final Pattern OWN = Pattern.compile("/(?:.*/)?\\.tinybox/boxes/box\\.[A-Za-z0-9]{8}");

    private static final String MAKE = "mkdir -p -- \"$HOME/.tinybox/boxes\" && cd -P -- \"$HOME/.tinybox/boxes\" "
            + "&& mktemp -d \"$PWD/box.XXXXXXXX\"";

    /** Programs in the box may have taken permissions away; neither program follows a link it meets. */
    private static final String REMOVE = "[ ! -d \"$1\" ] || { chmod -R u+rwx \"$1\"; rm -rf \"$1\"; }";

    /** A full directory on a slow disk; a connection that is lost ends it before. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final SandboxContext machine;

    /** Makes and removes directories of one machine. */
    public BoxDirectories(SandboxContext machine) {
        this.machine = machine;
    }

    /**
     * Makes an empty directory, for its owner only, and returns its absolute path.
     *
     * @throws TinyboxException {@code host.failed}, or why the machine cannot be reached
     */
    public String make() throws InterruptedException {
        ExecResult made = run(MAKE);
        String directory = Text.decode(made.stdout()).stripTrailing();
        if (!made.exit().isSuccess() || !isOne(directory)) {
            throw TinyboxException.of(ErrorCode.HOST_FAILED, "no workspace could be made in ~/.tinybox/boxes there")
                    .stderr(made.stderr())
                    .remedy("name a directory of that machine by --workspace")
                    .build();
        }
        return directory;
    }

    /**
     * Removes a directory and all it holds; links are removed, not followed.
     *
     * @throws TinyboxException {@code cleanup.failed}, or why the machine cannot be reached
     */
    public void remove(String workspace) throws InterruptedException {
        boolean interrupted = Thread.interrupted(); // what asks to stop does not ask to leave it behind
        ExecResult removed = run(REMOVE, workspace);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (!removed.exit().isSuccess()) {
            throw TinyboxException.of(
                            ErrorCode.CLEANUP_FAILED, "the workspace '" + workspace + "' could not be removed there")
                    .stderr(removed.stderr())
                    .remedy("remove it by hand")
                    .build();
        }
    }

    /** Answers whether a path is the place of such a directory. */
    public static boolean isOne(String path) {
        return OWN.matcher(path).matches();
    }

    private ExecResult run(String script, String... arguments) throws InterruptedException {
        List<String> argv = new ArrayList<>(List.of("/bin/sh", "-c", script, "sh"));
        argv.addAll(List.of(arguments));
        return machine.run(LaunchPlan.of(argv, machine.host().environment(), "/"), Stdin.none(), PATIENCE);
    }
}
