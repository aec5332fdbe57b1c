package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.Box;
import java.io.IOException;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;

/**
 * The same work done in a box and by the JDK's own means, in turn in one run, so that whatever else the machine does
 * happens to both.
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

    /** One way to do the work. */
    @FunctionalInterface
    interface Way {
        void run(Box box) throws IOException, InterruptedException;
    }

    @Override
    public Result run(Box box) throws IOException, InterruptedException {
        double[] ours = new double[samples];
        double[] theirs = new double[samples];
        for (int i = -warmUp; i < samples; i++) {
            double first = time(tinybox, box);
            double second = time(other, box);
            if (i >= 0) {
                ours[i] = first;
                theirs[i] = second;
            }
        }
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

    private double time(Way way, Box box) throws IOException, InterruptedException {
        long start = System.nanoTime();
        way.run(box);
        return (System.nanoTime() - start) / (double) unit.toNanos(1);
    }
}
