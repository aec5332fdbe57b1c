package ai.tinyhumans.tinybox.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ErrorsPageTest {

    private static final Map<Actor, String> MOVES = Map.of(
            Actor.CALLER, "Move: the caller: change the request.",
            Actor.OPERATOR, "Move: the operator: set the machine up.",
            Actor.RETRY, "Move: anyone: try again later.",
            Actor.DEVELOPER, "Move: the developers: report it.");

    private static String page() throws IOException {
        return Files.readString(Path.of("..", "docs", "errors.md"));
    }

    @Test
    void hasOneSectionForEachCodeInTheirOrder() throws IOException {
        List<String> sections = page().lines()
                .filter(line -> line.startsWith("## "))
                .map(line -> line.substring(3))
                .collect(Collectors.toList());
        assertThat(sections)
                .isEqualTo(
                        Arrays.stream(ErrorCode.values()).map(ErrorCode::dotted).collect(Collectors.toList()));
    }

    @ParameterizedTest
    @EnumSource
    void saysWhoseMoveItIsAndShowsAMessage(ErrorCode code) throws IOException {
        String section = page().split("## " + code.dotted() + "\n", 2)[1].split("\n## ", 2)[0];
        assertThat(section).contains(MOVES.get(code.actor())).contains("\n> ");
        code.shellStatus().ifPresent(status -> assertThat(section).contains("Status in a shell: " + status));
    }
}
