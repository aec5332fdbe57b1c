package ai.tinyhumans.tinybox.event;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.LimitKind;
import ai.tinyhumans.tinybox.exec.Outcome;
import ai.tinyhumans.tinybox.exec.ResourceUsage;
import ai.tinyhumans.tinybox.spec.BoxId;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

class SandboxEventTest {

    private static final BoxId BOX = new BoxId("box-0");
    private static final Outcome OUTCOME = new Outcome(new Exit.Exited(0), ResourceUsage.NONE, List.of());

    static final Arguments[] CASES = {
        Arguments.of(new SandboxEvent.Started(BOX, "x", "make"), "started make"),
        Arguments.of(new SandboxEvent.Denied(BOX, "x", DenialKind.NETWORK, "to 10.0.0.1:80"), "denied to 10.0.0.1:80"),
        Arguments.of(new SandboxEvent.LimitHit(BOX, "x", LimitKind.PIDS), "limit pids"),
        Arguments.of(new SandboxEvent.Exited(BOX, "x", OUTCOME), "exited exit 0"),
    };

    @ParameterizedTest
    @FieldSource("CASES")
    void matchCallsTheFunctionOfItsCase(SandboxEvent event, String expected) {
        assertThat(event.<String>match(
                        started -> "started " + started.program(),
                        denied -> "denied " + denied.detail(),
                        limit -> "limit " + limit.kind(),
                        exited -> "exited " + exited.outcome().exit()))
                .isEqualTo(expected);
        assertThat(event.box()).isEqualTo(BOX);
        assertThat(event.execution()).isEqualTo("x");
    }
}
