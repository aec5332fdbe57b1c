package ai.tinyhumans.tinybox.exec;

/** The signals tinybox sends. Their numbers are the same on Linux and macOS (signal(7)). */
public enum Signal {
    /** The terminal is gone. */
    HUP(1),
    /** The user pressed Ctrl-C. */
    INT(2),
    /** End now; cannot be caught. */
    KILL(9),
    /** Please end. */
    TERM(15);

    private final int number;

    Signal(int number) {
        this.number = number;
    }

    /** The number of the signal. */
    public int number() {
        return number;
    }
}
