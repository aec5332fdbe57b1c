package ai.tinyhumans.tinybox.host.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.host.local.syscall.Children;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.ProcessId;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.LeakCheck;
import ai.tinyhumans.tinybox.testkit.Processes;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A JVM that has no descriptor left, or whose children are taken by somebody else: said plainly, and nothing is lost. */
@Requires(Facility.LAUNCH)
@ExtendWith(LeakCheck.class)
@Timeout(120)
class ScarcityIT {

    @TempDir
    private Path workspace;

    private Map<String, String> under(String script, String what, String nap) throws Exception {
        List<String> argv = new ArrayList<>(List.of("sh", "-c", script + "; exec \"$@\"", "sh"));
        argv.addAll(ChildJvm.argv(List.of("-XX:-MaxFDLimit"), Program.class, workspace.toString(), what, nap));
        try (ChildJvm jvm = ChildJvm.start(workspace, argv, Map.of())) {
            return jvm.facts();
        } finally {
            Naps.kill(nap);
        }
    }

    @Test
    void tooFewDescriptorsAreNoRoomForAnotherProgramAndNoMoreThanThat() throws Exception {
        String nap = Naps.of(374);
        assertThat(under("ulimit -n 120", "fill", nap))
                .containsEntry("refused", "launch.no_room")
                .containsEntry("then", "exit 0")
                .containsEntry("leaked", "0");
        PassthroughCase.assertGone(nap);
    }

    @Test
    void aCommandIsNotSaidToBeOverWhileNobodyCanLook() throws Exception {
        String nap = Naps.of(375);
        assertThat(under("ulimit -n 200", "blind", nap))
                .containsEntry("look", "host.failed")
                .containsEntry("stop", "host.failed")
                .containsEntry("await", "host.failed")
                .containsEntry("then", "exit 0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"lost", "lost on an old machine"})
    void anExitThatSomebodyElseTookIsSaidToBeLost(String what) throws Exception {
        assertThat(under(":", what, Naps.of(376))).containsEntry("exit", "exec.status_lost");
    }

    /** Runs short of something. */
    static final class Program {

        private Program() {}

        /** Takes the workspace, what to do, and an argument for sleep. */
        public static void main(String[] args) throws Exception {
            Tinybox.Builder parts = Tinybox.builder();
            if (args[1].endsWith("old machine")) {
                parts.host(new OldMachine());
            }
            loadEverything();
            try (Tinybox tinybox = parts.build();
                    Box box = tinybox.create(BoxSpec.unconfined(Path.of(args[0])))) {
                switch (args[1]) {
                    case "fill" -> fill(box, args[2]);
                    case "blind" -> blind(box, args[2]);
                    default -> {
                        box.exec(Command.of("true"));
                        Children.ignore();
                        tell("exit", codeOf(() -> box.exec(Command.of("true"))));
                    }
                }
            }
        }

        /** Classes from directories, not from archives that are open, cannot be loaded later on. */
        private static void loadEverything() throws IOException {
            for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
                if (Files.isDirectory(Path.of(entry))) {
                    try (Stream<Path> files = Files.walk(Path.of(entry))) {
                        files.map(file -> Path.of(entry).relativize(file).toString())
                                .filter(name -> name.endsWith(".class") && !name.contains("module-info"))
                                .map(name ->
                                        name.substring(0, name.length() - 6).replace('/', '.'))
                                .forEach(Program::load);
                    }
                }
            }
        }

        private static void load(String name) {
            try {
                Class.forName(name, false, Program.class.getClassLoader());
            } catch (ClassNotFoundException e) {
                throw new AssertionError(e);
            }
        }

        private static void fill(Box box, String nap) throws InterruptedException {
            box.exec(Command.of("true"));
            int before = descriptors();
            List<Execution> running = new ArrayList<>();
            tell("refused", codeOf(() -> {
                while (true) {
                    running.add(box.start(Command.of("sleep", nap)));
                }
            }));
            running.forEach(Execution::close);
            tell("then", box.exec(Command.of("true")).exit());
            await().until(() -> descriptors() <= before);
            tell("leaked", descriptors() - before);
        }

        private static void blind(Box box, String nap) throws Exception {
            ProcessId spawned = box.spawn(Command.of("sleep", nap));
            Execution execution = box.start(Command.of("sh", "-c", "(setsid sleep $0 &); sleep $0; true", nap));
            await().until(() -> Processes.withArgument(nap).size() == 5); // this JVM, the shell and three sleepers
            List<FileInputStream> all = openAllThereAre();
            tell("look", codeOf(() -> ProcStat.read(1)));
            tell("stop", codeOf(() -> stop(box, spawned)));
            execution.cancel();
            tell("await", codeOf(execution::await));
            for (FileInputStream one : all) {
                one.close();
            }
            execution.close();
            box.stop(spawned);
            tell("then", box.exec(Command.of("true")).exit());
        }

        /** Opens until there is no descriptor for some time, since the JVM may give some back. */
        private static List<FileInputStream> openAllThereAre() {
            List<FileInputStream> all = new ArrayList<>();
            for (int failures = 0; failures < 20; ) {
                try {
                    all.add(new FileInputStream("/dev/null"));
                    failures = 0;
                } catch (FileNotFoundException full) {
                    failures++;
                    PassthroughCase.pause(Duration.ofMillis(5));
                }
            }
            return all;
        }

        private static ProcessId stop(Box box, ProcessId spawned) throws InterruptedException {
            box.stop(spawned);
            return spawned;
        }

        private interface Attempt {
            Object run() throws InterruptedException;
        }

        private static String codeOf(Attempt attempt) throws InterruptedException {
            try {
                return String.valueOf(attempt.run());
            } catch (TinyboxException e) {
                return e.code().dotted();
            }
        }

        private static int descriptors() {
            String[] names = new File("/proc/self/fd").list();
            return names == null ? Integer.MAX_VALUE : names.length;
        }

        private static void tell(String name, Object value) {
            System.out.println(name + "=" + value);
        }
    }
}
