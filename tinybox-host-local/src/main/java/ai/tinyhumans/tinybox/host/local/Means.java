package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.host.local.syscall.EpollPoller;
import ai.tinyhumans.tinybox.host.local.syscall.Poller;
import ai.tinyhumans.tinybox.host.local.syscall.Processes;
import ai.tinyhumans.tinybox.host.local.syscall.Spawner;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * What a host works with, asked for when it is needed first: some of it not every kernel or C library has.
 *
 * @param poller how it waits for descriptors
 * @param spawner how it starts programs
 * @param handles whether there are handles on processes
 */
record Means(Supplier<Poller> poller, Supplier<Spawner> spawner, BooleanSupplier handles) {

    /** The best this machine has. */
    static final Means BEST = new Means(EpollPoller::new, Spawner::new, Processes::haveHandles);
}
