package ai.tinyhumans.tinybox.testkit;

import ai.tinyhumans.tinybox.exec.StdStream;
import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.HostProcess;
import ai.tinyhumans.tinybox.spi.Launch;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.Lifetime;
import ai.tinyhumans.tinybox.spi.ProcessListener;
import ai.tinyhumans.tinybox.spi.Termination;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A process started straight on a host, and what was heard of it: the least supervision that a contract test needs. */
final class Started implements ProcessListener {

    private static final int PATIENCE_SECONDS = 20;

    private final ByteArrayOutputStream stdout = new ByteArrayOutputStream();
    private final ByteArrayOutputStream stderr = new ByteArrayOutputStream();
    private final CountDownLatch exited = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(2);
    private final String marker;
    private final HostProcess process;
    private volatile @Nullable ByteBuffer input;
    private volatile int room;

    private Started(Host host, LaunchPlan plan, byte @Nullable [] input, int room) {
        this.input = input == null ? null : ByteBuffer.wrap(input);
        this.room = room;
        this.marker = host.newMarker(Lifetime.EXECUTION);
        Stdin stdin = input == null ? Stdin.none() : Stdin.open();
        this.process = host.start(new Launch(plan, marker, stdin, Launch.Output.LISTENED), this);
    }

    static Started on(Host host, LaunchPlan plan) {
        return new Started(host, plan, null, Integer.MAX_VALUE);
    }

    static Started withInput(Host host, LaunchPlan plan, byte[] input) {
        return new Started(host, plan, input, Integer.MAX_VALUE);
    }

    static Started withoutRoom(Host host, LaunchPlan plan) {
        return new Started(host, plan, null, 0);
    }

    HostProcess process() {
        return process;
    }

    String marker() {
        return marker;
    }

    void makeRoom() {
        room = Integer.MAX_VALUE;
        process.resume(StdStream.STDOUT);
        process.resume(StdStream.STDERR);
    }

    void awaitExit() throws InterruptedException {
        await(exited, "exit");
    }

    /** Waits for the exit, takes it, and lets the output run out. */
    Termination awaitEnd() throws InterruptedException {
        awaitExit();
        Termination termination = process.reap();
        process.endOutput();
        await(ended, "end of output");
        return termination;
    }

    private static void await(CountDownLatch latch, String what) throws InterruptedException {
        if (!latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("no " + what + " within " + PATIENCE_SECONDS + " s");
        }
    }

    byte[] stdout() {
        synchronized (stdout) {
            return stdout.toByteArray();
        }
    }

    String stdoutText() {
        return new String(stdout(), StandardCharsets.UTF_8);
    }

    String stderrText() {
        synchronized (stderr) {
            return stderr.toString(StandardCharsets.UTF_8);
        }
    }

    @Override
    public int room(StdStream stream) {
        return room;
    }

    @Override
    public void output(StdStream stream, ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        ByteArrayOutputStream out = stream == StdStream.STDOUT ? stdout : stderr;
        synchronized (out) {
            out.writeBytes(copy);
        }
    }

    @Override
    public void outputEnded(StdStream stream) {
        ended.countDown();
    }

    @Override
    public @Nullable ByteBuffer input() {
        ByteBuffer rest = input;
        return rest == null || !rest.hasRemaining() ? null : rest;
    }

    @Override
    public void exited() {
        exited.countDown();
    }
}
