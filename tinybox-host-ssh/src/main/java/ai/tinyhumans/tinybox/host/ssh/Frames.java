package ai.tinyhumans.tinybox.host.ssh;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Parts one stream of the far side: before the first token comes whatever a login shell greets with, between two the
 * program's own bytes, and after the last what ssh has to say. Used on the host's thread only.
 */
final class Frames {

    /** What is kept of what comes before the first token, and of a line after one: they are for messages. */
    private static final int MAX_KEPT = 4 << 10;

    /** Hears the parts. */
    interface Ears {

        /** Hears the line that a token begins, without the token. */
        void line(String text);

        /** Hears bytes of the program. */
        void bytes(ByteBuffer bytes);
    }

    private enum Place {
        BEFORE,
        LINE,
        DATA,
        AFTER
    }

    private final byte[] token;
    private final Ears ears;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final ByteArrayOutputStream foreign = new ByteArrayOutputStream();
    private Place place = Place.BEFORE;
    private int lines;
    private int matched;

    Frames(String token, Ears ears) {
        this.token = token.getBytes(StandardCharsets.US_ASCII);
        this.ears = ears;
    }

    /** How many bytes of the program are held back, since they may be the beginning of a token. */
    int held() {
        return place == Place.DATA ? matched : 0;
    }

    /** Answers whether what comes now is for the program's reader. */
    boolean isData() {
        return place == Place.DATA;
    }

    /** What came from somebody else than the program: its last bytes. */
    byte[] foreign() {
        return foreign.toByteArray();
    }

    void take(ByteBuffer in) {
        while (in.hasRemaining()) {
            switch (place) {
                case LINE -> takeLine(in.get());
                case AFTER -> keep(foreign, in.get());
                default -> takeUntilToken(in);
            }
        }
    }

    private void takeLine(byte value) {
        if (value != '\n') {
            keep(line, value);
            return;
        }
        place = lines == 1 ? Place.DATA : Place.AFTER;
        ears.line(line.toString(StandardCharsets.UTF_8).strip());
        line.reset();
    }

    /** A token begins with a byte that it does not hold again, so a match that breaks off begins anew with that byte only. */
    private void takeUntilToken(ByteBuffer in) {
        int start = in.position();
        while (in.hasRemaining()) {
            byte value = in.get();
            if (value == token[matched]) {
                matched++;
                if (matched == token.length) {
                    pass(in, start, in.position() - Math.min(matched, in.position() - start));
                    matched = 0;
                    place = Place.LINE;
                    lines++;
                    return;
                }
            } else if (matched > 0) {
                int heldBefore = matched - (in.position() - 1 - start);
                if (heldBefore > 0) {
                    passToken(heldBefore);
                }
                matched = value == token[0] ? 1 : 0;
            }
        }
        pass(in, start, in.position() - Math.min(matched, in.position() - start));
    }

    /** Passes on the beginning of what looked like a token and came in an earlier piece. */
    private void passToken(int count) {
        deliver(ByteBuffer.wrap(token, 0, count));
    }

    private void pass(ByteBuffer in, int from, int to) {
        if (to > from) {
            ByteBuffer part = in.duplicate();
            part.position(from).limit(to);
            deliver(part);
        }
    }

    private void deliver(ByteBuffer part) {
        if (place == Place.DATA) {
            ears.bytes(part);
        } else {
            while (part.hasRemaining()) {
                keep(foreign, part.get());
            }
        }
    }

    private static void keep(ByteArrayOutputStream kept, byte value) {
        if (kept.size() < MAX_KEPT) {
            kept.write(value);
        }
    }
}
