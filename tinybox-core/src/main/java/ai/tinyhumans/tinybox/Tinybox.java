package ai.tinyhumans.tinybox;

import ai.tinyhumans.tinybox.capability.Capability;
import ai.tinyhumans.tinybox.capability.SandboxCapabilities;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.event.EventSink;
import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.HostRef;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.SnapshotId;
import ai.tinyhumans.tinybox.spi.HostProvider;
import ai.tinyhumans.tinybox.spi.HostScheme;
import ai.tinyhumans.tinybox.spi.JailProvider;
import ai.tinyhumans.tinybox.spi.JailStatus;
import ai.tinyhumans.tinybox.spi.Sandbox;
import ai.tinyhumans.tinybox.spi.SandboxContext;
import ai.tinyhumans.tinybox.spi.SandboxProvider;
import ai.tinyhumans.tinybox.store.BoxRecord;
import ai.tinyhumans.tinybox.store.BoxState;
import ai.tinyhumans.tinybox.store.Clock;
import ai.tinyhumans.tinybox.store.MemoryStore;
import ai.tinyhumans.tinybox.store.Store;
import ai.tinyhumans.tinybox.supervise.Supervisor;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Makes boxes and finds them again. Thread-safe. One is enough for a program: it holds the threads that serve all its boxes,
 * so whoever opens it closes it.
 *
 * <p>A box is placed by two names: a host says which machine, a sandbox says how confined. Providers of both are found by
 * {@link ServiceLoader}, or registered.
 */
public final class Tinybox implements AutoCloseable {

    private final Engine engine;
    private final Set<Box> handles = ConcurrentHashMap.newKeySet();

    private Tinybox(Engine engine) {
        this.engine = engine;
    }

    /** Opens a tinybox that keeps its records in memory and takes the providers it finds. */
    public static Tinybox open() {
        return builder().build();
    }

    /** Starts a tinybox with other parts. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Makes a box.
     *
     * @return a handle that owns it: closing the handle destroys the box, unless {@link Box#keep} was called
     * @throws TinyboxException before any side effect: {@code provider.unknown}, {@code isolation.too_weak},
     *     {@code constraint.not_enforced}, {@code capability.unsupported}, {@code source.unsupported}. Or what the sandbox
     *     or the store throws; then nothing is left, or the record is, for {@link Box#destroy} to try again
     * @throws InterruptedException if the thread is interrupted; nothing is left
     */
    public Box create(BoxSpec spec) throws InterruptedException {
        Placement runner = spec.runner();
        engine.machines().provider(runner.host());
        engine.sandboxProviders().get(runner.sandbox().value());
        Sandbox sandbox = engine.sandbox(spec.workspace());
        Admission.check(spec, sandbox.capabilities(), "create");
        BoxRecord record = engine.store()
                .insertNew(id -> BoxRecord.creating(id, spec, engine.clock().now()));
        try {
            sandbox.create(record);
        } catch (RuntimeException | InterruptedException e) {
            forget(record, e);
            throw e;
        }
        engine.store().update(record.id(), made -> made.withState(BoxState.READY));
        return handle(record, true);
    }

    /** Forgets a box that was not made, unless something of it is left to be destroyed. */
    private void forget(BoxRecord record, Exception why) {
        if (why instanceof TinyboxException e && e.code() == ErrorCode.CLEANUP_FAILED) {
            engine.store().update(record.id(), half -> half.withState(BoxState.FAILED));
        } else {
            engine.store().remove(record.id());
        }
    }

    /**
     * Finds a box, whichever process made it.
     *
     * @return a handle that does not own it: closing the handle leaves the box
     * @throws TinyboxException {@code box.unknown}; {@code provider.unknown} if its host or sandbox has no provider here
     */
    public Box box(BoxId id) {
        return handle(engine.record(id), false);
    }

    private Box handle(BoxRecord record, boolean owned) {
        Box box = new Box(engine, record, owned, handles::remove);
        handles.add(box);
        return box;
    }

    /**
     * What a sandbox declares on a host, before there is a box: what a specification may demand there.
     *
     * @throws TinyboxException {@code provider.unknown}, or what the sandbox throws when it looks at the host
     */
    public SandboxCapabilities capabilities(Placement placement) {
        return engine.sandbox(placement).capabilities();
    }

    /**
     * A host without a box: to run there what serves boxes, as the sync of a workspace does. Nothing confines it.
     *
     * @throws TinyboxException {@code provider.unknown}
     */
    public SandboxContext on(HostRef host) {
        return engine.context(host);
    }

    /**
     * The snapshots that boxes on a placement can be made from, in the order of their names.
     *
     * @throws TinyboxException {@code capability.unsupported} if its sandbox makes none
     */
    public List<SnapshotId> snapshots(Placement placement) throws InterruptedException {
        return snapshotting(placement, "list snapshots of").snapshots();
    }

    /**
     * Removes a snapshot. Idempotent.
     *
     * @throws TinyboxException {@code capability.unsupported}; {@code cleanup.failed} if something still needs it
     */
    public void deleteSnapshot(Placement placement, SnapshotId snapshot) throws InterruptedException {
        snapshotting(placement, "delete a snapshot of").deleteSnapshot(snapshot);
    }

    private Sandbox snapshotting(Placement placement, String step) {
        Sandbox sandbox = engine.sandbox(placement);
        Admission.require(Capability.FILESYSTEM_SNAPSHOT, placement, sandbox.capabilities(), step);
        return sandbox;
    }

    /** The records of all boxes in the store, in the order of their names. Asks no sandbox; {@link Box#info} does. */
    public List<BoxRecord> list() {
        return engine.store().list();
    }

    /** The boxes that have expired by now, and those whose destruction began and was not finished. */
    public List<BoxRecord> due() {
        return new Reaper(engine, this::box).due();
    }

    /**
     * Destroys all boxes that are {@link #due}. One that cannot be destroyed does not stop the rest, and is due again. One
     * that is renewed at the same moment is either renewed or destroyed.
     *
     * @return what became of each, in the order of their names
     * @throws InterruptedException if the thread is interrupted; the rest stays due
     */
    public List<Reaped> reap() throws InterruptedException {
        return reap(box -> true);
    }

    /** The same, but of boxes that are {@link #due} only those that are chosen. */
    public List<Reaped> reap(Predicate<BoxRecord> which) throws InterruptedException {
        return new Reaper(engine, this::box).reap(which);
    }

    /** Every provider that was found, and what it finds out about this machine by trying. Blocks for some seconds. */
    public List<ProviderInfo> survey() {
        return new Survey(engine).all();
    }

    /** The same of another machine: its host, and what each sandbox finds out there. */
    public List<ProviderInfo> survey(HostRef host) {
        return new Survey(engine).of(host);
    }

    /** What the jail for single commands of unconfined boxes on a host can do. */
    public JailStatus jailStatus(HostRef host) {
        return engine.jails().status(engine.host(host));
    }

    /**
     * The strongest sandbox on a host that confines at all and works here. Blocks for some seconds.
     *
     * @throws TinyboxException {@code provider.unusable}, with every obstacle and remedy, if there is none: an unconfined
     *     box is only made by name
     */
    public Placement strongest(HostRef host) {
        return new Survey(engine).strongest(host);
    }

    /**
     * Closes every handle that is open, destroying the boxes they own, then ends all threads. Idempotent.
     *
     * @throws TinyboxException {@code cleanup.failed}, with what else failed suppressed, if something is left; the threads
     *     go on and the call can be made again
     */
    @Override
    public void close() {
        List<RuntimeException> failures = new ArrayList<>();
        for (Box box : handles) {
            try {
                box.close();
            } catch (TinyboxException e) {
                failures.add(e);
            }
        }
        if (!failures.isEmpty()) {
            RuntimeException first = failures.get(0);
            failures.stream().skip(1).forEach(first::addSuppressed);
            throw first;
        }
        engine.close();
    }

    /** Collects the parts of a tinybox. Not thread-safe. */
    public static final class Builder {

        private final List<HostProvider> hosts = new ArrayList<>();
        private final List<HostScheme> schemes = new ArrayList<>();
        private final List<SandboxProvider> sandboxes = new ArrayList<>();
        private final List<JailProvider> jails = new ArrayList<>();
        private Store store = new MemoryStore();
        private Clock clock = Clock.SYSTEM;
        private EventSink events = EventSink.NONE;

        private Builder() {}

        /** Keeps the records of boxes there; in memory unless set. */
        public Builder store(Store boxes) {
            this.store = boxes;
            return this;
        }

        /** Reads the time of day there, for expiry; the system's unless set. */
        public Builder clock(Clock timeOfDay) {
            this.clock = timeOfDay;
            return this;
        }

        /** Tells there what happens in boxes; nowhere unless set. */
        public Builder events(EventSink sink) {
            this.events = sink;
            return this;
        }

        /** Registers a host provider, which wins over one found by the same name. */
        public Builder host(HostProvider provider) {
            this.hosts.add(provider);
            return this;
        }

        /** Registers a way to hosts by their addresses, which wins over one found for the same scheme. */
        public Builder scheme(HostScheme scheme) {
            this.schemes.add(scheme);
            return this;
        }

        /** Registers a sandbox provider, which wins over one found by the same name. */
        public Builder sandbox(SandboxProvider provider) {
            this.sandboxes.add(provider);
            return this;
        }

        /** Registers a jail provider, which wins over one found by the same name. */
        public Builder jail(JailProvider provider) {
            this.jails.add(provider);
            return this;
        }

        /** Makes the tinybox. */
        public Tinybox build() {
            return new Tinybox(new Engine(
                    store,
                    clock,
                    new Supervisor(events),
                    new Machines(
                            new Providers<>(
                                    "host",
                                    hosts,
                                    ServiceLoader.load(HostProvider.class),
                                    p -> p.name().value()),
                            new Providers<>(
                                    "host scheme", schemes, ServiceLoader.load(HostScheme.class), HostScheme::name)),
                    new Providers<>(
                            "sandbox",
                            sandboxes,
                            ServiceLoader.load(SandboxProvider.class),
                            p -> p.name().value()),
                    new Jails(new Providers<>(
                            "jail", jails, ServiceLoader.load(JailProvider.class), JailProvider::name))));
        }
    }
}
