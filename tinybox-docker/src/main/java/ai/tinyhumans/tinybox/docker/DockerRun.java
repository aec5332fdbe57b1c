package ai.tinyhumans.tinybox.docker;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.ByteSize;
import ai.tinyhumans.tinybox.spec.Durations;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spec.HostPath;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * One command in a container of its own. Immutable.
 *
 * @param image the image
 * @param script what its shell runs
 * @param loginShell whether the shell is one for a login, which reads the profile of the image
 * @param workspace the directory of the host at {@code /workspace}, where the command then works
 * @param readOnly paths of the host it may read, at the same path
 * @param network the mode of its network, in docker's word: {@code none}, {@code bridge}, or a network's name
 * @param memory what it may use
 * @param cpuMillis processor time, in thousandths of a core
 * @param env its variables
 * @param label by which it can be found, {@code key=value}
 * @param timeout how long it may run, {@link #MAX_TIMEOUT} at most
 */
public record DockerRun(
        String image,
        String script,
        boolean loginShell,
        Optional<HostPath> workspace,
        List<HostPath> readOnly,
        String network,
        ByteSize memory,
        int cpuMillis,
        Env env,
        String label,
        Duration timeout) {

    /** A day: what runs longer wants a box. */
    public static final Duration MAX_TIMEOUT = Duration.ofHours(24);

    /** What a label must look like: no option, one equals sign between two words. */
    private static final String LABEL = "[A-Za-z0-9][A-Za-z0-9._/-]{0,127}=[A-Za-z0-9._/:-]{1,128}";

    private static final String NETWORK = "[A-Za-z0-9][A-Za-z0-9_.:-]{0,127}";

    /**
     * Checks every part.
     *
     * @throws TinyboxException {@code argument.invalid}, naming the part
     */
    public DockerRun {
        WorkspaceSource.ociImage(image);
        readOnly = List.copyOf(readOnly);
        checkLabel(label);
        if (!network.matches(NETWORK)) {
            throw invalid("the network is no word that docker knows", "write none, bridge, or the name of a network");
        }
        if (script.isEmpty() || script.indexOf('\0') >= 0) {
            throw invalid("the command is empty or holds NUL", "write what the shell is to run");
        }
        if (memory.bytes() == 0 || cpuMillis <= 0) {
            throw invalid("the memory or the processor time is none", "give positive limits");
        }
        if (Durations.requirePositive("timeout", timeout).compareTo(MAX_TIMEOUT) > 0) {
            throw invalid("the timeout is longer than " + MAX_TIMEOUT, "make a box for what runs longer");
        }
    }

    /** A command without workspace and network, with 512 MiB, one core and a minute. */
    public static DockerRun of(String image, String script, String label) {
        return new DockerRun(
                image,
                script,
                false,
                Optional.empty(),
                List.of(),
                "none",
                ByteSize.ofMiB(512),
                1000,
                Env.EMPTY,
                label,
                Duration.ofMinutes(1));
    }

    static void checkLabel(String label) {
        if (!label.matches(LABEL)) {
            throw invalid("the label is not key=value", "write two words of letters, digits, '.', '_', '/' and '-'");
        }
    }

    private static TinyboxException invalid(String message, String remedy) {
        return TinyboxException.of(ErrorCode.ARGUMENT_INVALID, message)
                .remedy(remedy)
                .build();
    }
}
