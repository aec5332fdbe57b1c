package ai.tinyhumans.tinybox.host.ssh.sync;

import ai.tinyhumans.tinybox.error.TinyboxException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.codec.digest.Blake3;

/**
 * Reads every file of a tree once and says what the tree is and what each file holds. Small files are read side by side; of a
 * large one the two digests are computed side by side. Holds at most {@value #AHEAD} small files in memory.
 *
 * @param fingerprint what the tree is
 * @param manifest what its files hold
 */
record TreeDigest(Fingerprint fingerprint, Manifest manifest) {

    /** A file up to this size is read whole, which is what makes reading ahead simple. */
    private static final int SMALL_BYTES = 1 << 20;

    /** Files read ahead: enough to keep some cores busy, and 64 MiB at most. */
    private static final int AHEAD = 64;

    private static final class Small {

        private final byte[] content;
        private final String digest;

        Small(byte[] content) {
            this.content = content;
            this.digest = hex(Blake3.initHash().update(content));
        }
    }

    /**
     * Reads the files, given in the order of their paths.
     *
     * @throws TinyboxException {@code file.failed} if one cannot be read, {@code sync.changed} if one has another size by now
     */
    static TreeDigest of(List<TreeFile> files) {
        AtomicInteger number = new AtomicInteger();
        ExecutorService pool = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors(), task -> {
            Thread reader = new Thread(task, "tinybox-sync-" + number.incrementAndGet());
            reader.setDaemon(true);
            return reader;
        });
        try {
            return new Reading(pool).read(files);
        } catch (CompletionException e) {
            throw e.getCause() instanceof TinyboxException cause ? cause : e;
        } finally {
            pool.shutdownNow();
        }
    }

    static String hex(Blake3 hash) {
        return HexFormat.of().formatHex(hash.doFinalize(Fingerprint.LENGTH / 2));
    }

    private static final class Reading {

        private final ExecutorService pool;
        private final Blake3 tree = Blake3.initHash();

        Reading(ExecutorService pool) {
            this.pool = pool;
        }

        TreeDigest read(List<TreeFile> files) {
            SortedMap<String, String> contents = new TreeMap<>();
            Deque<CompletableFuture<Small>> ahead = new ArrayDeque<>();
            Iterator<TreeFile> toRead =
                    files.stream().filter(file -> file.size() <= SMALL_BYTES).iterator();
            for (TreeFile file : files) {
                while (ahead.size() < AHEAD && toRead.hasNext()) {
                    TreeFile next = toRead.next();
                    ahead.add(CompletableFuture.supplyAsync(() -> small(next), pool));
                }
                field(file.path().getBytes(StandardCharsets.ISO_8859_1));
                field(new byte[] {(byte) (file.executable() ? 1 : 0)});
                String digest = file.size() <= SMALL_BYTES ? add(ahead.remove().join()) : large(file);
                contents.put(file.path(), Manifest.content(digest, file.executable()));
            }
            return new TreeDigest(new Fingerprint(hex(tree)), new Manifest(contents));
        }

        private String add(Small small) {
            field(small.content);
            return small.digest;
        }

        private void field(byte[] bytes) {
            length(bytes.length);
            tree.update(bytes);
        }

        private void length(long bytes) {
            tree.update(ByteBuffer.allocate(Long.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(bytes)
                    .array());
        }

        private static Small small(TreeFile file) {
            try (InputStream in = file.open()) {
                byte[] content = in.readNBytes((int) file.size() + 1);
                if (content.length != file.size()) {
                    throw file.changed();
                }
                return new Small(content);
            } catch (IOException e) {
                throw file.unreadable(e);
            }
        }

        private String large(TreeFile file) {
            length(file.size());
            Blake3 own = Blake3.initHash();
            CompletableFuture<?> busy = CompletableFuture.completedFuture(own);
            long left = file.size();
            try (InputStream in = file.open()) {
                byte[] piece = in.readNBytes(SMALL_BYTES);
                while (piece.length > 0) {
                    byte[] current = piece;
                    left -= current.length;
                    busy.join();
                    busy = CompletableFuture.runAsync(() -> own.update(current), pool);
                    tree.update(current);
                    piece = in.readNBytes(SMALL_BYTES);
                }
            } catch (IOException e) {
                throw file.unreadable(e);
            }
            busy.join();
            if (left != 0) {
                throw file.changed();
            }
            return hex(own);
        }
    }
}
