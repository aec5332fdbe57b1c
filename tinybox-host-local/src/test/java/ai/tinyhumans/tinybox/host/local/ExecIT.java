package ai.tinyhumans.tinybox.host.local;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Exit;
import org.junit.jupiter.api.Test;

class ExecIT extends PassthroughCase {

    @Test
    void returnsExitAndBothStreams() throws InterruptedException {
        ExecResult result = exec("sh", "-c", "echo out; echo err >&2; exit 4");
        assertThat(result.exit()).isEqualTo(new Exit.Exited(4));
        assertThat(result.stdoutText()).isEqualTo("out\n");
        assertThat(result.stderrText()).isEqualTo("err\n");
    }
}
