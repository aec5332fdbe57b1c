package ai.tinyhumans.tinybox.host.local;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.LimitKind;
import ai.tinyhumans.tinybox.spec.ByteSize;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A collected command may write so much and no more. */
class OutputLimitIT extends PassthroughCase {

    private static final int MIB = 1 << 20;

    @Test // B009
    void endsARunawayAndAllItsWriters() throws InterruptedException {
        String word = Naps.of(309);
        ExecResult result =
                box.exec(sh("yes " + word + " & yes " + word + " >&2; wait").timeout(Duration.ofSeconds(30)));
        assertThat(result.exit()).isEqualTo(new Exit.LimitHit(LimitKind.OUTPUT, MIB));
        assertThat(result.stdout().length + result.stderr().length).isEqualTo(MIB);
        assertThat(result.survivors()).isEmpty();
        assertGone(word);
    }

    @Test
    void letsACommandWriteExactlyAsMuchAsItMay() throws InterruptedException {
        ExecResult result = run("head -c 1000000 /dev/zero; head -c 48576 /dev/zero >&2");
        assertThat(result.exit()).isEqualTo(new Exit.Exited(0));
        assertThat(result.stdout()).hasSize(1_000_000);
        assertThat(result.stderr()).hasSize(48_576);
    }

    @Test
    void countsBothStreamsTogether() throws InterruptedException {
        ExecResult result = run("head -c 1000000 /dev/zero; head -c 48577 /dev/zero >&2");
        assertThat(result.exit()).isEqualTo(new Exit.LimitHit(LimitKind.OUTPUT, MIB));
        assertThat(result.stdout().length + result.stderr().length).isEqualTo(MIB);
    }

    @Test
    void isTheOutcomeEvenIfTheProgramIsDeadBeforeItIsNoticed() throws InterruptedException {
        ExecResult result = box.exec(sh("printf 123456").outputLimit(new ByteSize(5)));
        assertThat(result.exit()).isEqualTo(new Exit.LimitHit(LimitKind.OUTPUT, 5));
        assertThat(result.stdoutText()).isEqualTo("12345");
    }

    @Test
    void givesTheProgramAMomentToEndItself() throws InterruptedException {
        box.exec(sh("trap 'echo flushed > flushed; exit 0' TERM; printf 123456; while :; do sleep 0.05; done")
                .outputLimit(new ByteSize(5)));
        assertThat(workspace.resolve("flushed")).hasContent("flushed\n");
    }

    @Test
    void endsAProgramThatTakesNoNotice() throws InterruptedException {
        String nap = Naps.of(310);
        ExecResult result = box.exec(sh("trap '' TERM; printf 123456; while :; do sleep " + nap + "; done")
                .outputLimit(new ByteSize(5)));
        assertThat(result.exit()).isEqualTo(new Exit.LimitHit(LimitKind.OUTPUT, 5));
        assertGone(nap);
    }
}
