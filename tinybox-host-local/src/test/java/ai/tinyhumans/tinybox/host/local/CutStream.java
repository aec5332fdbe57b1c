package ai.tinyhumans.tinybox.host.local;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** A stream that gives so many bytes, then does something else instead of ending. */
final class CutStream extends InputStream {

    /** What it does instead. */
    interface Cut {
        /** Returns when the stream is to end. */
        void happen() throws IOException;
    }

    private final Cut cut;
    private int left;

    CutStream(int bytes, Cut cut) {
        this.left = bytes;
        this.cut = cut;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0];
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (left == 0) {
            cut.happen();
            return -1;
        }
        int given = Math.min(length, left);
        Arrays.fill(into, offset, offset + given, (byte) 'x');
        left -= given;
        return given;
    }
}
