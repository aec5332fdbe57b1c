package ai.tinyhumans.tinybox.host.ssh;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.OutputChunk;
import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.host.ssh.sync.SyncLimits;
import ai.tinyhumans.tinybox.host.ssh.sync.SyncProgress;
import ai.tinyhumans.tinybox.host.ssh.sync.WorkspaceSync;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spec.HostPath;
import ai.tinyhumans.tinybox.spec.HostRef;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.SandboxContext;
import ai.tinyhumans.tinybox.spi.ShellScript;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts of the far side where a tool is less than it is elsewhere, or is not there. */
@Requires(Facility.LAUNCH)
class FarToolsIT {

    @TempDir
    Path tools;

    private void tool(String name, String script) throws IOException {
        Path file = Files.writeString(tools.resolve(name), "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    /** What a shell says that has read a script, with our tools before the others on its path. */
    private String said(String script, String argument) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", script, "sh", argument);
        builder.environment().put("PATH", tools + ":/usr/bin:/bin");
        Process shell = builder.redirectErrorStream(true).start();
        String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        shell.waitFor();
        return said;
    }

    @Test
    void findAMarkerWithAGrepThatKnowsNoZ() throws IOException, InterruptedException {
        String script = ShellScript.read(Objects.requireNonNull(FarScript.class.getResourceAsStream("process.sh")))
                + "TINYBOX_EXECUTION=$1:inner A='x\n"
                + "y' sleep 3265 & PID=$!; tinybox_marked \"$1\"; kill $PID; echo $PID";
        String[] by = said(script, "m-1").split("\n", -1);
        assertThat(by[0]).isEqualTo("/proc/" + by[1] + "/environ:TINYBOX_EXECUTION=m-1:inner");
        tool("grep", "case $1 in -*z*) exit 2 ;; esac\nexec /usr/bin/env PATH=/usr/bin:/bin grep \"$@\"\n");
        String[] without = said(script, "m-2").split("\n", -1);
        assertThat(without[0]).isEqualTo("/proc/" + without[1] + "/environ:TINYBOX_EXECUTION=m-2:inner");
    }

    @Test
    void areNamedBySyncIfTheyAreMissing(@TempDir Path here) throws IOException {
        for (String tool : List.of("xargs", "mkdir", "mv", "rm", "rmdir", "cat")) {
            tool(tool, "exit 1");
        }
        try (Tinybox tinybox = Tinybox.open()) {
            SandboxContext local = tinybox.on(new HostRef("local"));
            WorkspaceSync sync = new WorkspaceSync(
                    new OnPath(local, tools.toString()), new HostPath(here + "/there"), SyncLimits.DEFAULT);
            assertRefused(ErrorCode.HOST_TOOL_MISSING, () -> sync.run(here, SyncProgress.NONE))
                    .hasMessageContaining("tar");
        }
    }

    /** Runs plans with another path. */
    private record OnPath(SandboxContext context, String path) implements SandboxContext {

        private LaunchPlan moved(LaunchPlan plan) {
            return LaunchPlan.of(plan.argv(), plan.env().with("PATH", path), plan.cwd());
        }

        @Override
        public Host host() {
            return context.host();
        }

        @Override
        public ExecResult run(LaunchPlan plan, Stdin stdin, Duration timeout) throws InterruptedException {
            return context.run(moved(plan), stdin, timeout);
        }

        @Override
        public ExecResult run(LaunchPlan plan, Stdin stdin, Duration timeout, Consumer<OutputChunk> stdout)
                throws InterruptedException {
            return context.run(moved(plan), stdin, timeout, stdout);
        }
    }

    @Test
    void areNamedByAProgramThatCannotBeStartedWithoutThem() {
        LaunchPlan plan = LaunchPlan.of(List.of("make"), Env.EMPTY, "/");
        assertRefused(
                        ErrorCode.HOST_TOOL_MISSING,
                        () -> FarAnswer.started("refused tool_missing setsid", "m", plan, SshTarget.parse("builder")))
                .hasMessageContaining("'builder': it lacks 'setsid'");
    }

    @Test
    void areNamedByFilesThatCannotBeReachedWithoutThem() {
        FarShell.Reply reply = new FarShell.Reply(20, "readlink\n".getBytes(StandardCharsets.US_ASCII));
        assertRefused(ErrorCode.HOST_TOOL_MISSING, () -> FileReply.require(reply, "f"))
                .hasMessageContaining("lacks 'readlink'");
    }
}
