package ai.tinyhumans.tinybox.event;

import ai.tinyhumans.tinybox.exec.LimitKind;
import ai.tinyhumans.tinybox.exec.Outcome;
import ai.tinyhumans.tinybox.spec.BoxId;
import java.util.function.Function;

/** Something that happened to an execution in a box. Immutable. */
public sealed interface SandboxEvent {

    /** The box. */
    BoxId box();

    /** The execution: its marker, unique in this JVM and beyond. */
    String execution();

    /** Calls the function of this case. */
    <T> T match(
            Function<Started, T> started,
            Function<Denied, T> denied,
            Function<LimitHit, T> limitHit,
            Function<Exited, T> exited);

    /**
     * A program started.
     *
     * @param box the box
     * @param execution the execution
     * @param program what it is called by, without its arguments: they may hold secrets
     */
    record Started(BoxId box, String execution, String program) implements SandboxEvent {
        @Override
        public <T> T match(
                Function<Started, T> started,
                Function<Denied, T> denied,
                Function<LimitHit, T> limitHit,
                Function<Exited, T> exited) {
            return started.apply(this);
        }
    }

    /**
     * The sandbox refused the program something.
     *
     * @param box the box
     * @param execution the execution
     * @param kind what kind of thing
     * @param detail what exactly, for people
     */
    record Denied(BoxId box, String execution, DenialKind kind, String detail) implements SandboxEvent {
        @Override
        public <T> T match(
                Function<Started, T> started,
                Function<Denied, T> denied,
                Function<LimitHit, T> limitHit,
                Function<Exited, T> exited) {
            return denied.apply(this);
        }
    }

    /**
     * A limit was reached, and the execution is being ended for it or has failed.
     *
     * @param box the box
     * @param execution the execution
     * @param kind which limit
     */
    record LimitHit(BoxId box, String execution, LimitKind kind) implements SandboxEvent {
        @Override
        public <T> T match(
                Function<Started, T> started,
                Function<Denied, T> denied,
                Function<LimitHit, T> limitHit,
                Function<Exited, T> exited) {
            return limitHit.apply(this);
        }
    }

    /**
     * An execution is over: its processes are dead and reaped.
     *
     * @param box the box
     * @param execution the execution
     * @param outcome how it ended
     */
    record Exited(BoxId box, String execution, Outcome outcome) implements SandboxEvent {
        @Override
        public <T> T match(
                Function<Started, T> started,
                Function<Denied, T> denied,
                Function<LimitHit, T> limitHit,
                Function<Exited, T> exited) {
            return exited.apply(this);
        }
    }
}
