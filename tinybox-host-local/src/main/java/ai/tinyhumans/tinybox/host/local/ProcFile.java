package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.host.local.syscall.Fd;
import ai.tinyhumans.tinybox.host.local.syscall.SyscallException;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** A file of {@code /proc/PID}. A process that is gone or not ours to look into has none; one we have no room to look into has. */
final class ProcFile {

    /** A file that can be opened was only just missed; a process that begins and ends while we look is not missed for ever. */
    private static final int ATTEMPTS = 3;

    private ProcFile() {}

    /**
     * Reads a file, each byte as one character.
     *
     * @throws TinyboxException {@code host.failed} if this JVM can open no file at all: that says nothing of the process
     */
    static Optional<String> read(long pid, String name) {
        String path = "/proc/" + pid + "/" + name;
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            try (FileInputStream in = new FileInputStream(path)) {
                return Optional.of(new String(in.readAllBytes(), StandardCharsets.ISO_8859_1));
            } catch (IOException e) {
                if (!canBeOpened(path)) {
                    return Optional.empty();
                }
            }
        }
        return Optional.empty();
    }

    /** The JDK does not tell why a file was not opened. */
    private static boolean canBeOpened(String path) {
        try {
            Fd.close(Fd.open(path, Fd.O_RDONLY));
            return true;
        } catch (SyscallException e) {
            switch (e.errno()) {
                case EMFILE, ENFILE, ENOMEM ->
                    throw TinyboxException.of(
                                    ErrorCode.HOST_FAILED,
                                    "the processes of this machine cannot be seen: " + e.getMessage())
                            .remedy("close what is not needed, or raise 'ulimit -n'")
                            .build();
                default -> {
                    return false;
                }
            }
        }
    }
}
