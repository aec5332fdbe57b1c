package ai.tinyhumans.tinybox.exec;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.spec.ByteSize;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spec.JailSpec;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each method that changes one part of a command keeps all the others. */
class CommandWithersTest {

    private static final Command COMMAND = new Command(
            List.of("a", "b"),
            Optional.of("/cwd"),
            Env.EMPTY.with("A", "1"),
            Stdin.bytes(new byte[] {1}),
            Optional.of(Duration.ofSeconds(5)),
            Duration.ofSeconds(1),
            ByteSize.ofKiB(3),
            Optional.empty());

    /** What is run cannot be changed: that is another command. */
    private static final String FIXED = "argv";

    private static final Map<String, UnaryOperator<Command>> WITHERS = Map.of(
            "cwd", c -> c.cwd("/other"),
            "env", c -> c.env("B", "2"),
            "stdin", c -> c.stdin(Stdin.open()),
            "timeout", c -> c.timeout(Duration.ofSeconds(6)),
            "grace", c -> c.grace(Duration.ofSeconds(7)),
            "outputLimit", c -> c.outputLimit(ByteSize.ofKiB(4)),
            "jail", c -> c.jailed(JailSpec.STRICTEST));

    static RecordComponent[] components() {
        return Command.class.getRecordComponents();
    }

    @Test
    void everyPartButTheArgumentsCanBeChanged() {
        assertThat(Arrays.stream(components()).map(RecordComponent::getName).filter(name -> !name.equals(FIXED)))
                .containsExactlyInAnyOrderElementsOf(WITHERS.keySet());
    }

    @ParameterizedTest
    @MethodSource("components")
    void changesOnePartAndKeepsTheRest(RecordComponent part) throws ReflectiveOperationException {
        Command changed = WITHERS.getOrDefault(part.getName(), c -> c).apply(COMMAND);
        for (RecordComponent component : components()) {
            boolean same = component
                    .getAccessor()
                    .invoke(COMMAND)
                    .equals(component.getAccessor().invoke(changed));
            assertThat(same)
                    .as(component.getName())
                    .isEqualTo(!component.getName().equals(part.getName())
                            || part.getName().equals(FIXED));
        }
    }
}
