package ai.tinyhumans.tinybox.exec;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.tinyhumans.tinybox.bus.Limits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutputChunkTest {

    private final byte[] whole = "0123456789".getBytes(US_ASCII);
    private final OutputChunk chunk = new OutputChunk(7, StdStream.STDERR, whole, 3, 4);

    @Test
    void everyViewShowsItsPartOfTheArrayAlone() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        chunk.writeTo(out);
        assertThat(out.toString(US_ASCII)).isEqualTo("3456");
        assertThat(new String(chunk.toByteArray(), US_ASCII)).isEqualTo("3456");
        assertThat(US_ASCII.decode(chunk.bytes()).toString()).isEqualTo("3456");
        assertThat(chunk.size()).isEqualTo(4);
        assertThat(chunk.sequence()).isEqualTo(7);
        assertThat(chunk.stream()).isEqualTo(StdStream.STDERR);
        assertThat(chunk).hasToString("OutputChunk[7, STDERR, 4 bytes]");
    }

    @Test
    void theBufferCannotBeWrittenNorReachTheRestOfTheArray() {
        ByteBuffer view = chunk.bytes();
        assertThat(view.isReadOnly()).isTrue();
        assertThat(view.hasArray()).isFalse();
        assertThat(view.position()).isZero();
        assertThat(view.capacity()).isEqualTo(4);
    }

    @Test
    void readingOneBufferLeavesTheNextWhole() {
        ByteBuffer first = chunk.bytes();
        first.position(first.limit());
        assertThat(chunk.bytes().remaining()).isEqualTo(4);
    }

    @Test
    void theArrayItHandsOutIsACopy() {
        chunk.toByteArray()[0] = 'x';
        assertThat(whole[3]).isEqualTo((byte) '3');
    }

    @ParameterizedTest
    @CsvSource({"-1, 1", "0, 11", "11, 0", "5, 6", "0, -1", "2147483647, 2"})
    void refusesAPartOutsideTheArray(int offset, int length) {
        assertThatThrownBy(() -> new OutputChunk(0, StdStream.STDOUT, whole, offset, length))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void refusesMoreThanAChunkMayHold() {
        byte[] large = new byte[Limits.MAX_OUTPUT_CHUNK_BYTES + 1];
        assertThat(new OutputChunk(0, StdStream.STDOUT, large, 1, Limits.MAX_OUTPUT_CHUNK_BYTES).size())
                .isEqualTo(8192);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new OutputChunk(0, StdStream.STDOUT, large, 0, large.length))
                .withMessageContaining("8193");
    }

    @Test
    void refusesANegativeNumber() {
        assertThatIllegalArgumentException().isThrownBy(() -> new OutputChunk(-1, StdStream.STDOUT, whole, 0, 1));
    }
}
