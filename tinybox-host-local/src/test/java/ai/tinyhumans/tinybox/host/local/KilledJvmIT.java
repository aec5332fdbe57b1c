package ai.tinyhumans.tinybox.host.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.BoxProcess;
import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.store.BoxRecord;
import ai.tinyhumans.tinybox.store.FileStore;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.LeakCheck;
import ai.tinyhumans.tinybox.testkit.Processes;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A JVM that dies, however suddenly: its executions die with it, its boxes and spawned processes do not. */
@Requires(Facility.LAUNCH)
@ExtendWith(LeakCheck.class)
@Timeout(300)
class KilledJvmIT {

    private static final long SEED = 20260103;
    private static final int KILLS = 24;

    /** The JVM, its shell and three sleepers have the argument. */
    private static final int EVERYBODY = 5;

    @TempDir
    private Path workspace;

    private ChildJvm start(String what, String nap) throws Exception {
        return ChildJvm.start(workspace, Program.class, workspace.toString(), what, nap);
    }

    private Tinybox open() {
        return Tinybox.builder()
                .store(FileStore.open(workspace.resolve("state")))
                .build();
    }

    private static void awaitGone(String argument) {
        await().atMost(Duration.ofSeconds(5))
                .until(() -> Processes.withArgument(argument).isEmpty());
    }

    private static List<ProcessHandle> children(ChildJvm jvm) {
        return jvm.handle().children().collect(Collectors.toList());
    }

    @Test
    void takesItsExecutionsWithItAtWhateverMoment() throws Exception {
        Random random = new Random(SEED);
        String nap = Naps.of(362);
        for (int kill = 0; kill < KILLS; kill++) {
            try (ChildJvm jvm = start("busy", nap)) {
                if (kill % 4 != 0) {
                    jvm.readLine(); // each fourth is killed while it is still making its box
                }
                PassthroughCase.pause(Duration.ofMillis(random.nextInt(kill % 4 == 0 ? 600 : 150)));
                jvm.kill();
            }
            awaitGone(nap);
        }
        try (Tinybox next = open()) {
            List<BoxRecord> boxes = next.list();
            assertThat(boxes.size()).isBetween(KILLS * 3 / 4, KILLS);
            for (BoxRecord box : boxes) {
                next.box(box.id()).destroy();
            }
            assertThat(next.list()).isEmpty();
        }
    }

    @Test
    void takesItsExecutionsWithItThoughTheyLeftTheirSessionsAndIgnoreSignals() throws Exception {
        String nap = Naps.of(363);
        try (ChildJvm jvm = start("deaf", nap)) {
            jvm.readLine();
            await().until(() -> Processes.withArgument(nap).size() == EVERYBODY);
            jvm.kill();
            awaitGone(nap);
        }
    }

    @Test
    void takesItsExecutionsWithItThoughItOnlyForgotToEndThem() throws Exception {
        String nap = Naps.of(364);
        try (ChildJvm jvm = start("leave", nap)) {
            jvm.facts();
            awaitGone(nap);
        }
    }

    @Test
    void leavesNoGuard() throws Exception {
        try (ChildJvm jvm = start("deaf", Naps.of(365))) {
            jvm.readLine();
            List<ProcessHandle> children = children(jvm);
            assertThat(children).hasSize(2);
            jvm.kill();
            await().atMost(Duration.ofSeconds(10)).until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
        }
    }

    @Test
    void leavesNoGuardWhenItEndsWell() throws Exception {
        try (ChildJvm jvm = start("close", Naps.of(366))) {
            jvm.readLine();
            List<ProcessHandle> children = children(jvm);
            assertThat(children).hasSize(2);
            jvm.facts();
            assertThat(children).noneMatch(ProcessHandle::isAlive);
        }
    }

    @Test
    void leavesItsSpawnedProcessesToWhoeverOpensTheStoreNext() throws Exception {
        String nap = Naps.of(367);
        try (ChildJvm jvm = start("spawn", nap)) {
            jvm.readLine();
            List<ProcessHandle> guard = children(jvm).stream()
                    .filter(child -> child.info().commandLine().orElse("").contains("tinybox-guard"))
                    .collect(Collectors.toList());
            assertThat(guard).hasSize(1);
            jvm.kill();
            await().until(() -> !guard.get(0).isAlive()); // by now it has killed what it would kill
        }
        assertSpawnedIsFoundAndStopped(nap);
    }

    @Test
    void leavesItsSpawnedProcessesWhenItEndsWell() throws Exception {
        String nap = Naps.of(368);
        try (ChildJvm jvm = start("spawn and keep", nap)) {
            jvm.facts();
        }
        assertSpawnedIsFoundAndStopped(nap);
    }

    private void assertSpawnedIsFoundAndStopped(String nap) throws InterruptedException {
        assertThat(Processes.withArgument(nap)).hasSize(1);
        try (Tinybox next = open()) {
            Box box = next.box(next.list().get(0).id());
            assertThat(box.processes()).extracting(BoxProcess::running).containsExactly(true);
            box.stop(box.processes().get(0).id());
            PassthroughCase.assertGone(nap);
            assertThat(box.processes()).isEmpty();
            box.destroy();
        }
    }

    /** Runs something in a box of its own and says so. */
    static final class Program {

        private Program() {}

        /** Takes the workspace, what to do, and an argument for sleep. */
        public static void main(String[] args) throws Exception {
            Tinybox tinybox = Tinybox.builder()
                    .store(FileStore.open(Path.of(args[0]).resolve("state")))
                    .build();
            Box box = tinybox.create(BoxSpec.unconfined(Path.of(args[0])));
            switch (args[1]) {
                case "busy" -> busy(box, args[2]);
                case "deaf" -> {
                    box.startCollected(deaf(args[2]));
                    say("up=");
                    PassthroughCase.pause(Duration.ofMinutes(5));
                }
                case "leave" -> {
                    box.startCollected(deaf(args[2]));
                    await().until(() -> Processes.withArgument(args[2]).size() == EVERYBODY);
                }
                case "close" -> {
                    try (tinybox;
                            Execution execution = box.start(Command.of("sleep", args[2]))) {
                        say("up=" + execution.id());
                        PassthroughCase.pause(Duration.ofSeconds(1));
                    }
                }
                default -> {
                    box.spawn(Command.of("sleep", args[2]));
                    box.keep();
                    say("up=");
                    PassthroughCase.pause(args[1].equals("spawn") ? Duration.ofMinutes(5) : Duration.ZERO);
                    tinybox.close();
                }
            }
        }

        private static Command deaf(String nap) {
            return Command.of("sh", "-c", "trap '' TERM HUP INT; (setsid sleep $0 &); sleep $0 & sleep $0; wait", nap);
        }

        /** Starts one after the other without end, in two threads, so that a kill meets every step of a start. */
        private static void busy(Box box, String nap) {
            ExecutorService threads = Executors.newFixedThreadPool(2);
            box.startCollected(deaf(nap));
            say("up=");
            for (int thread = 0; thread < 2; thread++) {
                threads.execute(() -> {
                    while (true) {
                        try (Execution execution = box.startCollected(Command.of("sh", "-c", "sleep $0 & wait", nap))) {
                            execution.cancel();
                        }
                    }
                });
            }
        }

        private static void say(String line) {
            System.out.println(line);
            System.out.flush();
        }
    }
}
