package ai.tinyhumans.tinybox.linux;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Ordinary programs that work the same in every sandbox of Linux. */
public abstract class WorkloadContract extends BoxCase {

    /** Runs a command, which must succeed without complaint; returns its output. */
    protected final String output(Command command) throws InterruptedException {
        try (Box box = create()) {
            ExecResult result = box.exec(command.timeout(Duration.ofSeconds(60)));
            assertThat(result.stderrText()).isEmpty();
            assertThat(result.exit()).isEqualTo(new Exit.Exited(0));
            return result.stdoutText();
        }
    }

    @Test
    @Requires(Facility.GIT)
    void gitCommitsMergesAndClones() throws Exception {
        assertThat(output(sh("""
                set -e
                git init -q -b main repo && cd repo
                git config user.email a@example.com && git config user.name A
                echo one > f && chmod +x f && git add f && git commit -q -m one
                git switch -q -c side && echo two >> f && git commit -q -am two
                git switch -q main && git merge -q side && git stash list && git submodule status
                git clone -q . ../copy && git -C ../copy log --format=%s
                """))).isEqualTo("two\none\n");
    }
}
