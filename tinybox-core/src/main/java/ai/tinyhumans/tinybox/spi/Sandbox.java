package ai.tinyhumans.tinybox.spi;

import ai.tinyhumans.tinybox.capability.Capability;
import ai.tinyhumans.tinybox.capability.SandboxCapabilities;
import ai.tinyhumans.tinybox.capability.SnapshotSupport;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.spec.PortMapping;
import ai.tinyhumans.tinybox.spec.SnapshotId;
import ai.tinyhumans.tinybox.store.BoxRecord;
import ai.tinyhumans.tinybox.store.BoxState;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/**
 * A way to confine: it rewrites commands, and boxes of its kind have a lifecycle. Core has checked a specification against
 * {@link #capabilities()} before it calls, so an implementation is asked only for what it declares.
 *
 * @implSpec thread-safe
 */
public interface Sandbox {

    /** What it promises on this host, in the state this host is in. */
    SandboxCapabilities capabilities();

    /**
     * Makes the box whose record was just stored.
     *
     * @throws TinyboxException {@code source.unsupported} before any side effect, or another error after undoing what was
     *     done; if that is not possible, {@code cleanup.failed}
     */
    void create(BoxRecord box) throws InterruptedException;

    /**
     * Rewrites a command of a box to a program on the host. Pure: no side effect, the same answer for the same question.
     */
    LaunchPlan plan(BoxRecord box, Command command);

    /**
     * The way into the box, if its programs are not processes the host shows. Then {@link #plan} is
     * {@link Entrance#enter} of {@link InnerSupervisor#run}.
     */
    default Optional<Entrance> entrance(BoxRecord box) {
        return Optional.empty();
    }

    /** The least {@linkplain Wrapper#depth depth} of the wrappers that its plans have; 0 if they have none. */
    default int depth() {
        return 0;
    }

    /** The state the box is really in, whatever its record says. */
    BoxState inspect(BoxRecord box) throws InterruptedException;

    /**
     * Removes the box and all it holds. Idempotent: a box that is gone already is removed.
     *
     * @throws TinyboxException {@code cleanup.failed} if something is left; the call can be made again
     */
    void destroy(BoxRecord box) throws InterruptedException;

    /** The directory of the host that is the workspace, if it is one. */
    Optional<String> workspaceDirectory(BoxRecord box);

    /** Keeps the state of a box; called only if {@link SandboxCapabilities#snapshot()} covers {@code content}. */
    default SnapshotId snapshot(BoxRecord box, SnapshotSupport content) throws InterruptedException {
        throw undeclared(box, Capability.FILESYSTEM_SNAPSHOT);
    }

    /** The snapshots it can make boxes from, in the order of their names. */
    default List<SnapshotId> snapshots() throws InterruptedException {
        return List.of();
    }

    /**
     * Removes a snapshot. Idempotent: one that is gone already is removed.
     *
     * @throws TinyboxException {@code cleanup.failed} if something still needs it
     */
    default void deleteSnapshot(SnapshotId snapshot) throws InterruptedException {}

    /** The ports that are published, each with the port of the host it is on now. */
    default SortedSet<PortMapping> ports(BoxRecord box) throws InterruptedException {
        return Collections.emptySortedSet();
    }

    /** Freezes all programs of a box; called only if {@link Capability#PAUSE_RESUME} is declared. */
    default void pause(BoxRecord box) throws InterruptedException {
        throw undeclared(box, Capability.PAUSE_RESUME);
    }

    /** Lets the programs of a paused box go on; called only if {@link Capability#PAUSE_RESUME} is declared. */
    default void resume(BoxRecord box) throws InterruptedException {
        throw undeclared(box, Capability.PAUSE_RESUME);
    }

    private static TinyboxException undeclared(BoxRecord box, Capability capability) {
        return TinyboxException.of(
                        ErrorCode.CAPABILITY_UNSUPPORTED,
                        "the sandbox declares no " + capability + " and was asked for it")
                .placement(box.spec().workspace())
                .build();
    }
}
