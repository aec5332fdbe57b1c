package ai.tinyhumans.tinybox.host.local;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.spec.ByteSize;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a program reads, from wherever it comes. */
class InputIT extends PassthroughCase {

    private static final int MIB = 1 << 20;

    /** The ways to give a program bytes. */
    enum Kind {
        BYTES,
        FILE,
        STREAM
    }

    private Stdin input(Kind kind, byte[] content) throws IOException {
        return switch (kind) {
            case BYTES -> Stdin.bytes(content);
            case FILE -> Stdin.file(Files.write(workspace.resolve("input"), content));
            case STREAM -> Stdin.stream(new ByteArrayInputStream(content));
        };
    }

    private static byte[] noise(int size) {
        byte[] noise = new byte[size];
        new Random(size).nextBytes(noise);
        return noise;
    }

    @ParameterizedTest
    @EnumSource
    void reachesTheProgramByteForByte(Kind kind) throws Exception {
        byte[] content = noise(3 * MIB + 1);
        ExecResult result =
                box.exec(Command.of("cat").stdin(input(kind, content)).outputLimit(ByteSize.ofMiB(4)));
        assertThat(result.exit()).isEqualTo(new Exit.Exited(0));
        assertThat(result.stdout()).isEqualTo(content);
    }

    @ParameterizedTest
    @EnumSource
    void endsWhereItIsEmpty(Kind kind) throws Exception {
        ExecResult result = box.exec(Command.of("cat").stdin(input(kind, new byte[0])));
        assertThat(result.exit()).isEqualTo(new Exit.Exited(0));
        assertThat(result.stdout()).isEmpty();
    }

    @ParameterizedTest // B004
    @EnumSource
    void isWrittenWhileTheOutputIsRead(Kind kind) throws Exception {
        ExecResult result = box.exec(sh("head -c 524288 /dev/zero; wc -c >&2").stdin(input(kind, new byte[MIB])));
        assertThat(result.stdout()).hasSize(524_288);
        assertThat(result.stderrText().strip()).isEqualTo("1048576");
        assertThat(result.exit()).isEqualTo(new Exit.Exited(0));
    }

    @ParameterizedTest // B005
    @EnumSource
    void needNotBeReadByAProgramThatSucceeds(Kind kind) throws Exception {
        ExecResult result = box.exec(Command.of("true").stdin(input(kind, noise(10 * MIB))));
        assertThat(result.exit()).isEqualTo(new Exit.Exited(0));
    }

    @ParameterizedTest // B005
    @EnumSource
    void needNotBeReadToItsEnd(Kind kind) throws Exception {
        byte[] content = noise(10 * MIB);
        ExecResult result = box.exec(Command.of("head", "-c", "5").stdin(input(kind, content)));
        assertThat(result.exit()).isEqualTo(new Exit.Exited(0));
        assertThat(result.stdout()).hasSize(5).isEqualTo(Arrays.copyOf(content, 5));
    }

    @ParameterizedTest // B005
    @EnumSource
    void needNotBeReadByAProgramThatFails(Kind kind) throws Exception {
        ExecResult result = box.exec(sh("exit 3").stdin(input(kind, noise(10 * MIB))));
        assertThat(result.exit()).isEqualTo(new Exit.Exited(3));
    }

    @Test
    void isAtItsEndAtOnceUnlessGiven() throws InterruptedException {
        assertThat(exec("cat").stdout()).isEmpty();
    }

    @Test
    void isReadByTheProgramItselfFromAFile() throws Exception {
        Path file = Files.writeString(workspace.resolve("input"), "content");
        ExecResult result = box.exec(sh("readlink /proc/self/fd/0").stdin(Stdin.file(file)));
        assertThat(result.stdoutText().strip()).isEqualTo(file.toRealPath().toString());
    }

    @Test
    void isRefusedIfItsFileIsNotThere() {
        Path missing = workspace.resolve("missing");
        assertRefused(ErrorCode.FILE_NOT_FOUND, () -> box.exec(Command.of("cat").stdin(Stdin.file(missing))))
                .hasMessageContaining(missing.toString());
    }

    @Test
    void isWrittenAndReadInTurnsWhileItIsOpen() throws Exception {
        try (Execution execution = box.start(Command.of("cat").stdin(Stdin.open()))) {
            for (String line : new String[] {"one\n", "two\n"}) {
                execution.stdin().write(line.getBytes(StandardCharsets.US_ASCII));
                awaitOutput(execution, line);
            }
            assertThat(execution.isOver()).isFalse();
            execution.stdin().close();
            assertThat(execution.await().exit()).isEqualTo(new Exit.Exited(0));
        }
    }

    @Test
    void takesNoMoreOnceItIsClosed() throws Exception {
        try (Execution execution = box.start(Command.of("sleep", Naps.of(320)).stdin(Stdin.open()))) {
            execution.stdin().close();
            execution.stdin().close();
            assertThatThrownBy(() -> execution.stdin().write(1)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void makesAWriterWaitOnlyUntilTheProgramEnds() throws Exception {
        try (Execution execution = box.start(Command.of("head", "-c", "1").stdin(Stdin.open()))) {
            OutputStream stdin = execution.stdin();
            assertThatThrownBy(() -> stdin.write(new byte[10 * MIB])).isInstanceOf(IOException.class);
            assertThat(execution.await().exit()).isEqualTo(new Exit.Exited(0));
        }
    }

    @Test
    void letsAWriterGoWhenTheProgramClosesItAndGoesOn() throws Exception {
        try (Execution execution =
                box.start(sh("exec <&-; echo deaf; sleep " + Naps.of(321)).stdin(Stdin.open()))) {
            awaitOutput(execution, "deaf");
            OutputStream stdin = execution.stdin();
            assertThatThrownBy(() -> stdin.write(new byte[10 * MIB])).isInstanceOf(IOException.class);
        }
    }

    @Test
    void letsAWriterGoThatIsInterrupted() throws Exception {
        try (Execution execution = box.start(Command.of("sleep", Naps.of(322)).stdin(Stdin.open()))) {
            OutputStream stdin = execution.stdin();
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> stdin.write(new byte[10 * MIB])).isInstanceOf(IOException.class);
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void canOnlyBeWrittenIfItIsOpen() {
        try (Execution execution = box.start(Command.of("true").stdin(Stdin.bytes(new byte[1])))) {
            assertRefused(ErrorCode.BOX_STATE, execution::stdin);
        }
    }

    /** How a stream may fail after its first bytes. */
    enum Failure {
        IO,
        UNCHECKED,
        ERROR
    }

    @ParameterizedTest
    @EnumSource
    void endsTheProgramIfItsStreamFails(Failure failure) {
        String nap = Naps.of(323);
        InputStream source = switch (failure) {
            case IO -> failing(() -> "half");
            case UNCHECKED ->
                failing(() -> {
                    throw new IllegalStateException("half");
                });
            case ERROR ->
                failing(() -> {
                    throw new NoSuchMethodError("half");
                });
        };
        InputStream stream = new SequenceInputStream(new ByteArrayInputStream(new byte[10]), source);
        assertRefused(
                        ErrorCode.EXEC_STDIN_FAILED,
                        () -> box.exec(sh("cat; sleep " + nap)
                                .stdin(Stdin.stream(stream))
                                .timeout(Duration.ofSeconds(20))))
                .hasMessageContaining("half");
        assertGone(nap);
    }

    private static InputStream failing(Supplier<String> message) {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException(message.get());
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                throw new IOException(message.get());
            }
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"exit 0", "cat & exit 0"})
    void needNotEndForTheProgramToEnd(String script) throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        InputStream endless = failing(() -> {
            try {
                release.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return "released";
        });
        try {
            assertThat(box.exec(sh(script).stdin(Stdin.stream(endless))).exit()).isEqualTo(new Exit.Exited(0));
        } finally {
            release.countDown();
        }
    }
}
