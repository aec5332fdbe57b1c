package ai.tinyhumans.tinybox.host.local.bench;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A passthrough box on this machine for the time of a benchmark. */
@State(Scope.Benchmark)
public class OpenBox {

    Box box;
    private Tinybox tinybox;
    private Path workspace;

    @Setup(Level.Trial)
    public void open() throws IOException, InterruptedException {
        workspace = Files.createTempDirectory("tinybox-bench");
        tinybox = Tinybox.open();
        box = tinybox.create(BoxSpec.unconfined(workspace));
    }

    @TearDown(Level.Trial)
    public void close() throws IOException {
        tinybox.close();
        Files.delete(workspace);
    }
}
