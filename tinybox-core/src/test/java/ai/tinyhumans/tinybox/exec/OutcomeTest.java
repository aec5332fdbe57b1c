package ai.tinyhumans.tinybox.exec;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutcomeTest {

    private static final Outcome OUTCOME = new Outcome(new Exit.Exited(0), ResourceUsage.NONE, List.of());

    @Test
    void keepsItsOwnListOfSurvivors() {
        List<Survivor> survivors = new ArrayList<>(List.of(new Survivor(1, "sh")));
        Outcome outcome = new Outcome(new Exit.Exited(0), ResourceUsage.NONE, survivors);
        survivors.clear();
        assertThat(outcome.survivors()).containsExactly(new Survivor(1, "sh"));
        assertThatThrownBy(() -> outcome.survivors().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void aBatchKeepsItsOwnListOfChunks() {
        List<OutputChunk> chunks = new ArrayList<>();
        chunks.add(new OutputChunk(0, StdStream.STDOUT, "x".getBytes(US_ASCII), 0, 1));
        OutputBatch batch = new OutputBatch(chunks, 1, Optional.empty());
        chunks.clear();
        assertThat(batch.chunks()).hasSize(1);
    }

    @Test
    void aBatchWithAnOutcomeIsTheLast() {
        assertThat(new OutputBatch(List.of(), 0, Optional.empty()).finished()).isFalse();
        assertThat(new OutputBatch(List.of(), 0, Optional.of(OUTCOME)).finished())
                .isTrue();
    }

    /** signal(7). */
    @Test
    void signalsHaveTheirPosixNumbers() {
        assertThat(Signal.values()).extracting(Signal::number).containsExactly(1, 2, 9, 15);
    }
}
