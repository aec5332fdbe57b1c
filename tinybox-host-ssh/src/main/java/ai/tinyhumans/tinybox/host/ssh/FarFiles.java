package ai.tinyhumans.tinybox.host.ssh;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.Text;
import ai.tinyhumans.tinybox.spec.WorkspacePath;
import ai.tinyhumans.tinybox.spi.FileStat;
import ai.tinyhumans.tinybox.spi.ShellWords;
import ai.tinyhumans.tinybox.spi.WorkspaceFiles;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The files below a directory of the far side. One shell there serves all requests and holds the directory, as its working
 * directory; each open file has a shell of its own, which starts from there. Thread-safe.
 */
final class FarFiles implements WorkspaceFiles {

    /** Starts a shell that runs {@code files.sh}. */
    interface Shells {
        FarShell start(String step, List<String> arguments);
    }

    private final Shells shells;
    private final FarShell server;
    private final String directory;
    private final String maker;
    private final ReentrantLock lock = new ReentrantLock();

    private FarFiles(Shells shells, FarShell server, String pid, String start) {
        this.shells = shells;
        this.server = server;
        this.directory = "/proc/" + pid + "/cwd";
        this.maker = pid + "-" + start;
    }

    /**
     * Opens a directory.
     *
     * @throws TinyboxException as {@link ai.tinyhumans.tinybox.spi.Host#openWorkspace} says; {@code host.tool_missing}
     */
    static FarFiles open(String root, Shells shells) {
        FarShell server = shells.start("serve", List.of(root));
        try {
            String[] self = text(FileReply.require(server.reply(), root)).split(" ", -1);
            return new FarFiles(shells, server, self[0], self[1]);
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.US_ASCII).strip();
    }

    private byte[] request(String step, WorkspacePath path, List<String> arguments) {
        lock.lock();
        try {
            server.send(Text.encode("tinybox_do " + step + " " + ShellWords.quoteAll(arguments) + "\n"));
            return FileReply.require(server.reply(), path);
        } finally {
            lock.unlock();
        }
    }

    /** Some words, then the last name of a path, then those above it. */
    private static List<String> named(WorkspacePath path, String... words) {
        List<String> components = path.components();
        if (components.isEmpty()) {
            throw FileReply.wrongType(path);
        }
        int last = components.size() - 1;
        List<String> arguments = new ArrayList<>(List.of(words));
        arguments.add(components.get(last));
        arguments.addAll(components.subList(0, last));
        return arguments;
    }

    @Override
    public FileStat stat(WorkspacePath path) {
        List<String> arguments = named(path);
        return FileReply.stat(arguments.get(0), text(request("stat", path, arguments)));
    }

    @Override
    public String readLink(WorkspacePath path) {
        String line = Text.decode(request("link", path, named(path)));
        return line.substring(0, line.length() - 1);
    }

    @Override
    public List<FileStat> list(WorkspacePath path) {
        List<FileStat> entries = FileReply.list(request("list", path, path.components()));
        if (entries.size() > MAX_ENTRIES) {
            throw FileReply.tooLarge(path, "has more than " + MAX_ENTRIES + " entries");
        }
        return entries;
    }

    @Override
    public Reader read(WorkspacePath path) {
        server.requireOpen();
        return FarReader.open(path, shells.start("read", named(path, directory)));
    }

    @Override
    public Writer write(WorkspacePath path) {
        server.requireOpen();
        String staged = FarWriter.nameOf(maker);
        List<String> arguments = named(path, staged);
        FarShell shell = shells.start("write", named(path, directory, staged));
        return FarWriter.open(path, shell, new FarWriter.Staged() {
            @Override
            public void publish() {
                request("publish", path, arguments);
            }

            @Override
            public void discard() {
                request("discard", path, arguments);
            }
        });
    }

    @Override
    public void mkdir(WorkspacePath path) {
        request("mkdir", path, path.components());
    }

    @Override
    public void remove(WorkspacePath path) {
        request("remove", path, named(path));
    }

    @Override
    public void close() {
        server.close();
    }
}
