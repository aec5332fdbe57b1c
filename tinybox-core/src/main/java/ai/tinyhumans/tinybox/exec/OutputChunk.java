package ai.tinyhumans.tinybox.exec;

import ai.tinyhumans.tinybox.bus.Limits;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;

/**
 * A piece of one stream, at most {@value Limits#MAX_OUTPUT_CHUNK_BYTES} bytes. Immutable. Chunks are numbered from 0 over
 * both streams together, in the order they were read.
 */
public final class OutputChunk {

    private final long sequence;
    private final StdStream stream;
    private final byte[] bytes;
    private final int offset;
    private final int length;

    /**
     * Makes a chunk of a part of an array that nobody changes any more.
     *
     * @throws IllegalArgumentException if the number is negative or the part is larger than a chunk may be
     * @throws IndexOutOfBoundsException if the part is not inside the array
     */
    public OutputChunk(long sequence, StdStream stream, byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (sequence < 0 || length > Limits.MAX_OUTPUT_CHUNK_BYTES) {
            throw new IllegalArgumentException("chunk " + sequence + " of " + length + " bytes is out of range");
        }
        this.sequence = sequence;
        this.stream = stream;
        this.bytes = bytes;
        this.offset = offset;
        this.length = length;
    }

    /** Its number. */
    public long sequence() {
        return sequence;
    }

    /** Where it was written. */
    public StdStream stream() {
        return stream;
    }

    /** How many bytes it has. */
    public int size() {
        return length;
    }

    /** Its bytes: a view that cannot be written. */
    public ByteBuffer bytes() {
        return ByteBuffer.wrap(bytes, offset, length).slice().asReadOnlyBuffer();
    }

    /** Its bytes: a copy. */
    public byte[] toByteArray() {
        return Arrays.copyOfRange(bytes, offset, offset + length);
    }

    /** Writes its bytes to a stream. */
    public void writeTo(OutputStream out) throws IOException {
        out.write(bytes, offset, length);
    }

    @Override
    public String toString() {
        return "OutputChunk[" + sequence + ", " + stream + ", " + length + " bytes]";
    }
}
