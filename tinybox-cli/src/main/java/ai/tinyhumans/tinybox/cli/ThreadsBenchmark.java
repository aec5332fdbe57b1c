package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.exec.Command;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** The threads that many commands at once take. */
record ThreadsBenchmark() implements Benchmark {

    private static final int COMMANDS = 500;

    @Override
    public Result run(Box box) throws InterruptedException {
        List<Execution> running = new ArrayList<>();
        double[] threads = new double[COMMANDS];
        try {
            for (int i = 0; i < COMMANDS; i++) {
                running.add(box.start(Command.of("sleep", "600")));
                threads[i] = threads();
            }
        } finally {
            running.forEach(Execution::cancel);
            running.forEach(Execution::close);
        }
        Series tinybox = Series.of("tinybox", threads);
        return new Result(
                "P7",
                COMMANDS + " commands at once",
                "threads",
                List.of(tinybox),
                "most threads",
                tinybox.quantile(1),
                OptionalDouble.of(16),
                true);
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("tinybox-"))
                .count();
    }
}
