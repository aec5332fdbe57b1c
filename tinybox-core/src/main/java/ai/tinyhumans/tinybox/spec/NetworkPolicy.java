package ai.tinyhumans.tinybox.spec;

import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What a box may reach. Immutable. Every backend decides by {@link #match}, so a new case breaks its build instead of
 * being widened.
 */
public sealed interface NetworkPolicy {

    /** No network at all: the default. */
    static NetworkPolicy denied() {
        return Denied.INSTANCE;
    }

    /** Connections out, none in. */
    static NetworkPolicy egress() {
        return Egress.INSTANCE;
    }

    /** Connections out to the named hosts and ports, nothing else. */
    static NetworkPolicy allowlist(EgressAllowlist allowlist) {
        return new Allowlist(allowlist);
    }

    /** Whatever the host itself can reach, both ways. */
    static NetworkPolicy open() {
        return Open.INSTANCE;
    }

    /** Calls the function of this case. */
    <T> T match(Supplier<T> denied, Supplier<T> egress, Function<EgressAllowlist, T> allowlist, Supplier<T> open);

    /** No network. */
    enum Denied implements NetworkPolicy {
        /** The one value. */
        INSTANCE;

        @Override
        public <T> T match(
                Supplier<T> denied, Supplier<T> egress, Function<EgressAllowlist, T> allowlist, Supplier<T> open) {
            return denied.get();
        }

        @Override
        public String toString() {
            return "denied";
        }
    }

    /** Connections out only. */
    enum Egress implements NetworkPolicy {
        /** The one value. */
        INSTANCE;

        @Override
        public <T> T match(
                Supplier<T> denied, Supplier<T> egress, Function<EgressAllowlist, T> allowlist, Supplier<T> open) {
            return egress.get();
        }

        @Override
        public String toString() {
            return "egress";
        }
    }

    /**
     * Connections out to named places only.
     *
     * @param destinations the places
     */
    record Allowlist(EgressAllowlist destinations) implements NetworkPolicy {

        @Override
        public <T> T match(
                Supplier<T> denied, Supplier<T> egress, Function<EgressAllowlist, T> allowlist, Supplier<T> open) {
            return allowlist.apply(destinations);
        }

        @Override
        public String toString() {
            return "allowlist of " + destinations;
        }
    }

    /** Everything the host can reach. */
    enum Open implements NetworkPolicy {
        /** The one value. */
        INSTANCE;

        @Override
        public <T> T match(
                Supplier<T> denied, Supplier<T> egress, Function<EgressAllowlist, T> allowlist, Supplier<T> open) {
            return open.get();
        }

        @Override
        public String toString() {
            return "open";
        }
    }
}
