package ai.tinyhumans.tinybox.host.ssh;

import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.Launch;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.Lifetime;
import ai.tinyhumans.tinybox.spi.ShellScript;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets the far side hear that this side is there. A guard there ends what this host started once it has heard nothing for six
 * seconds: where packets are lost without a word, neither end of a connection is told. Thread-safe.
 */
final class Pulse implements AutoCloseable {

    private static final String SCRIPT = ShellScript.read(Pulse.class.getResourceAsStream("pulse.sh"));

    private final Host near;
    private final Supplier<List<String>> ssh;
    private final Supplier<byte[]> firstLine;
    private @Nullable Answer client;
    private boolean closed;

    /**
     * Makes a pulse; nothing starts yet.
     *
     * @param ssh the command line of an ssh client
     * @param firstLine what the far side is told first
     */
    Pulse(Host near, Supplier<List<String>> ssh, Supplier<byte[]> firstLine) {
        this.near = near;
        this.ssh = ssh;
        this.firstLine = firstLine;
    }

    /** Sees that it beats, or will when the far side has its guard: nobody waits for that. Once closed it never does. */
    synchronized void begin() {
        if (closed || (client != null && !client.over().isDone())) {
            return;
        }
        List<String> argv = new ArrayList<>(List.of("/bin/sh", "-c", SCRIPT, "tinybox"));
        argv.addAll(ssh.get());
        Answer said = new Answer(new FarInput(firstLine.get(), Stdin.none(), () -> {}));
        said.attach(near.start(
                new Launch(
                        LaunchPlan.of(argv, near.environment(), "/"),
                        near.newMarker(Lifetime.EXECUTION),
                        Stdin.open(),
                        Launch.Output.LISTENED),
                said));
        client = said;
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (client != null) {
            client.kill();
        }
    }
}
