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
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The three streams of the process, unbuffered, as bytes. What is written as text goes out as UTF-8 whatever the locale. An
 * interrupt ends a write that nobody reads, so that a full pipe does not keep the process from cleaning up. An input that is
 * closed has nothing to read, and what goes to an error stream that is closed goes nowhere.
 */
final class Console {

    /** The flag of a descriptor that the JVM opened itself (asm-generic/fcntl.h): no program is started with one. */
    private static final int O_CLOEXEC = 02000000;

    /** What the JVM opens first, and without that flag. */
    private static final Path CLASSES = Path.of(System.getProperty("java.home"), "lib", "modules");

    private static final Pattern FLAGS = Pattern.compile("(?m)^flags:\\s*(\\d+)$");

    private final InputStream in = isGiven(0) ? new FileInputStream(FileDescriptor.in) : InputStream.nullInputStream();
    private final OutputStream out = isGiven(1) ? unbuffered(FileDescriptor.out) : new Closed();
    private final OutputStream err = isGiven(2) ? unbuffered(FileDescriptor.err) : OutputStream.nullOutputStream();

    private static OutputStream unbuffered(FileDescriptor descriptor) {
        return Channels.newOutputStream(new FileOutputStream(descriptor).getChannel());
    }

    /** Answers whether this process was started with a descriptor. If not, its number is free, or that of a file of the JVM. */
    private static boolean isGiven(int descriptor) {
        try {
            Matcher flags = FLAGS.matcher(Files.readString(Path.of("/proc/self/fdinfo/" + descriptor)));
            boolean own = flags.find() && (Integer.parseInt(flags.group(1), 8) & O_CLOEXEC) != 0;
            return !own && !isClasses(descriptor);
        } catch (NoSuchFileException none) {
            return !Files.isDirectory(Path.of("/proc/self/fdinfo"));
        } catch (IOException notToBeSeen) {
            return true;
        }
    }

    private static boolean isClasses(int descriptor) {
        try {
            return Files.isSameFile(Path.of("/proc/self/fd/" + descriptor), CLASSES);
        } catch (IOException noSuchFile) {
            return false;
        }
    }

    /** An output that this process was started without. */
    private static final class Closed extends OutputStream {
        @Override
        public void write(int one) throws IOException {
            throw new IOException("it is closed");
        }
    }

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
            return isGiven(1) && (target.startsWith("pipe:") || target.startsWith("socket:"));
        } catch (IOException e) {
            return false;
        }
    }
}
