package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.LeakCheck;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A passthrough box on this machine for each test, and nothing left of it after the test. */
@Requires(Facility.LAUNCH)
@ExtendWith(LeakCheck.class)
abstract class PassthroughCase {

    @TempDir
    Path workspace;

    Tinybox tinybox;
    Box box;

    @BeforeEach
    void openBox() throws InterruptedException {
        tinybox = Tinybox.open();
        box = tinybox.create(BoxSpec.unconfined(workspace));
    }

    @AfterEach
    void closeBox() {
        tinybox.close();
    }

    final ExecResult exec(String... argv) throws InterruptedException {
        return box.exec(Command.of(argv));
    }
}
