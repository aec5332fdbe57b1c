package ai.tinyhumans.tinybox.linux.bench;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.Enforcement;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs {@code /bin/true} in boxes and by other launchers of sandboxes, one after the other in each round, and prints how
 * long each took. Its arguments are the number of rounds and then command lines, each as one argument with blanks between
 * its words: each is to run {@code true}.
 */
public final class SideBySide {

    private static final Command TRUE = Command.of("/bin/true");

    /** What a reserve has to get ready, and what the kernel has to take down after each run. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(25);

    /** How long each runs before it is measured: it is not the compiler of the JVM that is asked about. */
    private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(5);

    private interface Run {
        boolean succeeds() throws IOException, InterruptedException;
    }

    private SideBySide() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        int rounds = Integer.parseInt(args[0]);
        Map<String, Run> contenders = new LinkedHashMap<>();
        Path workspace = Files.createTempDirectory("tinybox-bench");
        try (Tinybox tinybox = Tinybox.open()) {
            contenders.put("tinybox landlock", box(tinybox, "landlock", workspace));
            contenders.put("tinybox namespace", box(tinybox, "namespace", workspace));
            Box reserving = tinybox.create(spec(tinybox, "namespace", workspace));
            reserving.holdReserve();
            contenders.put("tinybox namespace, with a reserve", () -> succeeds(reserving));
            for (String line : List.of(args).subList(1, args.length)) {
                contenders.put(line.length() > 60 ? line.substring(0, 57) + "..." : line, () -> program(line));
            }
            print(measure(contenders, rounds), rounds);
        } finally {
            Files.delete(workspace);
        }
    }

    private static BoxSpec spec(Tinybox tinybox, String sandbox, Path workspace) {
        Placement placement = Placement.of("local", sandbox);
        BoxSpec.Builder spec = BoxSpec.builder(placement, WorkspaceSource.localDir(workspace));
        for (Constraint constraint : Constraint.values()) {
            if (tinybox.capabilities(placement).enforcement(constraint) != Enforcement.ENFORCED) {
                spec.accept(constraint);
            }
        }
        return spec.build();
    }

    private static Run box(Tinybox tinybox, String sandbox, Path workspace) throws InterruptedException {
        Box box = tinybox.create(spec(tinybox, sandbox, workspace));
        return () -> succeeds(box);
    }

    private static boolean succeeds(Box box) throws InterruptedException {
        return box.exec(TRUE).exit().equals(new Exit.Exited(0));
    }

    private static boolean program(String line) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(line.split(" ", -1))
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .start();
        process.getInputStream().readAllBytes();
        return process.waitFor() == 0;
    }

    private static Map<String, List<Long>> measure(Map<String, Run> contenders, int rounds)
            throws IOException, InterruptedException {
        for (Map.Entry<String, Run> contender : contenders.entrySet()) {
            long begun = System.nanoTime();
            while (System.nanoTime() - begun < WARM_UP_NANOS) {
                took(contender);
            }
        }
        Map<String, List<Long>> nanos = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            for (Map.Entry<String, Run> contender : contenders.entrySet()) {
                LockSupport.parkNanos(PAUSE_NANOS);
                nanos.computeIfAbsent(contender.getKey(), name -> new ArrayList<>())
                        .add(took(contender));
            }
        }
        return nanos;
    }

    private static long took(Map.Entry<String, Run> contender) throws IOException, InterruptedException {
        long begun = System.nanoTime();
        if (!contender.getValue().succeeds()) {
            throw new IllegalStateException("'" + contender.getKey() + "' does not run true");
        }
        return System.nanoTime() - begun;
    }

    private static void print(Map<String, List<Long>> nanos, int rounds) {
        System.out.printf("%-60s  %7s  %7s  ms, of %d%n", "CONTENDER", "P50", "P90", rounds);
        nanos.forEach((name, all) -> {
            Collections.sort(all);
            System.out.printf("%-60s  %7.2f  %7.2f%n", name, at(all, 50), at(all, 90));
        });
    }

    private static double at(List<Long> sorted, int percent) {
        return sorted.get(sorted.size() * percent / 100) / 1e6;
    }
}
