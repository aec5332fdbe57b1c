package ai.tinyhumans.tinybox.linux.seccomp;

import java.util.Optional;

/** A processor whose system call numbers are known here. */
public enum Architecture {
    /** Intel and AMD with 64 bits. */
    X86_64(0xC000_003E),
    /** ARM with 64 bits. */
    AARCH64(0xC000_00B7);

    private final int auditNumber; // AUDIT_ARCH_… (linux/audit.h): the machine of elf-em.h, 64 bits, little endian

    Architecture(int auditNumber) {
        this.auditNumber = auditNumber;
    }

    int auditNumber() {
        return auditNumber;
    }

    /** The one this JVM runs on; empty if it is none of these. */
    public static Optional<Architecture> current() {
        return switch (System.getProperty("os.arch")) {
            case "amd64", "x86_64" -> Optional.of(X86_64);
            case "aarch64" -> Optional.of(AARCH64);
            default -> Optional.empty();
        };
    }
}
