package ai.tinyhumans.tinybox.linux.namespace;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spec.Text;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A command as execve(2) takes it: the piece of memory that {@link FirstProcess} maps at a fixed address, pointers
 * included, so that it has nothing to parse. It begins with pointers to the working directory, to the array of arguments and
 * to that of variables, and the array of files to try; each array ends with a null. Pure.
 */
final class CommandImage {

    /** Where it is mapped: what both architectures have and nothing else is at. */
    private static final long ADDRESS = 0x1_0000_0000L;

    /** What is mapped. The kernel takes less than 6 MiB of arguments and variables (execve(2)). */
    static final int MAX_BYTES = 8 << 20;

    /** Room for the marker and for what comes with it. */
    private static final int MARKER_BYTES = 64 << 10;

    private final List<byte[]> files;
    private final List<byte[]> argv;
    private final List<byte[]> variables = new ArrayList<>();
    private final byte[] cwd;

    /**
     * Makes the image of a command.
     *
     * @param env all its variables but the marker
     * @param cwd an absolute path in the box
     * @throws TinyboxException {@code launch.arguments_too_long} if it has no room
     */
    CommandImage(List<String> argv, Env env, String cwd) {
        this.files = files(argv.get(0), env);
        this.argv = argv.stream().map(Text::encode).toList();
        env.variables().forEach((name, value) -> variables.add(Text.encode(name + "=" + value)));
        this.cwd = Text.encode(cwd);
        if (size(0) > MAX_BYTES - MARKER_BYTES) {
            throw TinyboxException.of(
                            ErrorCode.LAUNCH_ARGUMENTS_TOO_LONG,
                            "program '" + Text.printable(argv.get(0))
                                    + "' got more arguments and environment than the kernel takes")
                    .remedy("pass data through standard input or a file")
                    .build();
        }
    }

    /** A name without a slash is looked for in the command's own PATH; an empty element of that names nothing. */
    private static List<byte[]> files(String program, Env env) {
        if (program.indexOf('/') >= 0) {
            return List.of(Text.encode(program));
        }
        return Arrays.stream(env.variables().getOrDefault("PATH", "").split(":", -1))
                .filter(directory -> !directory.isEmpty())
                .map(directory -> Text.encode(directory + "/" + program))
                .toList();
    }

    /** The bytes, for a command with this marker. */
    byte[] bytes(String marker) {
        List<byte[]> all = new ArrayList<>(variables);
        all.add(0, Text.encode(Env.MARKER + "=" + marker));
        return new Layout(pointers(1)).write(all);
    }

    private int pointers(int more) {
        return 3 + files.size() + 1 + argv.size() + 1 + variables.size() + more + 1;
    }

    private long size(int more) {
        long size = (long) pointers(more) * Long.BYTES + cwd.length + 1;
        for (List<byte[]> strings : List.of(files, argv, variables)) {
            for (byte[] string : strings) {
                size += string.length + 1L;
            }
        }
        return size;
    }

    /** The pointers, which come first, and the strings behind them. */
    private final class Layout {

        private final ByteBuffer pointers;
        private final ByteArrayOutputStream strings = new ByteArrayOutputStream();

        Layout(int count) {
            pointers = ByteBuffer.allocate(count * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        }

        byte[] write(List<byte[]> environment) {
            int behindFiles = 3 + files.size() + 1;
            put(cwd);
            pointers.putLong(ADDRESS + (long) behindFiles * Long.BYTES);
            pointers.putLong(ADDRESS + (long) (behindFiles + argv.size() + 1) * Long.BYTES);
            putAll(files);
            putAll(argv);
            putAll(environment);
            ByteArrayOutputStream image = new ByteArrayOutputStream();
            image.writeBytes(pointers.array());
            image.writeBytes(strings.toByteArray());
            return image.toByteArray();
        }

        private void putAll(List<byte[]> all) {
            all.forEach(this::put);
            pointers.putLong(0);
        }

        private void put(byte[] string) {
            pointers.putLong(ADDRESS + pointers.capacity() + strings.size());
            strings.writeBytes(string);
            strings.write(0);
        }
    }
}
