package ai.tinyhumans.tinybox.host.ssh.sync;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.Text;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * A regular file of a tree as the scan saw it. Immutable.
 *
 * @param path relative to the root, with slashes: each byte one character of Latin-1, so that texts have the order of bytes
 * @param source where it is
 * @param executable whether its owner may execute it
 * @param size in bytes
 */
record TreeFile(String path, Path source, boolean executable, long size) {

    /** Opens it, unless a link took its place; the caller closes the stream. */
    InputStream open() throws IOException {
        return Channels.newInputStream(
                Files.newByteChannel(source, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)));
    }

    TinyboxException changed() {
        return TinyboxException.of(
                        ErrorCode.SYNC_CHANGED, "'" + shown(path) + "' changed while the workspace was being sent")
                .remedy("sync again; what writes there should rest meanwhile")
                .build();
    }

    TinyboxException unreadable(IOException why) {
        return unreadable(path, why);
    }

    static TinyboxException unreadable(String path, IOException why) {
        return TinyboxException.of(
                        ErrorCode.FILE_FAILED, "'" + shown(path) + "' of the workspace cannot be read: " + why)
                .remedy("make it readable, or name it in .boxignore")
                .cause(why)
                .build();
    }

    /** The path as a message says it. */
    static String shown(String path) {
        return Text.printable(Text.decode(path.getBytes(StandardCharsets.ISO_8859_1)));
    }
}
