package ai.tinyhumans.tinybox.exec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessRefTest {

    @ParameterizedTest
    @ValueSource(strings = {"b", "a:b", "b:c", "a:b:c"})
    void marksWhoeverInheritedItsMarkerWhole(String inherited) {
        assertThat(ProcessRef.marked("b").marks(inherited)).isTrue();
        assertThat(ProcessRef.marked(inherited).marks("x:" + inherited + ":y")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":", "::", "a", "bb", "ab", "b ", " b", "b\n", "\nb", "a:bc:d", "b b", "B", "a;b"})
    void marksNobodyElse(String inherited) {
        assertThat(ProcessRef.marked("b").marks(inherited)).isFalse();
        assertThat(ProcessRef.marked("a:b").marks(inherited)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":", "b"})
    void marksNobodyByNothing(String inherited) {
        assertThat(ProcessRef.marked("").marks(inherited)).isFalse();
    }

    @Test
    void marksNobodyByPartsThatAreNotTogether() {
        assertThat(ProcessRef.marked("a:c").marks("a:b:c")).isFalse();
    }
}
