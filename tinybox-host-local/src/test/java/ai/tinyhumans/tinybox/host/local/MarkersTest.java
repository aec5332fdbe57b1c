package ai.tinyhumans.tinybox.host.local;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spi.Lifetime;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MarkersTest {

    @Test
    void areNeverMadeTwice() {
        Set<String> made = new HashSet<>();
        for (Markers markers : new Markers[] {new Markers(""), new Markers("")}) {
            for (int i = 0; i < 100; i++) {
                assertThat(made.add(markers.next(Lifetime.EXECUTION))).isTrue();
                assertThat(made.add(markers.next(Lifetime.BOX))).isTrue();
            }
        }
    }

    @Test
    void ofExecutionsBeginWithThePrefixAndOfBoxesDoNot() {
        for (String outer : new String[] {"", "outer-1", "outer-1:inner-2"}) {
            Markers markers = new Markers(outer);
            assertThat(markers.next(Lifetime.EXECUTION)).startsWith(markers.executionPrefix());
            assertThat(markers.next(Lifetime.BOX)).doesNotStartWith(markers.executionPrefix());
        }
    }

    @Test
    void nameEveryTinyboxTheyAreInsideOf() {
        String outermost = new Markers("").next(Lifetime.EXECUTION);
        String middle = new Markers(outermost).next(Lifetime.BOX);
        String innermost = new Markers(middle).next(Lifetime.EXECUTION);
        assertThat(middle.split(Env.MARKER_DIVIDER, -1)).hasSize(2).contains(outermost);
        assertThat(innermost.split(Env.MARKER_DIVIDER, -1)).hasSize(3).contains(outermost);
        assertThat(innermost).startsWith(middle + Env.MARKER_DIVIDER);
    }

    @Test
    void ofOneTinyboxDoNotBeginWithThePrefixOfAnother() {
        Markers one = new Markers("");
        Markers other = new Markers("");
        assertThat(one.next(Lifetime.EXECUTION)).doesNotStartWith(other.executionPrefix());
    }
}
