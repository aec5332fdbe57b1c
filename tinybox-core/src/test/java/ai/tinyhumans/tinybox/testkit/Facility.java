package ai.tinyhumans.tinybox.testkit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Something a machine may have that a test needs. */
public enum Facility {
    /** Programs started on this machine. */
    LAUNCH,
    /** The tracer of system calls. */
    STRACE,
    /** The shell bash. */
    BASH,
    /** The interpreter python3. */
    PYTHON,
    /** A user who may not do everything. */
    UNPRIVILEGED;

    /** Why it is not there; empty if it is. */
    Optional<String> obstacle() {
        return switch (this) {
            case LAUNCH -> unless(System.getProperty("os.name").equals("Linux"), "this is no Linux");
            case STRACE -> program("strace");
            case BASH -> program("bash");
            case PYTHON -> program("python3");
            case UNPRIVILEGED ->
                unless(
                        !System.getProperty("user.name").equals("root"),
                        "the tests run as root, whom no permission stops");
        };
    }

    private static Optional<String> unless(boolean there, String obstacle) {
        return there ? Optional.empty() : Optional.of(obstacle);
    }

    /** How the variable {@code TINYBOX_REQUIRE} spells it. */
    String spelling() {
        return name().toLowerCase(Locale.ROOT);
    }

    private static Optional<String> program(String name) {
        boolean found = Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, name)));
        return unless(found, "there is no " + name + " on PATH");
    }
}
