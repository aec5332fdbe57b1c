package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.Box;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/** Something that is measured in a box. */
interface Benchmark {

    /** Measures it. */
    Result run(Box box) throws IOException, InterruptedException;

    /**
     * What was measured.
     *
     * @param id its name in {@code docs/performance.md}
     * @param work what was done
     * @param unit the unit of all samples
     * @param series the samples, of tinybox first
     * @param measure what the value is
     * @param value the one number
     * @param bar the most the value should be, if that is said for this sandbox
     */
    record Result(
            String id,
            String work,
            String unit,
            List<Series> series,
            String measure,
            double value,
            OptionalDouble bar) {

        /** Copies the list. */
        public Result {
            series = List.copyOf(series);
        }

        /** Answers whether the bar is held; one that is not said is. */
        boolean isHeld() {
            return bar.isEmpty() || value <= bar.getAsDouble();
        }
    }

    /**
     * Samples of one contender.
     *
     * @param contender whose
     * @param samples in ascending order
     */
    record Series(String contender, List<Double> samples) {

        /** Sorts the samples. */
        public Series {
            samples = samples.stream().sorted().toList();
        }

        static Series of(String contender, double... samples) {
            return new Series(contender, Arrays.stream(samples).boxed().toList());
        }

        /** The sample that a share of all does not exceed. */
        double quantile(double share) {
            return samples.get((int) Math.min(samples.size() - 1L, (long) (share * samples.size())));
        }

        double median() {
            return quantile(0.5);
        }
    }
}
