package ai.tinyhumans.tinybox.supervise;

import ai.tinyhumans.tinybox.event.EventSink;
import ai.tinyhumans.tinybox.exec.ProcessRef;
import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.HostProcess;
import ai.tinyhumans.tinybox.spi.Launch;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.Lifetime;
import ai.tinyhumans.tinybox.spi.Starter;
import ai.tinyhumans.tinybox.store.BoxRecord;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;

/**
 * Runs plans. One thread of its own does what must wait: time-outs, graces, looking for what a command left behind. Each
 * other machine has one more, so that one that does not answer holds up nothing elsewhere. Thread-safe.
 */
public final class Supervisor implements AutoCloseable {

    private static final String NAME = "tinybox-supervisor";

    /** A thread, and the endings that are looked after on it. */
    private record Lane(ScheduledThreadPoolExecutor thread, Endings endings) {

        static Lane named(String name) {
            ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(1, daemon(name));
            thread.setRemoveOnCancelPolicy(true);
            return new Lane(thread, new Endings(thread));
        }
    }

    private final Lane here = Lane.named(NAME);
    private final Map<Host, Lane> elsewhere = new ConcurrentHashMap<>();
    private final Events events;

    /** Makes a supervisor that tells a sink what happens. */
    public Supervisor(EventSink sink) {
        events = new Events(sink);
    }

    static ThreadFactory daemon(String name) {
        return task -> {
            Thread daemon = new Thread(task, name);
            daemon.setDaemon(true);
            return daemon;
        };
    }

    /**
     * Prepares to run a plan in a box; nothing starts yet.
     *
     * @param starter starts it on the host
     */
    public Supervised prepare(BoxRecord box, Host host, Starter starter, LaunchPlan plan, Terms terms) {
        String marker = box.mark(newMarker(host));
        return new Supervised(this, box.id(), host, starter, plan, terms, marker, null);
    }

    /**
     * Prepares to run a plan that only stands in for a program in a box; nothing starts yet.
     *
     * @param starter starts it on the host
     * @param program what it stands in for
     */
    public Supervised prepare(
            BoxRecord box,
            Host host,
            Starter starter,
            LaunchPlan plan,
            Terms terms,
            Interior interior,
            String program) {
        String marker = box.mark(newMarker(host));
        Inner inner = new Inner(interior, marker, program);
        return new Supervised(this, box.id(), host, starter, plan, terms, marker, inner);
    }

    /** Prepares to run a helper's plan, of which no sink hears. */
    public Supervised prepareHelper(Host host, LaunchPlan plan, Terms terms) {
        return new Supervised(this, null, host, host, plan, terms, newMarker(host), null);
    }

    private static String newMarker(Host host) {
        return host.newMarker(Lifetime.EXECUTION);
    }

    /**
     * Starts a process that is not waited for: it is reaped when it ends, and whoever holds its reference ends it.
     *
     * @throws ai.tinyhumans.tinybox.error.TinyboxException {@code launch.*} if it does not start
     */
    public ProcessRef detach(Host host, LaunchPlan plan, String marker, Stdin stdin) {
        HostProcess process = host.start(new Launch(plan, marker, stdin, Launch.Output.DISCARDED), () -> {});
        ProcessRef ref = process.ref();
        process.disown();
        return ref;
    }

    /**
     * Begins to end processes that are not, or not any more, supervised by this JVM.
     *
     * @param depth how many processes above a command only wrap it, 0 if none does
     */
    public DetachedEnding beginEnd(Host host, ProcessRef ref, Duration grace, int depth) {
        DetachedEnding end = new DetachedEnding(host, ref, grace, depth);
        end.begin(endings(host));
        return end;
    }

    /** Does what waits for no host. */
    ScheduledThreadPoolExecutor thread() {
        return here.thread();
    }

    /** Does what may wait for a host. */
    ScheduledThreadPoolExecutor thread(Host host) {
        return lane(host).thread();
    }

    Endings endings(Host host) {
        return lane(host).endings();
    }

    /** A host that starts programs from threads of this JVM is this machine, which answers. */
    private Lane lane(Host host) {
        return host.takesRestrictions()
                ? here
                : elsewhere.computeIfAbsent(host, other -> Lane.named(NAME + "-" + (elsewhere.size() + 1)));
    }

    Events events() {
        return events;
    }

    /** Ends the threads. Whatever was supervised is over by then. */
    @Override
    public void close() {
        here.thread().shutdownNow();
        elsewhere.values().forEach(lane -> lane.thread().shutdownNow());
        events.close();
    }
}
