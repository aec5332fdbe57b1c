package ai.tinyhumans.tinybox.spi;

import java.util.function.Function;

/** One thing a probe found out by trying the real mechanism. Immutable. */
public sealed interface Finding {

    /** What was tried. */
    String subject();

    /** Calls the function of this case. */
    <T> T match(Function<Usable, T> usable, Function<Blocked, T> blocked, Function<Unknown, T> unknown);

    /** Answers whether it works. */
    default boolean isUsable() {
        return match(u -> true, b -> false, u -> false);
    }

    /**
     * It works.
     *
     * @param subject what was tried
     * @param detail what was seen, as in a version
     */
    record Usable(String subject, String detail) implements Finding {
        @Override
        public <T> T match(Function<Usable, T> usable, Function<Blocked, T> blocked, Function<Unknown, T> unknown) {
            return usable.apply(this);
        }
    }

    /**
     * It does not work, and this is why.
     *
     * @param subject what was tried
     * @param by what stands in the way
     * @param remedy the exact thing to do about it
     */
    record Blocked(String subject, String by, String remedy) implements Finding {
        @Override
        public <T> T match(Function<Usable, T> usable, Function<Blocked, T> blocked, Function<Unknown, T> unknown) {
            return blocked.apply(this);
        }
    }

    /**
     * It could not be tried.
     *
     * @param subject what should have been tried
     * @param why why it was not
     */
    record Unknown(String subject, String why) implements Finding {
        @Override
        public <T> T match(Function<Usable, T> usable, Function<Blocked, T> blocked, Function<Unknown, T> unknown) {
            return unknown.apply(this);
        }
    }
}
