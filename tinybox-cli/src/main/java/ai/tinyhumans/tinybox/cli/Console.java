package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.spec.Text;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The three streams of the process, unbuffered, as bytes. What is written as text goes out as UTF-8 whatever the locale. An
 * interrupt ends a write that nobody reads, so that a full pipe does not keep the process from cleaning up.
 */
final class Console {

    private final InputStream in = new FileInputStream(FileDescriptor.in);
    private final OutputStream out = Channels.newOutputStream(new FileOutputStream(FileDescriptor.out).getChannel());
    private final OutputStream err = Channels.newOutputStream(new FileOutputStream(FileDescriptor.err).getChannel());

    InputStream in() {
        return in;
    }

    OutputStream out() {
        return out;
    }

    OutputStream err() {
        return err;
    }

    /** Writes lines to the standard output. */
    void print(Iterable<String> lines) throws IOException {
        StringBuilder text = new StringBuilder();
        lines.forEach(line -> text.append(line).append('\n'));
        out.write(Text.encode(text.toString()));
    }

    /** Writes one line to the standard error, which says that it is from tinybox. An interrupt is kept for later. */
    void note(String message) {
        boolean interrupted = Thread.interrupted();
        try {
            err.write(Text.encode("tinybox: " + message.strip().replaceAll("\\s*\\R\\s*", " | ") + "\n"));
        } catch (IOException nobodyListens) {
            // there is no other place to say so
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Writes to the terminal that the standard error is. */
    void draw(String text) {
        try {
            err.write(Text.encode(text));
        } catch (IOException nobodyLooks) {
            // and nothing depends on it
        }
    }

    /** Answers whether the standard error is a terminal. */
    boolean isErrTerminal() {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (IOException e) {
            return false;
        }
    }

    /** Answers whether the standard output is a pipe or a socket: whoever reads it may stop when it has enough. */
    boolean hasReader() {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString();
            return target.startsWith("pipe:") || target.startsWith("socket:");
        } catch (IOException e) {
            return false;
        }
    }
}
