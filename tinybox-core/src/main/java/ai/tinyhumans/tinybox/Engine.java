package ai.tinyhumans.tinybox;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.OutputBatch;
import ai.tinyhumans.tinybox.exec.OutputChunk;
import ai.tinyhumans.tinybox.exec.StdStream;
import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.spec.HostRef;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.Sandbox;
import ai.tinyhumans.tinybox.spi.SandboxContext;
import ai.tinyhumans.tinybox.spi.SandboxProvider;
import ai.tinyhumans.tinybox.store.BoxRecord;
import ai.tinyhumans.tinybox.store.Clock;
import ai.tinyhumans.tinybox.store.Store;
import ai.tinyhumans.tinybox.supervise.Supervisor;
import ai.tinyhumans.tinybox.supervise.Terms;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** What the boxes of one {@link Tinybox} share: store, clock, supervisor, and the hosts and sandboxes opened so far. */
final class Engine implements AutoCloseable {

    /** A helper's own timeout ends it: to wait for its output needs no other. */
    private static final Duration LONG = Duration.ofHours(1);

    private final Store store;
    private final Clock clock;
    private final Supervisor supervisor;
    private final Machines machines;
    private final Providers<SandboxProvider> sandboxProviders;
    private final Jails jails;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<HostRef, Host> hosts = new HashMap<>();
    private final Map<Placement, Sandbox> sandboxes = new HashMap<>();
    private boolean closed;

    Engine(
            Store store,
            Clock clock,
            Supervisor supervisor,
            Machines machines,
            Providers<SandboxProvider> sandboxProviders,
            Jails jails) {
        this.store = store;
        this.clock = clock;
        this.supervisor = supervisor;
        this.machines = machines;
        this.sandboxProviders = sandboxProviders;
        this.jails = jails;
    }

    Store store() {
        return store;
    }

    Clock clock() {
        return clock;
    }

    Supervisor supervisor() {
        return supervisor;
    }

    Machines machines() {
        return machines;
    }

    Providers<SandboxProvider> sandboxProviders() {
        return sandboxProviders;
    }

    Jails jails() {
        return jails;
    }

    /** The record of a box, as it is now. */
    BoxRecord record(BoxId id) {
        return store.get(id).orElseThrow(() -> unknown(id));
    }

    /** Changes the record of a box in one step. */
    void change(BoxId id, UnaryOperator<BoxRecord> change) {
        if (store.update(id, change).isEmpty()) {
            throw unknown(id);
        }
    }

    private static TinyboxException unknown(BoxId id) {
        return TinyboxException.of(ErrorCode.BOX_UNKNOWN, "there is no box '" + id + "'")
                .remedy("'tinybox ls' lists the boxes of a store")
                .build();
    }

    Host host(HostRef name) {
        lock.lock();
        try {
            if (closed) {
                throw TinyboxException.of(ErrorCode.HANDLE_CLOSED, "this tinybox is closed")
                        .build();
            }
            return hosts.computeIfAbsent(name, ref -> machines.provider(ref).open());
        } finally {
            lock.unlock();
        }
    }

    Sandbox sandbox(Placement placement) {
        Context context = new Context(host(placement.host()));
        lock.lock();
        try {
            return sandboxes.computeIfAbsent(
                    placement,
                    where -> sandboxProviders.get(where.sandbox().value()).open(context));
        } finally {
            lock.unlock();
        }
    }

    SandboxContext context(HostRef host) {
        return new Context(host(host));
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            supervisor.close();
            hosts.values().forEach(Host::close);
            hosts.clear();
            sandboxes.clear();
        } finally {
            lock.unlock();
        }
    }

    private final class Context implements SandboxContext {

        private final Host host;

        Context(Host host) {
            this.host = host;
        }

        @Override
        public Host host() {
            return host;
        }

        @Override
        public ExecResult run(LaunchPlan plan, Stdin stdin, Duration timeout) throws InterruptedException {
            try (Execution helper = new Execution(
                    supervisor.prepareHelper(host, plan, Terms.ofHelper(stdin, timeout)),
                    Terms.HELPER_GRACE,
                    true,
                    () -> {},
                    over -> {})) {
                helper.start();
                return helper.collect();
            }
        }

        @Override
        public ExecResult run(LaunchPlan plan, Stdin stdin, Duration timeout, Consumer<OutputChunk> stdout)
                throws InterruptedException {
            try (Execution helper = new Execution(
                    supervisor.prepareHelper(host, plan, Terms.ofStreamedHelper(stdin, timeout)),
                    Terms.HELPER_GRACE,
                    false,
                    () -> {},
                    over -> {})) {
                helper.start();
                return drain(helper, stdout);
            }
        }

        private static ExecResult drain(Execution helper, Consumer<OutputChunk> stdout) throws InterruptedException {
            byte[] stderr = {};
            OutputBatch batch = helper.read(0, LONG);
            while (true) {
                for (OutputChunk chunk : batch.chunks()) {
                    if (chunk.stream() == StdStream.STDOUT) {
                        stdout.accept(chunk);
                    } else {
                        stderr = tail(stderr, chunk.toByteArray());
                    }
                }
                if (batch.outcome().isPresent()) {
                    return new ExecResult(batch.outcome().get(), new byte[0], stderr);
                }
                batch = helper.read(batch.nextSequence(), LONG);
            }
        }

        private static byte[] tail(byte[] before, byte[] more) {
            byte[] all = Arrays.copyOf(before, before.length + more.length);
            System.arraycopy(more, 0, all, before.length, more.length);
            return Arrays.copyOfRange(all, Math.max(0, all.length - TinyboxException.MAX_STDERR_BYTES), all.length);
        }
    }
}
