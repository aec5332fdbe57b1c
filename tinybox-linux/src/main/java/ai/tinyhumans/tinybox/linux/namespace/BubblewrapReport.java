package ai.tinyhumans.tinybox.linux.namespace;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.host.local.syscall.Errno;
import ai.tinyhumans.tinybox.spi.Wrapper;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is reported of a command, by two: {@link FirstProcess} leaves a record of eight bytes, the first of them 0, once the
 * command is over or could not be started; bubblewrap writes lines without a 0 ({@code --json-status-fd}), of which the last
 * has a code, once the first process is over, and with it all that was in its pid namespace (pid_namespaces(7)).
 *
 * @param program the program as the caller named it
 * @param directory its working directory in the box
 * @param isDirectory tells of a path in the box whether it is a directory
 * @param depth how many processes are above the command
 */
record BubblewrapReport(String program, String directory, Predicate<String> isDirectory, int depth) implements Wrapper {

    /** Where bubblewrap finds the file for its report. */
    static final int DESCRIPTOR = 5;

    /** bubblewrap and the first process. */
    static final int DEPTH = 2;

    private static final Pattern CODE = Pattern.compile("\"exit-code\": ([0-9]{1,3})[,} ]");

    /**
     * The record of the first process.
     *
     * @param step what it is about
     * @param number the status of the command as wait(2) encodes it, or the error number of a step that failed
     */
    private record Note(int step, int number) {

        // the second byte
        static final int COMMAND = 0;
        static final int CHDIR = 1;
        static final int EXECVE = 2;

        static final int BYTES = 8;

        static Optional<Note> in(byte[] report) {
            int at = 0;
            while (at < report.length && report[at] != 0) {
                at++;
            }
            if (report.length - at < BYTES || report[at + 1] > EXECVE) {
                return Optional.empty();
            }
            ByteBuffer bytes = ByteBuffer.wrap(report, at, BYTES).order(ByteOrder.LITTLE_ENDIAN);
            return Optional.of(new Note(report[at + 1], bytes.getInt(at + 4)));
        }

        Optional<Exit> exit() {
            if (step != COMMAND) {
                return Optional.empty();
            }
            int signal = number & 0x7F; // bits/waitstatus.h
            return Optional.of(signal == 0 ? new Exit.Exited((number >> 8) & 0xFF) : new Exit.Signaled(signal));
        }
    }

    @Override
    public Set<Integer> reportOn() {
        return Set.of(DESCRIPTOR, FirstProcess.REPORT);
    }

    @Override
    public boolean isAllDead(byte[] report) {
        return code(report).isPresent();
    }

    @Override
    public Optional<Exit> exit(Exit own, byte[] report) {
        Optional<Note> note = Note.in(report);
        return note.isPresent() ? note.get().exit() : exitOfTheBox(own, code(report));
    }

    /** Without a record, whatever had the box was killed from outside, and the command with it, or never came to be. */
    private static Optional<Exit> exitOfTheBox(Exit own, OptionalInt code) {
        if (code.isPresent()) {
            return code.getAsInt() > 128 ? Optional.of(new Exit.Signaled(code.getAsInt() - 128)) : Optional.empty();
        }
        return own.match(
                e -> Optional.empty(),
                Optional::of,
                t -> Optional.empty(),
                c -> Optional.empty(),
                l -> Optional.empty());
    }

    private static OptionalInt code(byte[] report) {
        Matcher matcher = CODE.matcher(new String(report, StandardCharsets.US_ASCII));
        return matcher.find() ? OptionalInt.of(Integer.parseInt(matcher.group(1))) : OptionalInt.empty();
    }

    @Override
    public TinyboxException failure(Exit own, byte[] report, byte[] stderr) {
        Optional<Note> note = Note.in(report);
        if (note.isEmpty()) {
            return BubblewrapFailure.ofSetUp(own, stderr, report);
        }
        Errno errno = Errno.of(note.get().number());
        return note.get().step() == Note.CHDIR
                ? BubblewrapFailure.ofChdir(errno, directory)
                : BubblewrapFailure.ofExec(errno, program, isDirectory);
    }
}
