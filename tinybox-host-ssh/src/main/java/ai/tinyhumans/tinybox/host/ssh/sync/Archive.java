package ai.tinyhumans.tinybox.host.ssh.sync;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.ByteSize;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Optional;
import org.apache.commons.codec.digest.Blake3;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.jspecify.annotations.Nullable;

/**
 * A tar archive that comes into being while it is read, piece by piece, so that no file is ever whole in memory. The same
 * files make the same bytes: owner 0, time 0, mode 0755 or 0644. A file that is not what its digest says ends the stream.
 * Read by one thread; what it says about itself may be asked from any.
 */
final class Archive extends InputStream {

    private static final int PIECE_BYTES = 64 << 10;

    private interface Opener {
        InputStream open() throws IOException;
    }

    /** An entry; of a file of the tree, what it must hold. */
    private record Part(
            String name,
            long size,
            boolean executable,
            Opener content,
            @Nullable TreeFile file,
            String expected) {

        boolean holds(String digest) {
            return file == null || expected.equals(Manifest.content(digest, executable));
        }
    }

    private final Deque<Part> parts = new ArrayDeque<>();
    private final ByteArrayOutputStream made = new ByteArrayOutputStream();
    private final TarArchiveOutputStream tar;
    private final SyncProgress progress;
    private final byte[] piece = new byte[PIECE_BYTES];
    private ByteArrayInputStream ready = new ByteArrayInputStream(new byte[0]);
    private @Nullable InputStream current;
    private Blake3 hash = Blake3.initHash();
    private long left;
    private long sent;
    private long total;
    private int files;
    private boolean finished;
    private volatile @Nullable TinyboxException failure;

    Archive(SyncProgress progress) {
        this.progress = progress;
        tar = new TarArchiveOutputStream(made, TarConstants.DEFAULT_RCDSIZE, "ISO-8859-1");
        tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_GNU);
        tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_STAR);
    }

    /** Adds a file made here. */
    Archive with(String name, byte[] content) {
        parts.add(new Part(name, content.length, false, () -> new ByteArrayInputStream(content), null, ""));
        return this;
    }

    /** Adds files of the tree, which must be what the manifest says. */
    Archive with(Collection<TreeFile> ofTree, Manifest manifest) {
        for (TreeFile file : ofTree) {
            parts.add(new Part(
                    file.path(),
                    file.size(),
                    file.executable(),
                    file::open,
                    file,
                    manifest.contents().getOrDefault(file.path(), "")));
            total += file.size();
            files++;
        }
        return this;
    }

    /** Why it ended before its time, if it did. */
    Optional<TinyboxException> failure() {
        return Optional.ofNullable(failure);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        try {
            while (ready.available() == 0 && !finished) {
                made.reset();
                makeMore();
                ready = new ByteArrayInputStream(made.toByteArray());
            }
        } catch (TinyboxException e) {
            failure = e;
            throw new IOException(e.getMessage(), e);
        }
        return ready.read(into, offset, length);
    }

    private void makeMore() throws IOException {
        Part part = parts.peek();
        if (part == null) {
            tar.close();
            finished = true;
        } else if (current == null) {
            begin(part);
        } else {
            goOn(part, current);
        }
    }

    private void begin(Part part) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(part.name(), true);
        entry.setSize(part.size());
        entry.setModTime(0);
        entry.setIds(0, 0);
        entry.setMode(part.executable() ? 0755 : 0644);
        tar.putArchiveEntry(entry);
        hash = Blake3.initHash();
        left = part.size();
        try {
            current = part.content().open();
        } catch (IOException e) {
            throw failed(part, e);
        }
    }

    private void goOn(Part part, InputStream from) throws IOException {
        int count;
        try {
            count = from.read(piece);
        } catch (IOException e) {
            throw failed(part, e);
        }
        if (count > 0 && count <= left) {
            tar.write(piece, 0, count);
            hash.update(piece, 0, count);
            left -= count;
            tell(part, count);
            return;
        }
        from.close();
        current = null;
        if (count > 0 || left != 0 || !part.holds(TreeDigest.hex(hash))) {
            throw failed(part, null);
        }
        tar.closeArchiveEntry();
        parts.remove();
    }

    private void tell(Part part, int count) {
        if (part.file() != null) {
            sent += count;
            progress.sent(new ByteSize(sent), new ByteSize(total), files);
        }
    }

    private static TinyboxException failed(Part part, @Nullable IOException why) {
        TreeFile file = part.file();
        if (file != null) {
            return why == null ? file.changed() : file.unreadable(why);
        }
        throw new IllegalStateException("an archive entry made here cannot change", why);
    }

    @Override
    public void close() throws IOException {
        if (current != null) {
            current.close();
            current = null;
        }
    }
}
