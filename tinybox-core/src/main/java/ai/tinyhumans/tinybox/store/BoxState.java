package ai.tinyhumans.tinybox.store;

import java.util.Locale;

/** The state of a box. */
public enum BoxState {
    /** It is being made. */
    CREATING,
    /** It takes commands. */
    READY,
    /** It takes commands and is executing one. */
    RUNNING,
    /** Its programs are frozen. */
    PAUSED,
    /** It exists and takes no commands. */
    STOPPED,
    /** It is gone. */
    ARCHIVED,
    /** Making or ending it failed; it can only be destroyed. */
    FAILED;

    /** Answers whether a command may be started now. */
    public boolean acceptsCommands() {
        return this == READY || this == RUNNING;
    }

    /** Answers whether there is something left of it. */
    public boolean isLive() {
        return this != ARCHIVED;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
