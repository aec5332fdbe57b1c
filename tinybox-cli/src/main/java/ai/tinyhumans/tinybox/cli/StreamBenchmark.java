package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.exec.Command;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.OptionalDouble;

/** A gigabyte of output through the journal, in turn with reading the pipe by hand. */
record StreamBenchmark() implements Benchmark {

    private static final int WARM_UP = 2;

    private static final int SAMPLES = 7;

    private static final long BYTES = 1L << 30;

    private static final String[] PROGRAM = {"head", "-c", Long.toString(BYTES), "/dev/zero"};

    @Override
    public Result run(Box box) throws IOException, InterruptedException {
        double[] ours = new double[SAMPLES];
        double[] theirs = new double[SAMPLES];
        for (int i = -WARM_UP; i < SAMPLES; i++) {
            long start = System.nanoTime();
            try (Execution execution = box.start(Command.of(PROGRAM))) {
                execution.copyTo(OutputStream.nullOutputStream(), OutputStream.nullOutputStream());
            }
            long between = System.nanoTime();
            byHand();
            long end = System.nanoTime();
            if (i >= 0) {
                ours[i] = (between - start) / 1e6;
                theirs[i] = (end - between) / 1e6;
            }
        }
        Series tinybox = Series.of("tinybox", ours);
        Series hand = Series.of("by hand, 64 KiB at a time", theirs);
        return new Result(
                "P6",
                "stream 1 GiB of output",
                "ms",
                List.of(tinybox, hand),
                "speed / speed by hand",
                hand.median() / tinybox.median(),
                OptionalDouble.of(0.8),
                false);
    }

    private static void byHand() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(PROGRAM).start();
        byte[] buffer = new byte[64 << 10];
        try (InputStream in = process.getInputStream()) {
            long count = 0;
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                count += read;
            }
            if (count != BYTES) {
                throw new IOException(count + " bytes came of " + BYTES);
            }
        }
        process.waitFor();
    }
}
