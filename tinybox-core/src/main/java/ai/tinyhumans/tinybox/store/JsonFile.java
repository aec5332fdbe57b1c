package ai.tinyhumans.tinybox.store;

import ai.tinyhumans.tinybox.bus.json.Json;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.Text;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object in a file that several threads and processes change. A reader sees one whole version and needs no lock; a
 * change is on the disk when it returns. Thread-safe. Only the owner may read what it writes: records hold secrets.
 *
 * <p>A missing file is an empty object. Anything else that is not exactly one JSON object is {@code store.corrupt} and
 * stays as it is.
 */
final class JsonFile {

    /** 10 s: a thousand times what a change takes, and still less than the patience of a caller. */
    static final Duration LOCK_WAIT = Duration.ofSeconds(10);

    /** 64 MiB: some fifty thousand boxes. Every call reads the file as a whole, so there must be an end to it. */
    static final long MAX_BYTES = 64 << 20;

    /** The next version of the object. It is written if it was changed. Not thread-safe. */
    static final class Draft {

        private final JsonPlace root;
        private boolean changed;

        private Draft(JsonPlace root) {
            this.root = root;
        }

        /** The object as it is in the draft. */
        JsonPlace root() {
            return root;
        }

        /** Sets a field to what a function makes of its value. */
        void put(String field, Function<@Nullable JsonNode, JsonNode> write) {
            root.object().set(field, write.apply(root.object().get(field)));
            changed = true;
        }

        void remove(String field) {
            root.object().remove(field);
            changed = true;
        }
    }

    private final Path directory;
    private final Path file;
    private final Path temp;
    private final Path lock;
    private final Duration lockWait;

    JsonFile(Path directory, String name) {
        this(directory, name, LOCK_WAIT);
    }

    JsonFile(Path directory, String name, Duration lockWait) {
        this.directory = directory.toAbsolutePath();
        this.file = this.directory.resolve(name);
        this.temp = this.directory.resolve(name + ".tmp");
        this.lock = this.directory.resolve(name + ".lock");
        this.lockWait = lockWait;
    }

    Path directory() {
        return directory;
    }

    /** The object as it is now: the caller's own copy. */
    JsonPlace read() {
        try {
            return load();
        } catch (IOException e) {
            throw failed("read", e);
        }
    }

    /**
     * Changes the object in one step.
     *
     * @param change works on the draft it is given; it may throw to change nothing, and must not change this file otherwise
     * @return what the function returned
     */
    <T> T change(Function<Draft, T> change) {
        try {
            createDirectory(directory);
            return new StoreLock(directory, lock, ownerOnly("rw-------"), lockWait).hold(() -> {
                Draft draft = new Draft(load());
                T result = change.apply(draft);
                if (draft.changed) {
                    publish(Json.document(draft.root.node()));
                }
                return result;
            });
        } catch (IOException e) {
            throw failed("change", e);
        }
    }

    private JsonPlace load() throws IOException {
        byte[] bytes;
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw JsonPlace.corrupt(file, "it has more than " + MAX_BYTES + " bytes")
                        .build();
            }
            bytes = Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            if (!isMissing()) {
                throw new IOException("a link to nowhere, or a file in place of a directory, stands in its way", e);
            }
            return new JsonPlace(file, "", Json.object());
        }
        JsonPlace root = new JsonPlace(file, "", parse(bytes));
        root.object();
        return root;
    }

    /** Answers whether nothing stands where the file should be, rather than something that hides it. */
    private boolean isMissing() {
        Path path = directory;
        while (path.getParent() != null && !Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            path = path.getParent();
        }
        return Files.isDirectory(path) && !Files.isSymbolicLink(file);
    }

    private JsonNode parse(byte[] bytes) {
        try {
            return Json.parse(bytes);
        } catch (JsonProcessingException e) {
            // the parser's own words may quote what it read, and that may be a secret
            throw JsonPlace.corrupt(
                            file,
                            "it is not JSON from line " + e.getLocation().getLineNr() + ", column "
                                    + e.getLocation().getColumnNr() + " on")
                    .cause(e)
                    .build();
        } catch (IOException e) {
            throw JsonPlace.corrupt(file, bytes.length == 0 ? "it is empty" : "it is not JSON")
                    .cause(e)
                    .build();
        }
    }

    /**
     * Puts a new version in the place of the old one. The temporary file has one name, since only the holder of the lock
     * writes it: what a killed process left of it goes first.
     */
    private void publish(byte[] document) throws IOException {
        if (document.length > MAX_BYTES) {
            throw new IOException("it would have more than " + MAX_BYTES + " bytes");
        }
        try {
            Files.deleteIfExists(temp);
            Files.createFile(temp, ownerOnly("rw-------"));
            uninterrupted(() -> write(document));
            Files.move(temp, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(temp);
        }
        flush(directory);
    }

    /** Not through a stream of {@code java.io}, whose paths lose what the locale cannot say. */
    private void write(byte[] document) throws IOException {
        try (FileChannel channel =
                FileChannel.open(temp, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            for (ByteBuffer left = ByteBuffer.wrap(document); left.hasRemaining(); ) {
                channel.write(left);
            }
            // without this the rename can survive a power loss that the bytes do not
            channel.force(true);
        }
    }

    /** Makes a directory and those above it, each entry on the disk before something is put into it. */
    private void createDirectory(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            return;
        }
        Path parent = path.getParent();
        if (parent != null) {
            createDirectory(parent);
        }
        try {
            Files.createDirectory(path, ownerOnly("rwx------"));
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(path)) {
                throw e;
            }
        }
        if (parent != null) {
            flush(parent);
        }
    }

    /** Puts the entries of a directory on the disk. */
    private void flush(Path path) throws IOException {
        if (!isPosix()) {
            // Windows opens no directory for this; NTFS logs its entries itself
            return;
        }
        uninterrupted(() -> {
            try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
                channel.force(true);
            }
        });
    }

    /** Something done with a channel, which an interrupt closes half-way. */
    @FunctionalInterface
    private interface ChannelWork {
        void run() throws IOException;
    }

    /** Begins again when the thread is interrupted meanwhile; the interrupt is set again at the end. */
    private static void uninterrupted(ChannelWork work) throws IOException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    work.run();
                    return;
                } catch (ClosedByInterruptException e) {
                    interrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private FileAttribute<?>[] ownerOnly(String permissions) {
        return isPosix()
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    private boolean isPosix() {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private TinyboxException failed(String verb, IOException e) {
        return TinyboxException.of(
                        ErrorCode.STORE_FAILED, "cannot " + verb + " store '" + file + "': " + Text.reason(e))
                .remedy("see that the disk has room and that its directory may be written, or choose another one by"
                        + " TINYBOX_STATE_DIR")
                .cause(e)
                .build();
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
