package ai.tinyhumans.tinybox;

import ai.tinyhumans.tinybox.capability.Capability;
import ai.tinyhumans.tinybox.capability.SnapshotSupport;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.Lifecycle;
import ai.tinyhumans.tinybox.spec.PortMapping;
import ai.tinyhumans.tinybox.spec.ProcessId;
import ai.tinyhumans.tinybox.spec.SnapshotId;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.Sandbox;
import ai.tinyhumans.tinybox.store.BoxRecord;
import ai.tinyhumans.tinybox.store.BoxState;
import ai.tinyhumans.tinybox.supervise.Interior;
import ai.tinyhumans.tinybox.supervise.OutputMode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Consumer;

/**
 * A handle on a box. Thread-safe. A handle from {@link Tinybox#create} owns the box: closing it destroys the box, unless it
 * was told to {@link #keep} it. A handle from {@link Tinybox#box} does not: closing it ends only the executions started
 * through it.
 *
 * <p>Every method that reads the box's record throws {@link TinyboxException} with {@code box.unknown} if somebody else
 * removed it, {@code box.state} if its destruction began, and {@code store.*} if the store cannot be read.
 */
public final class Box implements AutoCloseable {

    /** Live executions of one handle: each holds three descriptors and up to two windows of memory. */
    public static final int MAX_EXECUTIONS = 1024;

    private final Engine engine;
    private final BoxId id;
    private final Sandbox sandbox;
    private final Host host;
    private final Spawns spawns;
    private final Consumer<Box> onClosed;
    private final Executions executions;
    private final Starting starting;
    private volatile boolean owned;
    private volatile boolean closed;

    Box(Engine engine, BoxRecord record, boolean owned, Consumer<Box> onClosed) {
        this.engine = engine;
        this.onClosed = onClosed;
        this.id = record.id();
        this.sandbox = engine.sandbox(record.spec().workspace());
        this.host = engine.host(record.spec().workspace().host());
        Optional<Interior> interior = sandbox.entrance(record)
                .map(entrance -> new Interior(
                        engine.supervisor(),
                        host,
                        entrance,
                        record.spec().resources().memory()));
        this.starting = new Starting(host);
        this.executions = new Executions(engine, id, host, starting, sandbox, interior);
        this.spawns = new Spawns(
                engine,
                id,
                host,
                sandbox,
                interior.<Detached>map(DetachedInside::new)
                        .orElseGet(() -> new DetachedOnHost(engine, host, sandbox.depth())));
        this.owned = owned;
    }

    /** Its name. */
    public BoxId id() {
        return id;
    }

    /** What it was asked to be. */
    public BoxSpec spec() {
        return engine.record(id).spec();
    }

    /** What it is now; asks the sandbox. */
    public BoxInfo info() throws InterruptedException {
        BoxRecord record = engine.record(id);
        BoxState state = sandbox.inspect(record);
        return new BoxInfo(
                id,
                state == BoxState.READY && executions.isAnyRunning() ? BoxState.RUNNING : state,
                record.spec(),
                record.createdAt(),
                record.expiresAt(),
                sandbox.capabilities(),
                Admission.unenforced(record.spec(), sandbox.capabilities()));
    }

    /**
     * Runs a command to its end and returns its whole output. What it leaves running in its process group is ended with it;
     * use {@link #spawn} for what should go on.
     *
     * @throws TinyboxException {@code launch.*} if the program does not start
     * @throws InterruptedException if the thread is interrupted; the command is cancelled and over by then
     */
    public ExecResult exec(Command command) throws InterruptedException {
        try (Execution execution = startCollected(command)) {
            return execution.collect();
        }
    }

    /**
     * Starts a command whose output is read as it comes.
     *
     * @return the running command, which the caller closes
     * @throws TinyboxException {@code launch.*} if the program does not start
     */
    public Execution start(Command command) {
        Execution execution = prepare(command);
        execution.start();
        return execution;
    }

    /** Starts a command whose output is kept whole, up to its limit, and may be read any number of times. */
    public Execution startCollected(Command command) {
        Execution execution = prepare(command, OutputMode.COLLECTED);
        execution.start();
        return execution;
    }

    /**
     * Prepares a command whose output is read as it comes: everything is checked, and nothing starts before
     * {@link Execution#start}. Cancelled before, it never starts.
     */
    public Execution prepare(Command command) {
        return prepare(command, OutputMode.STREAMED);
    }

    private Execution prepare(Command command, OutputMode mode) {
        requireOpen();
        return executions.prepare(admitted("run in"), command, mode).orElseThrow(() -> {
            requireOpen();
            return Admission.beingDestroyed(id);
        });
    }

    private BoxRecord admitted(String step) {
        return Admission.command(engine.record(id), sandbox.capabilities(), step);
    }

    /**
     * Holds one sandbox in reserve from now on, for as long as this handle is open: set up, and waiting for its command. The
     * next command of this handle starts in it, and the one after that is set up in the background when that is over. A
     * reserve serves one command and is as any sandbox: what is promised of the box holds. It costs two sleeping processes,
     * which count against the box's limits as far as they are in it, and the work of one more command. It
     * serves only if what the box is given, denied or protected of the host is still what it was before the reserve was set
     * up. A command that it cannot serve, or that finds it dead, starts as ever. Idempotent.
     *
     * @throws TinyboxException {@code capability.unsupported} if there is nothing to set up for a command in advance
     */
    public void holdReserve() {
        requireOpen();
        BoxRecord record = admitted("hold a reserve for");
        starting.holdReserve(
                record,
                engine.jails().plan(host, sandbox, record, Command.of("true")),
                () -> engine.store().get(id).filter(now -> now.isStill(record)).isPresent());
    }

    /**
     * Starts a process that outlives this call, this handle and this JVM, and ends with the box. Its output is discarded.
     *
     * @throws TinyboxException {@code capability.unsupported} if the sandbox cannot keep one; {@code argument.invalid} if
     *     the command has a timeout, or input that this JVM would have to supply; {@code launch.*} if it does not start
     */
    public ProcessId spawn(Command command) {
        requireOpen();
        return spawns.spawn(admitted("spawn in"), command);
    }

    /** The spawned processes of the box, in the order of their names, those that ended included until they are stopped. */
    public List<BoxProcess> processes() {
        return spawns.list(engine.record(id));
    }

    /**
     * Answers whether a spawned process or a descendant of it is alive.
     *
     * @throws TinyboxException {@code process.unknown}
     */
    public boolean isRunning(ProcessId process) {
        return spawns.isRunning(engine.record(id), process);
    }

    /**
     * Ends a spawned process and all its descendants: TERM, a grace of 2 s, KILL. Then forgets it.
     *
     * @throws TinyboxException {@code process.unknown}; {@code cleanup.failed} if one cannot be ended, and then it is not
     *     forgotten
     * @throws InterruptedException if the thread is interrupted; the ending goes on
     */
    public void stop(ProcessId process) throws InterruptedException {
        spawns.stop(engine.record(id), process);
    }

    /**
     * Opens the files of the workspace. The caller closes them.
     *
     * @throws TinyboxException {@code file.unsupported} if the workspace is no directory this host gives access to
     */
    public BoxFiles files() {
        requireOpen();
        String directory = sandbox.workspaceDirectory(engine.record(id))
                .orElseThrow(() -> TinyboxException.of(
                                ErrorCode.FILE_UNSUPPORTED, "the workspace of box '" + id + "' is no directory")
                        .remedy("read and write its files with commands")
                        .build());
        return new BoxFiles(host.openWorkspace(directory));
    }

    /**
     * Keeps what the box holds as a snapshot.
     *
     * @throws TinyboxException {@code capability.unsupported} if the sandbox cannot keep that much
     */
    public SnapshotId snapshot(SnapshotSupport content) throws InterruptedException {
        Capability needed = content == SnapshotSupport.FILESYSTEM_AND_MEMORY
                ? Capability.MEMORY_SNAPSHOT
                : Capability.FILESYSTEM_SNAPSHOT;
        return sandbox.snapshot(capable(needed, "snapshot"), content);
    }

    /**
     * The ports of the box that are published, each with the port of the host it is on now.
     *
     * @throws TinyboxException {@code capability.unsupported} if the sandbox publishes none
     */
    public SortedSet<PortMapping> ports() throws InterruptedException {
        return sandbox.ports(capable(Capability.PORT_FORWARD, "look for ports of"));
    }

    /**
     * Brings a port of the box that is published to this machine, wherever the box is. Blocks until it is reached there.
     *
     * @param guest the port in the box
     * @return the way to it, which the caller closes
     * @throws TinyboxException {@code capability.unsupported} if the sandbox publishes none; {@code argument.invalid} if
     *     this one is not published; {@code host.*} if the machine cannot be reached
     */
    public Forward forward(int guest) throws InterruptedException {
        int port = ports().stream()
                .filter(mapping -> mapping.guest() == guest)
                .flatMapToInt(mapping -> mapping.host().stream())
                .findFirst()
                .orElseThrow(() -> TinyboxException.of(
                                ErrorCode.ARGUMENT_INVALID, "port " + guest + " of box '" + id + "' is not published")
                        .remedy("publish it, with a network, when the box is made: on the command line by --publish")
                        .build());
        return new Forward(host.forward(port));
    }

    /**
     * Freezes all programs of the box.
     *
     * @throws TinyboxException {@code capability.unsupported}
     */
    public void pause() throws InterruptedException {
        sandbox.pause(capable(Capability.PAUSE_RESUME, "pause"));
        engine.change(id, record -> record.withState(BoxState.PAUSED));
    }

    /**
     * Lets the programs of a paused box go on.
     *
     * @throws TinyboxException {@code capability.unsupported}
     */
    public void resume() throws InterruptedException {
        sandbox.resume(capable(Capability.PAUSE_RESUME, "resume"));
        engine.change(id, record -> record.withState(BoxState.READY));
    }

    private BoxRecord capable(Capability capability, String step) {
        return Admission.use(capability, engine.record(id), sandbox.capabilities(), step);
    }

    /**
     * Gives an ephemeral box a new time to live, from now on. Either this takes effect or the box is being destroyed.
     *
     * @throws TinyboxException {@code box.state} if its destruction began; {@code argument.invalid} if it is persistent or
     *     the time is not positive
     */
    public void renew(Duration ttl) {
        Lifecycle renewed = Lifecycle.ephemeral(ttl);
        engine.change(
                id,
                record -> Admission.renewal(record)
                        .withLifecycle(renewed, engine.clock().now()));
    }

    /** Makes closing this handle leave the box where it is, for {@link Tinybox#box} to find again. */
    public void keep() {
        owned = false;
    }

    /**
     * Destroys the box: ends the executions of this handle, all spawned processes, and whatever else runs in the box,
     * whichever process started it, each by TERM, a grace and KILL; then removes what the sandbox holds and the record. An
     * execution of another handle sees its command end by that signal, unless the command took it otherwise; one in a
     * container ends with that. Idempotent, and done as well if another handle has done it. From its first step on the box
     * takes nothing but another attempt: a command that starts at that moment is refused, and ended.
     *
     * @throws TinyboxException {@code cleanup.failed} if something is left; the call can be made again, from any handle
     * @throws InterruptedException if the thread is interrupted; the call can be made again
     */
    public void destroy() throws InterruptedException {
        Optional<BoxRecord> closing = engine.store().update(id, BoxRecord::withClosing);
        executions.end();
        starting.close();
        if (closing.isPresent()) { // nothing is added to it from here on, and another handle may remove it meanwhile
            spawns.endAll(closing.get());
            sandbox.destroy(closing.get());
            engine.store().remove(id);
        }
    }

    private void requireOpen() {
        if (closed) {
            throw TinyboxException.of(ErrorCode.HANDLE_CLOSED, "this handle on box '" + id + "' is closed")
                    .remedy("open another with Tinybox.box")
                    .build();
        }
    }

    /**
     * Ends the executions of this handle, and destroys the box if the handle owns it. Idempotent. An interrupt does not cut
     * this short; it is set again at the end.
     *
     * @throws TinyboxException {@code cleanup.failed} if something is left; the call can be made again
     */
    @Override
    public void close() {
        closed = true;
        if (owned) {
            Uninterrupted.call(() -> {
                destroy();
                return true;
            });
        } else {
            executions.end();
            starting.close();
        }
        onClosed.accept(this);
    }
}
