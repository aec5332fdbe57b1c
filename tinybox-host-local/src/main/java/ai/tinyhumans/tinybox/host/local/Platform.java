package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spi.Finding;
import java.util.Optional;
import java.util.Set;

/** What this library can do on which machine. */
final class Platform {

    /** The processors whose layouts of structures and numbers of flags the system calls know. */
    private static final Set<String> PROCESSORS = Set.of("amd64", "aarch64");

    private Platform() {}

    /** Why processes cannot be started here; empty if they can. */
    static Optional<Finding.Blocked> obstacle() {
        String system = System.getProperty("os.name");
        String processor = System.getProperty("os.arch");
        if (system.equals("Linux") && PROCESSORS.contains(processor)) {
            return Optional.empty();
        }
        return Optional.of(new Finding.Blocked(
                "starting processes",
                "no launcher for " + system + " on " + processor,
                "use 64-bit Linux on x86-64 or aarch64; boxes can be recorded here, not run"));
    }

    static void requireLaunching() {
        require(ErrorCode.PROVIDER_UNUSABLE);
    }

    static void requireFiles() {
        require(ErrorCode.FILE_UNSUPPORTED);
    }

    private static void require(ErrorCode code) {
        obstacle().ifPresent(obstacle -> {
            throw TinyboxException.of(code, "host 'local' has " + obstacle.by())
                    .remedy(obstacle.remedy())
                    .build();
        });
    }
}
