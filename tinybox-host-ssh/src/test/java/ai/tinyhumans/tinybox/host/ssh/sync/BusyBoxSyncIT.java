package ai.tinyhumans.tinybox.host.ssh.sync;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.OutputChunk;
import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.SandboxContext;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The same where the far side has nothing but BusyBox, as small container images do. */
@Requires({Facility.LAUNCH, Facility.BUSYBOX})
class BusyBoxSyncIT extends WorkspaceSyncIT {

    @TempDir
    Path applets;

    @BeforeEach
    void installApplets() throws IOException, InterruptedException {
        Process install = new ProcessBuilder(
                        "sh",
                        "-c",
                        "cp \"$(command -v busybox)\" \"$0/busybox\" && exec \"$0/busybox\" --install -s \"$0\"",
                        applets.toString())
                .inheritIO()
                .start();
        assertThat(install.waitFor()).isZero();
    }

    @Override
    SandboxContext host() {
        return new OnBusyBox(super.host(), applets.toString());
    }

    /** Runs every plan by BusyBox's shell, with BusyBox's programs alone on its path. */
    private record OnBusyBox(SandboxContext context, String applets) implements SandboxContext {

        private LaunchPlan moved(LaunchPlan plan) {
            List<String> argv = new ArrayList<>(plan.argv());
            assertThat(argv.set(0, applets + "/sh")).isEqualTo("/bin/sh");
            return LaunchPlan.of(argv, plan.env().with("PATH", applets), plan.cwd());
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
}
