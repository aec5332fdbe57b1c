package ai.tinyhumans.tinybox.host.ssh.sync;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.ByteSize;
import ai.tinyhumans.tinybox.spec.Text;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Objects;

/**
 * Finds the files of a directory that are the workspace: regular files that the ignore files of its root leave in. A link is
 * neither followed nor sent, nor is a device, pipe or socket, nor is what tinybox itself keeps in a workspace, whose names
 * begin with {@code .tinybox-}. Not thread-safe.
 */
final class Tree {

    /** What every name that tinybox makes in a workspace begins with. */
    private static final String OWN = ".tinybox-";

    /** The ignore files in the order they are read: the later wins. */
    private static final List<String> IGNORE_FILES = List.of(".gitignore", ".boxignore");

    private static final boolean POSIX = File.separatorChar == '/';

    private record Directory(String prefix, Path path) {}

    private final SyncLimits limits;
    private final IgnoreRules rules;
    private final Deque<Directory> open = new ArrayDeque<>();
    private final List<TreeFile> files = new ArrayList<>();
    private long bytes;

    private Tree(SyncLimits limits, IgnoreRules rules) {
        this.limits = limits;
        this.rules = rules;
    }

    /**
     * The files of a directory in the order of their paths.
     *
     * @throws TinyboxException {@code file.not_found} if there is no such directory, {@code file.failed} if a part cannot be
     *     read, {@code sync.too_large} if it is beyond a limit
     */
    static List<TreeFile> scan(Path root, SyncLimits limits) {
        if (!Files.isDirectory(root)) {
            throw TinyboxException.of(ErrorCode.FILE_NOT_FOUND, "there is no directory '" + root + "'")
                    .remedy("name the directory to sync")
                    .build();
        }
        Path absolute = root.toAbsolutePath();
        Tree tree = new Tree(limits, IgnoreRules.of(ignoreFiles(absolute)));
        tree.open.add(new Directory("", absolute));
        while (!tree.open.isEmpty()) {
            tree.visit(tree.open.pop());
        }
        tree.files.sort(Comparator.comparing(TreeFile::path));
        return tree.files;
    }

    private static List<byte[]> ignoreFiles(Path root) {
        List<byte[]> found = new ArrayList<>();
        for (String name : IGNORE_FILES) {
            Path file = root.resolve(name);
            try {
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    found.add(Files.readAllBytes(file));
                }
            } catch (IOException e) {
                throw TreeFile.unreadable(name, e);
            }
        }
        return found;
    }

    private void visit(Directory directory) {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory.path())) {
            for (Path entry : entries) {
                visit(directory.prefix() + name(entry), entry);
            }
        } catch (DirectoryIteratorException e) {
            throw TreeFile.unreadable(directory.prefix(), Objects.requireNonNull(e.getCause()));
        } catch (IOException e) {
            throw TreeFile.unreadable(directory.prefix(), e);
        }
    }

    private void visit(String path, Path entry) throws IOException {
        BasicFileAttributes attributes = POSIX
                ? Files.readAttributes(entry, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                : Files.readAttributes(entry, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        boolean directory = attributes.isDirectory();
        boolean own = path.startsWith(OWN, path.lastIndexOf('/') + 1);
        if (own || !(directory || attributes.isRegularFile()) || rules.ignores(bytesOf(path), directory)) {
            return;
        }
        if (directory) {
            open.push(new Directory(path + "/", entry));
            return;
        }
        boolean executable = attributes instanceof PosixFileAttributes posix
                && posix.permissions().contains(PosixFilePermission.OWNER_EXECUTE);
        files.add(new TreeFile(path, entry, executable, attributes.size()));
        bytes += attributes.size();
        if (files.size() > limits.files() || bytes > limits.size().bytes()) {
            throw tooLarge();
        }
    }

    private TinyboxException tooLarge() {
        boolean many = files.size() > limits.files();
        return TinyboxException.of(
                        ErrorCode.SYNC_TOO_LARGE,
                        "the workspace has more than "
                                + (many
                                        ? limits.files() + " files"
                                        : limits.size().toString()))
                .remedy("see that the right directory is meant, name what is derived in .boxignore, or raise the limit")
                .build();
    }

    /** The name of an entry, each byte one character. */
    private static String name(Path entry) {
        String shown = entry.getFileName().toString();
        boolean ascii = shown.chars().allMatch(c -> c < 0x80);
        String text = ascii || !POSIX ? shown : Text.ofPath(entry);
        return new String(Text.encode(text.substring(text.lastIndexOf('/') + 1)), StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytesOf(String path) {
        return path.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** The bytes of files together. */
    static ByteSize size(List<TreeFile> files) {
        return new ByteSize(files.stream().mapToLong(TreeFile::size).sum());
    }
}
