package ai.tinyhumans.tinybox.exec;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The outcome of a command with its whole output. Immutable. A bad exit is a result as good as any. */
public final class ExecResult {

    private final Outcome outcome;
    private final byte[] stdout;
    private final byte[] stderr;

    /** Makes a result; the arrays become its own. */
    public ExecResult(Outcome outcome, byte[] stdout, byte[] stderr) {
        this.outcome = outcome;
        this.stdout = stdout;
        this.stderr = stderr;
    }

    /** How it ended and what it used. */
    public Outcome outcome() {
        return outcome;
    }

    /** How it ended. */
    public Exit exit() {
        return outcome.exit();
    }

    /** What it used. */
    public ResourceUsage usage() {
        return outcome.usage();
    }

    /** Descendants that could not be ended, none as a rule. */
    public List<Survivor> survivors() {
        return outcome.survivors();
    }

    /** What it wrote to its standard output: a copy. */
    public byte[] stdout() {
        return stdout.clone();
    }

    /** What it wrote to its standard error: a copy. */
    public byte[] stderr() {
        return stderr.clone();
    }

    /** The standard output read as UTF-8, each malformed sequence as one U+FFFD. */
    public String stdoutText() {
        return new String(stdout, StandardCharsets.UTF_8);
    }

    /** The standard error read as UTF-8, each malformed sequence as one U+FFFD. */
    public String stderrText() {
        return new String(stderr, StandardCharsets.UTF_8);
    }

    /**
     * Returns this result if the command succeeded.
     *
     * @throws TinyboxException {@code exec.unsuccessful}, with the end of the standard error, if it did not
     */
    public ExecResult orThrow() {
        if (!exit().isSuccess()) {
            throw TinyboxException.of(ErrorCode.EXEC_UNSUCCESSFUL, "the command did not succeed: " + exit())
                    .stderr(stderr)
                    .build();
        }
        return this;
    }

    @Override
    public String toString() {
        return "ExecResult[" + exit() + ", " + stdout.length + " bytes out, " + stderr.length + " bytes err]";
    }
}
