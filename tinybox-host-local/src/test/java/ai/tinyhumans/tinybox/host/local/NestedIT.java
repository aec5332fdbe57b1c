package ai.tinyhumans.tinybox.host.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.testkit.Processes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A tinybox in a box: it works as any other, and ends with the execution it is part of. */
@Timeout(120)
class NestedIT extends PassthroughCase {

    /** The inner JVM, its shell and three sleepers have the argument. */
    private static final int EVERYBODY = 5;

    private Command nested(String what, String nap) {
        return Command.of(ChildJvm.argv(List.of(), Program.class, workspace.toString(), what, nap));
    }

    @Test
    void worksAsAnyOther() throws InterruptedException {
        String nap = Naps.of(369);
        ExecResult result = box.exec(nested("timeout", nap));
        assertThat(result.exit()).as(result.stderrText()).isEqualTo(new Exit.Exited(0));
        assertThat(result.stdoutText()).isEqualTo("timed out after PT0.5S\nonly myself\nexit 3\n");
        assertGone(nap);
    }

    @Test
    void isCancelledWithAllItStarted() throws InterruptedException {
        String nap = Naps.of(370);
        try (Execution outer = box.start(nested("wait", nap))) {
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> Processes.withArgument(nap).size() == EVERYBODY);
            outer.cancel();
            assertThat(outer.await().exit()).isEqualTo(new Exit.Cancelled());
            assertThat(outer.await().survivors()).isEmpty();
            assertGone(nap);
            assertGone(Program.class.getName());
            assertThat(ProcessHandle.allProcesses()
                            .filter(process -> process.info()
                                    .commandLine()
                                    .orElse("")
                                    .contains("TINYBOX_EXECUTION=" + outer.id())))
                    .as("the inner guard")
                    .isEmpty();
        }
    }

    @Test
    void isKilledWithAllItStartedIfItTakesNoNotice() throws InterruptedException {
        String nap = Naps.of(371);
        try (Execution outer = box.start(nested("wait", nap).grace(Duration.ZERO))) {
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> Processes.withArgument(nap).size() == EVERYBODY);
            outer.cancel();
            assertThat(outer.await().survivors()).isEmpty();
            assertGone(nap);
        }
    }

    @Test
    void endsWithTheBoxAroundItWhoeverDestroysThat() throws InterruptedException {
        String nap = Naps.of(377);
        try (Execution outer = box.start(nested("wait", nap))) {
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> Processes.withArgument(nap).size() == EVERYBODY);
            tinybox.box(box.id()).destroy();
            assertGone(nap);
            assertThat(outer.await().survivors()).isEmpty();
        }
    }

    @Test
    void leavesNothingThatItSpawned() throws InterruptedException {
        String nap = Naps.of(372);
        ExecResult result = box.exec(nested("spawn", nap));
        assertThat(result.exit()).as(result.stderrText()).isEqualTo(new Exit.Exited(0));
        assertGone(nap);
    }

    /** A tinybox of its own. */
    static final class Program {

        private Program() {}

        /** Takes the workspace, what to do, and an argument for sleep. */
        public static void main(String[] args) throws Exception {
            try (Tinybox tinybox = Tinybox.open();
                    Box box = tinybox.create(BoxSpec.unconfined(Path.of(args[0])))) {
                Command nap = Command.of("sh", "-c", "(setsid sleep $0 &); sleep $0 & sleep $0; true", args[2]);
                switch (args[1]) {
                    case "timeout" -> {
                        System.out.println(
                                box.exec(nap.timeout(Duration.ofMillis(500))).exit());
                        System.out.println(Processes.withArgument(args[2]).size() == 1 ? "only myself" : "others");
                        System.out.println(
                                box.exec(Command.of("sh", "-c", "exit 3")).exit());
                    }
                    case "wait" -> box.exec(nap);
                    default -> {
                        box.spawn(nap);
                        await().until(() -> Processes.withArgument(args[2]).size() == EVERYBODY);
                        box.keep();
                    }
                }
            }
        }
    }
}
