package ai.tinyhumans.tinybox.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ErrorCodeTest {

    @Test
    void namesAreUnique() {
        assertThat(Arrays.stream(ErrorCode.values()).map(ErrorCode::dotted)).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource
    void nameIsTwoLowerCaseWordsWithADot(ErrorCode code) {
        assertThat(code.dotted()).matches("[a-z]+\\.[a-z]+(_[a-z]+)*");
        assertThat(code).hasToString(code.dotted());
    }

    /** So that the constant can be found by the name and the name by the constant. */
    @ParameterizedTest
    @EnumSource
    void nameIsSpelledAsTheConstant(ErrorCode code) {
        assertThat(code.dotted().replace('.', '_')).isEqualToIgnoringCase(code.name());
    }

    @Test
    void onlyLaunchesHaveAShellStatus() {
        Map<String, Integer> statuses = Arrays.stream(ErrorCode.values())
                .filter(code -> code.shellStatus().isPresent())
                .collect(Collectors.toMap(
                        ErrorCode::dotted, code -> code.shellStatus().getAsInt()));
        assertThat(statuses)
                .containsOnly(
                        Map.entry("launch.not_found", 127),
                        Map.entry("launch.bad_interpreter", 127),
                        Map.entry("launch.not_executable", 126),
                        Map.entry("launch.is_directory", 126),
                        Map.entry("launch.arguments_too_long", 126),
                        Map.entry("launch.text_busy", 126));
        assertThat(ErrorCode.LAUNCH_CWD_MISSING.shellStatus()).isEqualTo(OptionalInt.empty());
    }
}
