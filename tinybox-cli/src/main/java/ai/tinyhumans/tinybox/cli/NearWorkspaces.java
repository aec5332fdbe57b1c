package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.Text;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Directories for boxes on this machine, in one beside the store. */
final class NearWorkspaces implements Workspaces {

    private final Path directory;

    NearWorkspaces(Path directory) {
        this.directory = directory;
    }

    @Override
    public String make() {
        try {
            Files.createDirectories(directory);
            return Text.ofPath(Files.createTempDirectory(directory.toRealPath(), ""));
        } catch (IOException e) {
            throw TinyboxException.of(
                            ErrorCode.STORE_FAILED, "cannot make a workspace in '" + directory + "': " + Text.reason(e))
                    .remedy("name a directory by --workspace, or another place by --store")
                    .cause(e)
                    .build();
        }
    }

    @Override
    public void removeOf(BoxSpec spec) {
        Optional<String> made = spec.source()
                .match(
                        local -> Optional.of(local.path()).filter(this::isInside),
                        image -> Optional.empty(),
                        snapshot -> Optional.empty(),
                        repository -> Optional.empty());
        made.ifPresent(this::remove);
    }

    private boolean isInside(String path) {
        try {
            return directory.toRealPath().equals(Text.toPath(path).getParent());
        } catch (IOException noneWasMade) {
            return false;
        }
    }

    @Override
    public void remove(String workspace) {
        try {
            Files.walkFileTree(Text.toPath(workspace), new Removal());
        } catch (NoSuchFileException gone) {
            // whoever removed it did what was to be done
        } catch (IOException e) {
            throw TinyboxException.of(
                            ErrorCode.CLEANUP_FAILED,
                            "the workspace '" + workspace + "' could not be removed: " + Text.reason(e))
                    .remedy("remove it by hand")
                    .cause(e)
                    .build();
        }
    }

    /** Gives itself the permissions it lacks: programs in the box may have taken them away. */
    private static final class Removal extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult preVisitDirectory(Path entered, BasicFileAttributes attributes) throws IOException {
            if (!Files.isWritable(entered)) {
                permit(entered);
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            if (!(failure instanceof AccessDeniedException) || !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
                throw failure;
            }
            permit(file);
            Files.walkFileTree(file, this);
            return FileVisitResult.CONTINUE;
        }

        private static void permit(Path closed) throws IOException {
            Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException unlistable) throws IOException {
            Files.delete(visited);
            return FileVisitResult.CONTINUE;
        }
    }
}
