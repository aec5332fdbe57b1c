package ai.tinyhumans.tinybox.host.local;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a program starts with: three descriptors, signals as they are by default, a session and group of its own. */
class DescriptorsIT extends PassthroughCase {

    @Test // B031
    void areThreeWhateverThisJvmHasOpen() throws Exception {
        Path file = Files.createFile(workspace.resolve("open"));
        try (var in = Files.newInputStream(file);
                var out = Files.newOutputStream(file);
                Execution other = box.start(sh("cat").stdin(Stdin.open()))) {
            assertThat(List.of(in, out, other)).hasSize(3);
            // the fourth is the directory that ls reads
            assertThat(exec("ls", "/proc/self/fd").stdoutText()).isEqualTo("0\n1\n2\n3\n");
        }
    }

    @Test // B031
    void ofOneProgramAreNotHeldByAnother() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(16);
        String nap = Naps.of(20);
        CountDownLatch sleeping = new CountDownLatch(8);
        List<Future<Exit>> sleepers = new ArrayList<>();
        List<Future<ExecResult>> printers = new ArrayList<>();
        try {
            for (int i = 0; i < 8; i++) {
                sleepers.add(threads.submit(() -> {
                    try (Execution sleeper = box.start(Command.of("sleep", nap))) {
                        sleeping.countDown();
                        return sleeper.await().exit();
                    }
                }));
            }
            for (int i = 0; i < 200; i++) {
                printers.add(threads.submit(() -> exec("printf", "X")));
            }
            for (Future<ExecResult> printer : printers) {
                ExecResult result = printer.get(30, TimeUnit.SECONDS);
                assertThat(result.stdoutText()).isEqualTo("X");
                assertThat(result.exit()).isEqualTo(new Exit.Exited(0));
                assertThat(result.usage().wall()).isLessThan(Duration.ofSeconds(2));
            }
            sleeping.await();
            assertThat(sleepers).noneMatch(Future::isDone);
        } finally {
            threads.shutdown();
            box.close();
            assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        }
        for (Future<Exit> sleeper : sleepers) {
            assertThat(sleeper.get()).isEqualTo(new Exit.Cancelled());
        }
    }

    @Test
    void leadToNowhereAndToTwoPipesUnlessInputIsGiven() throws InterruptedException {
        String[] targets = run("for i in 0 1 2; do readlink /proc/self/fd/$i; done")
                .stdoutText()
                .split("\n", -1);
        assertThat(targets[0]).isEqualTo("/dev/null");
        assertThat(targets[1]).startsWith("pipe:").isNotEqualTo(targets[2]);
        assertThat(targets[2]).startsWith("pipe:");
    }

    @Test
    void belongToTheLeaderOfItsOwnSessionWithoutATerminal() throws InterruptedException {
        String line = run("cat /proc/$$/stat; true").stdoutText();
        ProcStat stat = ProcStat.parse(line);
        assertThat(stat.group()).isEqualTo(stat.pid());
        assertThat(stat.session()).isEqualTo(stat.pid());
        assertThat(line.substring(line.lastIndexOf(')')).split(" ", -1)[5])
                .as("tty_nr")
                .isEqualTo("0");
    }

    @Test
    void comeWithNoSignalBlockedOrIgnoredThoughThisJvmIgnoresSome() throws Exception {
        List<String> argv = new ArrayList<>(List.of("sh", "-c", "trap '' HUP USR1 PIPE; exec \"$@\"", "sh"));
        argv.addAll(ChildJvm.argv(List.of(), Program.class, workspace.toString()));
        try (ChildJvm jvm = ChildJvm.start(workspace, argv, Map.of())) {
            Map<String, String> facts = jvm.facts();
            assertThat(facts.get("own SigIgn")).as("the JVM ignores some").matches("0+[0-9a-f]*[1-9a-f][0-9a-f]*");
            assertThat(facts).containsEntry("SigBlk", "0000000000000000").containsEntry("SigIgn", "0000000000000000");
        }
    }

    /** Shows the signal masks of a command, and this JVM's. */
    static final class Program {

        private Program() {}

        /** Takes the workspace. */
        public static void main(String[] args) throws Exception {
            try (Tinybox tinybox = Tinybox.open();
                    Box box = tinybox.create(BoxSpec.unconfined(Path.of(args[0])))) {
                Command command = Command.of("grep", "-E", "SigBlk|SigIgn", "/proc/self/status");
                System.out.print(box.exec(command).orThrow().stdoutText().replace(":\t", "="));
                Files.readAllLines(Path.of("/proc/self/status")).stream()
                        .filter(line -> line.startsWith("SigIgn"))
                        .forEach(line -> System.out.println("own " + line.replace(":\t", "=")));
            }
        }
    }
}
