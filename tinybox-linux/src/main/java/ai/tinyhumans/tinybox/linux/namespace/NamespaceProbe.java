package ai.tinyhumans.tinybox.linux.namespace;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.linux.cgroup.Cgroups;
import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import ai.tinyhumans.tinybox.spi.Finding;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.Probe;
import ai.tinyhumans.tinybox.spi.SandboxContext;
import ai.tinyhumans.tinybox.store.BoxRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds out whether the sandbox works on a host: runs the very bubblewrap with the very options of a box. A setting of the
 * kernel is read only to say why that failed, since none of them alone decides it.
 */
final class NamespaceProbe {

    private static final String PROGRAM = "bubblewrap";

    /** A run takes milliseconds; a machine so busy that it takes seconds still is usable. */
    static final Duration LIMIT = Duration.ofSeconds(10);

    private static final Pattern VERSION = Pattern.compile("bubblewrap ([0-9]{1,4})\\.([0-9]{1,4})");

    /** The first that can forbid further user namespaces (--disable-userns): 0.8. */
    private static final int NEEDED_MINOR = 8;

    private final SandboxContext context;
    private final String bubblewrap;

    NamespaceProbe(SandboxContext context, String bubblewrap) {
        this.context = context;
        this.bubblewrap = bubblewrap;
    }

    Probe run() {
        try {
            Finding program = program();
            if (!program.isUsable()) {
                return Probe.of(program);
            }
            Cgroups cgroups = NamespaceProvider.cgroups(context.host());
            return Probe.of(program, namespaces(cgroups), cgroups.finding());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Probe.of(new Finding.Unknown(NamespaceObstacle.SUBJECT, "the probe was interrupted"));
        }
    }

    private Finding program() throws InterruptedException {
        try {
            ExecResult result = context.run(plain(List.of(bubblewrap, "--version")), Stdin.none(), LIMIT);
            if (!result.exit().isSuccess()) {
                return ended(PROGRAM, result);
            }
            Matcher version = VERSION.matcher(result.stdoutText());
            if (!version.find()) {
                return new Finding.Unknown(
                        PROGRAM, "it calls itself '" + result.stdoutText().strip() + "'");
            }
            String found = version.group(1) + "." + version.group(2);
            boolean tooOld = version.group(1).equals("0") && Integer.parseInt(version.group(2)) < NEEDED_MINOR;
            return tooOld
                    ? new Finding.Blocked(PROGRAM, "version " + found + " is too old", "install version 0.8 or newer")
                    : new Finding.Usable(PROGRAM, "version " + found);
        } catch (TinyboxException e) {
            String remedy = e.code() == ErrorCode.LAUNCH_NOT_FOUND
                    ? "install the package bubblewrap"
                    : e.remedy().orElse("repair it");
            return new Finding.Blocked(PROGRAM, e.getMessage(), remedy);
        }
    }

    private Finding namespaces(Cgroups cgroups) throws InterruptedException {
        BoxSpec spec = BoxSpec.builder(Placement.of("local", "namespace"), new WorkspaceSource.LocalDir("/usr"))
                .build();
        BoxRecord box = BoxRecord.creating(new BoxId("probe"), spec, Instant.EPOCH);
        NamespaceSandbox sandbox = new NamespaceSandbox(context.host(), bubblewrap, cgroups);
        try {
            ExecResult result = context.run(sandbox.plan(box, Command.of("true")), Stdin.none(), LIMIT);
            return result.exit().isSuccess()
                    ? new Finding.Usable(NamespaceObstacle.SUBJECT, "a program ran in all of them")
                    : ended(NamespaceObstacle.SUBJECT, result);
        } catch (TinyboxException e) {
            return NamespaceObstacle.of(e.stderr().isEmpty() ? e.getMessage() : e.stderr(), settings());
        } finally {
            cgroups.release(box.id());
        }
    }

    private Finding ended(String subject, ExecResult result) {
        Optional<String> slow = result.exit()
                .match(
                        exited -> Optional.empty(),
                        signaled -> Optional.empty(),
                        timedOut -> Optional.of("it was not over within " + LIMIT.toSeconds() + " s"),
                        cancelled -> Optional.empty(),
                        limit -> Optional.empty());
        String why =
                slow.orElseGet(() -> result.exit() + ": " + result.stderrText().strip());
        return new Finding.Blocked(
                subject,
                "'" + bubblewrap + "' " + why,
                "run it by hand; it may hang, or be another program of that name");
    }

    /** What the kernel's settings are, for the message only. */
    private Map<String, String> settings() throws InterruptedException {
        List<String> names = List.of(NamespaceObstacle.CLONE, NamespaceObstacle.MAXIMUM, NamespaceObstacle.APPARMOR);
        List<String> argv = new ArrayList<>(List.of("grep", "-s", ""));
        names.forEach(name -> argv.add("/proc/sys/" + name));
        Map<String, String> settings = new HashMap<>();
        try {
            ExecResult result = context.run(plain(argv), Stdin.none(), LIMIT);
            result.stdoutText()
                    .lines()
                    .forEach(line -> names.stream()
                            .filter(name -> line.startsWith("/proc/sys/" + name + ":"))
                            .forEach(name -> settings.put(name, line.substring(line.indexOf(':') + 1))));
        } catch (TinyboxException unreadable) {
            return Map.of();
        }
        return settings;
    }

    private LaunchPlan plain(List<String> argv) {
        String path = context.host().environment().variables().getOrDefault("PATH", "/usr/bin:/bin");
        return LaunchPlan.of(argv, new Env(Map.of("PATH", path)), "/");
    }
}
