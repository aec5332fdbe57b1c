package ai.tinyhumans.tinybox.host.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadmeTest {

    private static final String BEFORE = """
            import ai.tinyhumans.tinybox.*;
            import ai.tinyhumans.tinybox.exec.*;
            import ai.tinyhumans.tinybox.spec.*;
            import java.nio.file.Path;
            import java.time.Duration;

            class Example {
                void run(Path directory) throws Exception {
            """;

    @TempDir
    Path scratch;

    @Test
    void showsAJavaExampleThatCompiles() throws IOException {
        String readme = Files.readString(Path.of("..", "README.md"));
        String example = readme.split("```java\n", 2)[1].split("```", 2)[0];
        Path source = Files.writeString(scratch.resolve("Example.java"), BEFORE + example + "}\n}\n");
        StringWriter messages = new StringWriter();
        PrintWriter out = new PrintWriter(messages);
        String classPath = System.getProperty("java.class.path");
        int status = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(out, out, "-d", scratch.toString(), "-proc:none", "-cp", classPath, source.toString());
        assertThat(status).as(messages.toString()).isZero();
    }
}
