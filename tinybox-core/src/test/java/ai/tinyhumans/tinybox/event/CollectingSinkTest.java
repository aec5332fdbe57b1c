package ai.tinyhumans.tinybox.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.tinyhumans.tinybox.spec.BoxId;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CollectingSinkTest {

    private static final BoxId BOX = new BoxId("box-0");

    private final CollectingSink sink = new CollectingSink();

    private static SandboxEvent event(int number) {
        return new SandboxEvent.Started(BOX, "execution-" + number, "true");
    }

    @Test
    void startsEmpty() {
        assertThat(sink.events()).isEmpty();
    }

    @Test
    void keepsTheNewestUpToItsBound() {
        IntStream.range(0, CollectingSink.CAPACITY + 3).forEach(n -> sink.accept(event(n)));
        assertThat(sink.events())
                .hasSize(CollectingSink.CAPACITY)
                .startsWith(event(3))
                .endsWith(event(CollectingSink.CAPACITY + 2));
    }

    @Test
    void whatItHandsOutDoesNotChange() {
        sink.accept(event(0));
        List<SandboxEvent> events = sink.events();
        sink.accept(event(1));
        assertThat(events).containsExactly(event(0));
        assertThatThrownBy(events::clear).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void losesNoEventOfConcurrentCallers() {
        IntStream.range(0, CollectingSink.CAPACITY).parallel().forEach(n -> sink.accept(event(n)));
        assertThat(sink.events()).hasSize(CollectingSink.CAPACITY).doesNotHaveDuplicates();
    }
}
