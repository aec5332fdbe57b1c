package ai.tinyhumans.tinybox.linux.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlacingTest {

    private static final Group GROUP = new Group(Path.of("/sys/fs/cgroup/a b"));

    @Test
    void movesAShellThatThenIsTheProgram() {
        LaunchPlan plan = LaunchPlan.of(List.of("bwrap", "--", "x y"), Env.EMPTY, "/");
        assertThat(Placing.in(GROUP, plan).argv())
                .containsExactly(
                        "/bin/sh",
                        "-c",
                        "echo 0 >\"$1\" && shift && exec \"$@\"",
                        "sh",
                        "/sys/fs/cgroup/a b/cgroup.procs",
                        "env",
                        "-u",
                        "PWD",
                        "-u",
                        "OLDPWD",
                        "-u",
                        "SHLVL",
                        "-u",
                        "_",
                        "bwrap",
                        "--",
                        "x y");
    }

    @Test
    void keepsVariablesOfThePlan() {
        LaunchPlan plan = LaunchPlan.of(List.of("true"), new Env(Map.of("PWD", "/x", "SHLVL", "9")), "/");
        assertThat(Placing.in(GROUP, plan).argv())
                .doesNotContain("PWD", "SHLVL")
                .contains("OLDPWD", "_");
    }
}
