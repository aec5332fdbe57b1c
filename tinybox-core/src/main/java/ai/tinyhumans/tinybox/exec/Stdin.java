package ai.tinyhumans.tinybox.exec;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Function;
import java.util.function.Supplier;

/** What a command reads from descriptor 0. */
public sealed interface Stdin {

    /** Nothing: the end of input at once. */
    static Stdin none() {
        return None.INSTANCE;
    }

    /** These bytes, then the end of input. */
    static Stdin bytes(byte[] content) {
        return new Bytes(content);
    }

    /** A file of this machine, which the program reads itself. */
    static Stdin file(Path file) {
        return new File(file);
    }

    /**
     * Whatever a stream yields, then the end of input. One daemon thread reads the stream, since it may block for ever; it
     * ends with the stream, or with the first byte after the command ended. The stream stays the caller's to close.
     */
    static Stdin stream(InputStream source) {
        return new Stream(source);
    }

    /** What the caller writes to the execution, until it closes it. */
    static Stdin open() {
        return Open.INSTANCE;
    }

    /** Calls the function of this case. */
    <T> T match(
            Supplier<T> none,
            Function<Bytes, T> bytes,
            Function<File, T> file,
            Function<Stream, T> stream,
            Supplier<T> open);

    /** Nothing. */
    enum None implements Stdin {
        /** The one value. */
        INSTANCE;

        @Override
        public <T> T match(
                Supplier<T> none,
                Function<Bytes, T> bytes,
                Function<File, T> file,
                Function<Stream, T> stream,
                Supplier<T> open) {
            return none.get();
        }
    }

    /** Bytes in memory. Immutable. */
    final class Bytes implements Stdin {

        private final byte[] content;

        private Bytes(byte[] content) {
            this.content = content.clone();
        }

        /** The bytes: a copy. */
        public byte[] content() {
            return content.clone();
        }

        @Override
        public <T> T match(
                Supplier<T> none,
                Function<Bytes, T> bytes,
                Function<File, T> file,
                Function<Stream, T> stream,
                Supplier<T> open) {
            return bytes.apply(this);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Bytes that && Arrays.equals(content, that.content);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(content);
        }

        @Override
        public String toString() {
            return "Bytes[" + content.length + "]";
        }
    }

    /**
     * A file.
     *
     * @param path where it is on this machine
     */
    record File(Path path) implements Stdin {
        @Override
        public <T> T match(
                Supplier<T> none,
                Function<Bytes, T> bytes,
                Function<File, T> file,
                Function<Stream, T> stream,
                Supplier<T> open) {
            return file.apply(this);
        }
    }

    /**
     * A stream.
     *
     * @param source the stream, which stays the caller's to close
     */
    record Stream(InputStream source) implements Stdin {
        @Override
        public <T> T match(
                Supplier<T> none,
                Function<Bytes, T> bytes,
                Function<File, T> file,
                Function<Stream, T> stream,
                Supplier<T> open) {
            return stream.apply(this);
        }
    }

    /** The caller writes. */
    enum Open implements Stdin {
        /** The one value. */
        INSTANCE;

        @Override
        public <T> T match(
                Supplier<T> none,
                Function<Bytes, T> bytes,
                Function<File, T> file,
                Function<Stream, T> stream,
                Supplier<T> open) {
            return open.get();
        }
    }
}
