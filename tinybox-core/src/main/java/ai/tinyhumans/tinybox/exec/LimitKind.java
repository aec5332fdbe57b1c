package ai.tinyhumans.tinybox.exec;

import java.util.Locale;

/** A limit that ended a command. */
public enum LimitKind {
    /** More output than a collected command may have. */
    OUTPUT,
    /** More memory than the box may use. */
    MEMORY,
    /** More processes than the box may have. */
    PIDS,
    /** More bytes on disk than the box may have. */
    DISK,
    /** More processor time than the command may use. */
    CPU_TIME;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
