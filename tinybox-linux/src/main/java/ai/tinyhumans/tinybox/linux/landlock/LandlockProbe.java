package ai.tinyhumans.tinybox.linux.landlock;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spec.Grants;
import ai.tinyhumans.tinybox.spec.NetworkPolicy;
import ai.tinyhumans.tinybox.spi.Finding;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.Probe;
import ai.tinyhumans.tinybox.spi.SandboxContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Finds out whether programs can be jailed here: by asking the kernel, and by jailing one. */
final class LandlockProbe {

    private static final String SUBJECT = "a jailed program";

    /** A shell takes milliseconds; a machine that needs longer than this is not usable. */
    private static final Duration LIMIT = Duration.ofSeconds(5);

    /** Succeeds if it runs and the root directory, which no jail grants, cannot be listed. */
    private static final List<String> TRIAL = List.of("/bin/sh", "-c", "[ \"$(echo /*)\" = '/*' ]");

    private final LandlockSupport support;

    LandlockProbe(LandlockSupport support) {
        this.support = support;
    }

    Probe run(SandboxContext context) {
        Probe needs = support.probe();
        if (!needs.isUsable()) {
            return needs;
        }
        List<Finding> findings = new ArrayList<>(needs.findings());
        findings.add(tryOne(context));
        return new Probe(findings);
    }

    private Finding tryOne(SandboxContext context) {
        LaunchPlan plan = LaunchPlan.of(TRIAL, Env.EMPTY, "/")
                .restrictedBy(
                        new LandlockJail(support).restriction("/dev/null", Grants.NONE, NetworkPolicy.denied(), false));
        try {
            ExecResult result = context.run(plan, Stdin.none(), LIMIT);
            return result.exit().equals(new Exit.Exited(0))
                    ? new Finding.Usable(SUBJECT, "ran, and could not list '/'")
                    : new Finding.Blocked(
                            SUBJECT, "ended with " + result.exit() + " " + result.stderrText(), "report this");
        } catch (TinyboxException e) {
            return new Finding.Blocked(
                    SUBJECT, String.valueOf(e.getMessage()), e.remedy().orElse("install a POSIX shell"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Finding.Unknown(SUBJECT, "the probe was interrupted");
        }
    }
}
