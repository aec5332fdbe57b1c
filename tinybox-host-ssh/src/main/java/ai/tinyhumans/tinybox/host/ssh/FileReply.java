package ai.tinyhumans.tinybox.host.ssh;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.Text;
import ai.tinyhumans.tinybox.spi.FileStat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What the replies of {@code files.sh} mean. Pure. */
final class FileReply {

    // what the script exits with
    private static final int NOT_FOUND = 10;
    private static final int WRONG_TYPE = 11;
    private static final int TOOL_MISSING = 20;

    // st_mode of inode(7)
    private static final int TYPE = 0170000;
    private static final int REGULAR = 0100000;
    private static final int DIRECTORY = 0040000;
    private static final int LINK = 0120000;
    private static final int PERMISSIONS = 07777;

    private FileReply() {}

    /**
     * The text of a reply that says that all is well.
     *
     * @param subject what was asked for
     * @throws TinyboxException what it says instead
     */
    static byte[] require(FarShell.Reply reply, Object subject) {
        return switch (reply.code()) {
            case 0 -> reply.bytes();
            case NOT_FOUND -> throw failure(ErrorCode.FILE_NOT_FOUND, subject, "does not exist", "check the path");
            case WRONG_TYPE -> throw wrongType(subject);
            case TOOL_MISSING ->
                throw TinyboxException.of(
                                ErrorCode.HOST_TOOL_MISSING,
                                "the far side lacks '" + FarFiles.text(reply.bytes()) + "', which file access needs")
                        .remedy("install it there, or sync a workspace")
                        .build();
            default ->
                throw failure(
                        ErrorCode.FILE_FAILED,
                        subject,
                        "cannot be used: "
                                + Text.printable(Text.decode(reply.bytes()).strip()),
                        "check permissions and free space");
        };
    }

    static TinyboxException wrongType(Object subject) {
        return failure(
                ErrorCode.FILE_WRONG_TYPE,
                subject,
                "is not of the type needed, or leads through a link",
                "links are not followed; name the file itself");
    }

    static TinyboxException tooLarge(Object subject, String fault) {
        return failure(ErrorCode.FILE_TOO_LARGE, subject, fault, "split it");
    }

    static TinyboxException failure(ErrorCode code, Object subject, String fault, String remedy) {
        return TinyboxException.of(code, "workspace file '" + Text.printable(subject.toString()) + "' " + fault)
                .remedy(remedy)
                .build();
    }

    /** Reads mode, size and time, as {@code stat -c '%f %s %Y'} writes them. */
    static FileStat stat(String name, String line) {
        String[] words = line.split(" ", 3);
        int mode = Integer.parseInt(words[0], 16);
        return new FileStat(
                name,
                type(mode & TYPE),
                Long.parseLong(words[1]),
                mode & PERMISSIONS,
                Instant.ofEpochSecond(Long.parseLong(words[2])));
    }

    private static FileStat.Type type(int format) {
        return switch (format) {
            case REGULAR -> FileStat.Type.FILE;
            case DIRECTORY -> FileStat.Type.DIRECTORY;
            case LINK -> FileStat.Type.LINK;
            default -> FileStat.Type.OTHER;
        };
    }

    /** Reads such lines, each with a name as {@code ./NAME/} at its end, and puts them in the order of names. */
    static List<FileStat> list(byte[] lines) {
        List<FileStat> entries = new ArrayList<>();
        String text = Text.decode(lines);
        for (int at = 0; at < text.length(); ) {
            int name = text.indexOf("./", at);
            int end = text.indexOf('/', name + 2);
            entries.add(
                    stat(text.substring(name + 2, end), text.substring(at, name).strip()));
            at = end + 2;
        }
        entries.sort(Comparator.comparing(FileStat::name));
        return entries;
    }
}
