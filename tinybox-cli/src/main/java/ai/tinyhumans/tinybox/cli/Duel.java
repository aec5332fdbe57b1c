package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.Box;
import java.io.IOException;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;

/**
 * The same work done in a box and by the JDK's own means, in turn in one run, so that whatever else the machine does
 * happens to both. A turn is some repetitions, so that neither pays for what the other leaves behind: processes that the
 * kernel still takes down, threads that go to sleep, garbage.
 *
 * @param id its name
 * @param work what is done
 * @param unit the unit of the samples
 * @param warmUp how often both are done before they count
 * @param samples how often they count
 * @param tinybox the work in a box
 * @param rival the name of the other way
 * @param other the other way
 * @param bar the most time it should take, as a share of the other's
 */
record Duel(
        String id,
        String work,
        TimeUnit unit,
        int warmUp,
        int samples,
        Way tinybox,
        String rival,
        Way other,
        OptionalDouble bar)
        implements Benchmark {

    private static final int TURN = 10;

    /** One way to do the work. */
    @FunctionalInterface
    interface Way {
        void run(Box box) throws IOException, InterruptedException;
    }

    @Override
    public Result run(Box box) throws IOException, InterruptedException {
        double[] ours = new double[samples];
        double[] theirs = new double[samples];
        measure(box, new double[warmUp], new double[warmUp]);
        measure(box, ours, theirs);
        Series first = Series.of("tinybox", ours);
        Series second = Series.of(rival, theirs);
        return new Result(
                id,
                work,
                unit == TimeUnit.MILLISECONDS ? "ms" : "µs",
                List.of(first, second),
                "p50 / p50 of " + rival,
                first.median() / second.median(),
                bar);
    }

    private void measure(Box box, double[] ours, double[] theirs) throws IOException, InterruptedException {
        for (int from = 0; from < ours.length; from += TURN) {
            int to = Math.min(from + TURN, ours.length);
            measure(tinybox, box, ours, from, to);
            measure(other, box, theirs, from, to);
        }
    }

    private void measure(Way way, Box box, double[] times, int from, int to) throws IOException, InterruptedException {
        for (int i = from; i < to; i++) {
            times[i] = time(way, box);
        }
    }

    private double time(Way way, Box box) throws IOException, InterruptedException {
        long start = System.nanoTime();
        way.run(box);
        return (System.nanoTime() - start) / (double) unit.toNanos(1);
    }
}
