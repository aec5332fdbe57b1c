package ai.tinyhumans.tinybox.docker.bench;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.docker.DockerProvider;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * P4 with both sides in turn, so that what else the machine does counts for both: {@code true} in a running box, its output
 * collected, and {@code docker exec} by the JDK's own means. Arguments: how many of each to warm up with, how many to take.
 */
public final class InTurn {

    /** Something to measure. */
    private interface Work {
        void run() throws Exception;
    }

    private InTurn() {}

    public static void main(String[] args) throws Exception {
        int warmUp = Integer.parseInt(args[0]);
        double[] ours = new double[Integer.parseInt(args[1])];
        double[] byHand = new double[ours.length];
        try (Tinybox tinybox =
                        Tinybox.builder().sandbox(new DockerProvider("bench")).build();
                Box box = tinybox.create(
                        BoxSpec.builder(Placement.of("local", "docker"), WorkspaceSource.ociImage("alpine:3"))
                                .accept(Constraint.DISK)
                                .build())) {
            List<String> docker = List.of("docker", "exec", "tinybox-bench-" + box.id(), "true");
            for (int i = -warmUp; i < ours.length; i++) {
                double one = millis(() -> box.exec(Command.of("true")).orThrow());
                double other = millis(() -> byHand(docker));
                if (i >= 0) {
                    ours[i] = one;
                    byHand[i] = other;
                }
            }
        }
        System.out.println("CONTENDER                   P10   P50   P90   UNIT");
        show("tinybox", ours);
        show("ProcessBuilder docker exec", byHand);
        System.out.printf(
                Locale.ROOT, "P4  p50 / p50 of docker exec: %.3f%n", quantile(ours, 0.5) / quantile(byHand, 0.5));
    }

    private static void show(String contender, double[] samples) {
        System.out.printf(
                Locale.ROOT,
                "%-27s %.1f  %.1f  %.1f  ms%n",
                contender,
                quantile(samples, 0.1),
                quantile(samples, 0.5),
                quantile(samples, 0.9));
    }

    private static double millis(Work work) throws Exception {
        long begun = System.nanoTime();
        work.run();
        return (System.nanoTime() - begun) / 1e6;
    }

    private static void byHand(List<String> argv) throws Exception {
        Process process = new ProcessBuilder(argv).redirectErrorStream(true).start();
        process.getInputStream().readAllBytes();
        if (process.waitFor() != 0) {
            throw new IllegalStateException("docker exec failed");
        }
    }

    private static double quantile(double[] samples, double share) {
        double[] sorted = samples.clone();
        Arrays.sort(sorted);
        return sorted[(int) (share * sorted.length)];
    }
}
