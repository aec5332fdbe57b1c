package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.exec.Command;
import java.io.IOException;
import java.util.List;
import java.util.OptionalDouble;

/** A program that does nothing, run to its end and its output collected, in turn with the same by the JDK's own means. */
record ExecBenchmark(String id, OptionalDouble bar) implements Benchmark {

    private static final String PROGRAM = "/bin/true";

    /** Until the compiler has seen both ways. */
    private static final int WARM_UP = 500;

    private static final int SAMPLES = 1500;

    @Override
    public Result run(Box box) throws IOException, InterruptedException {
        double[] ours = new double[SAMPLES];
        double[] theirs = new double[SAMPLES];
        for (int i = -WARM_UP; i < SAMPLES; i++) {
            long start = System.nanoTime();
            box.exec(Command.of(PROGRAM)).orThrow();
            long between = System.nanoTime();
            processBuilder();
            long end = System.nanoTime();
            if (i >= 0) {
                ours[i] = (between - start) / 1e3;
                theirs[i] = (end - between) / 1e3;
            }
        }
        Series tinybox = Series.of("tinybox", ours);
        Series builder = Series.of("ProcessBuilder", theirs);
        return new Result(
                id,
                "run " + PROGRAM + ", collect its output",
                "µs",
                List.of(tinybox, builder),
                "p50 / p50 of ProcessBuilder",
                tinybox.median() / builder.median(),
                bar,
                true);
    }

    private static void processBuilder() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(PROGRAM).redirectErrorStream(true).start();
        process.getInputStream().readAllBytes();
        process.waitFor();
    }
}
