package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.exec.Command;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;

/** What is measured of a sandbox. */
final class Benchmarks {

    /**
     * What a sandbox should hold.
     *
     * @param id the name of its bar on time
     * @param ratio the most time a command should take, as a share of ProcessBuilder's, if that is said
     * @param threads the most threads {@value #COMMANDS} commands should take
     */
    private record Bars(String id, OptionalDouble ratio, int threads) {}

    private static final int COMMANDS = 500;

    /** The kernel binds a jail to the thread that made it, so there each command has one. */
    private static final int JAILED = 16 + COMMANDS;

    private static final Map<String, Bars> BARS = Map.of(
            "passthrough", new Bars("P1", OptionalDouble.of(0.75), 16),
            "landlock", new Bars("P2", OptionalDouble.of(1), JAILED));

    private static final Bars OTHERS = new Bars("exec", OptionalDouble.empty(), 16);

    private static final String NOTHING = "/bin/true";

    private static final long BYTES = 1L << 30;

    private static final String[] GIGABYTE = {"head", "-c", Long.toString(BYTES), "/dev/zero"};

    private Benchmarks() {}

    static List<Benchmark> of(String sandbox) {
        Bars bars = BARS.getOrDefault(sandbox, OTHERS);
        return List.of(
                new Duel(
                        bars.id(),
                        "run " + NOTHING + ", collect its output",
                        TimeUnit.MICROSECONDS,
                        3000, // until the compiler has done with both ways
                        1000,
                        box -> box.exec(Command.of(NOTHING)).orThrow(),
                        "ProcessBuilder",
                        box -> execByHand(),
                        bars.ratio()),
                new Duel(
                        "P6",
                        "stream 1 GiB of output",
                        TimeUnit.MILLISECONDS,
                        10,
                        20,
                        Benchmarks::stream,
                        "a pipe read by hand",
                        box -> streamByHand(),
                        OptionalDouble.of(1 / 0.8)), // as fast as 0.8 of the other
                box -> threads(box, bars.threads()));
    }

    private static void execByHand() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(NOTHING).redirectErrorStream(true).start();
        process.getInputStream().readAllBytes();
        process.waitFor();
    }

    private static void stream(Box box) throws IOException, InterruptedException {
        try (Execution execution = box.start(Command.of(GIGABYTE))) {
            execution.copyTo(OutputStream.nullOutputStream(), OutputStream.nullOutputStream());
        }
    }

    private static void streamByHand() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(GIGABYTE).start();
        byte[] buffer = new byte[64 << 10];
        long count = 0;
        try (InputStream in = process.getInputStream()) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                count += read;
            }
        }
        process.waitFor();
        if (count != BYTES) {
            throw new IOException(count + " bytes came of " + BYTES);
        }
    }

    /** How many threads of tinybox there are while more and more commands run. */
    private static Benchmark.Result threads(Box box, int bar) {
        List<Execution> running = new ArrayList<>();
        double[] threads = new double[COMMANDS];
        try {
            for (int i = 0; i < COMMANDS; i++) {
                running.add(box.start(Command.of("sleep", "600")));
                threads[i] = Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().startsWith("tinybox-"))
                        .count();
            }
        } finally {
            running.forEach(Execution::cancel);
            running.forEach(Execution::close);
        }
        Benchmark.Series tinybox = Benchmark.Series.of("tinybox", threads);
        return new Benchmark.Result(
                "P7",
                COMMANDS + " commands at once",
                "threads",
                List.of(tinybox),
                "most threads",
                tinybox.quantile(1),
                OptionalDouble.of(bar));
    }
}
