package ai.tinyhumans.tinybox.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ai.tinyhumans.tinybox.host.ssh.testkit.SshdOfClass;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Processes;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands on a machine that ssh reaches. */
@Requires({Facility.LAUNCH, Facility.SSHD})
class SshCommandsIT extends JarCase {

    /** A time to sleep that no other process has for an argument. */
    private static final String NAP = "602." + ProcessHandle.current().pid();

    @RegisterExtension
    static final SshdOfClass SSHD = SshdOfClass.with();

    /** A command line with the options of the machine after the name of the command. */
    private static String[] there(String command, String... rest) {
        Path files = SSHD.server().directory();
        List<String> words = new ArrayList<>(Arrays.asList(command.split(" ", -1)));
        words.addAll(List.of(
                "--host",
                "127.0.0.1",
                "--ssh-port",
                Integer.toString(SSHD.server().port())));
        words.addAll(List.of("--ssh-identity", files.resolve("user").toString()));
        words.addAll(List.of("--ssh-known-hosts", files.resolve("known").toString()));
        words.addAll(List.of(rest));
        return words.toArray(String[]::new);
    }

    private String createThere(String... options) throws IOException, InterruptedException {
        return jar.ok(there("create --sandbox passthrough", options)).strip();
    }

    @Test
    @Shows({"* --host", "* --ssh-port", "* --ssh-identity", "* --ssh-known-hosts"})
    void runAProgramThere() throws Exception {
        String script = "pwd; echo e >&2; cat; exit 7";
        Jar.Done done = jar.reading("in").run(there("run --sandbox passthrough", "sh", "-c", script));
        assertThat(done.status()).isEqualTo(7);
        assertThat(done.out()).matches("/.*/\\.tinybox/boxes/box\\.\\w{8}\nin");
        assertThat(done.err()).endsWith("\ne\n");
        assertThat(Path.of(done.out().split("\n", -1)[0])).doesNotExist();
    }

    @Test
    void endAProgramThereWhenTheJvmIsKilled() throws Exception { // B072
        String nap = NAP + "1";
        try (Jar.Running running = jar.start(there("run --sandbox passthrough", "sleep", nap))) {
            await().until(() -> !Processes.withArgument(nap).isEmpty());
            running.process().destroyForcibly();
            await().atMost(Duration.ofSeconds(10))
                    .until(() -> Processes.withArgument(nap).isEmpty());
        }
    }

    @Test
    void findABoxAgainByWhatIsRecordedAlone() throws Exception {
        String box = createThere();
        String workspace = jar.ok("exec", box, "pwd").strip();
        jar.ok("exec", "--env", "A=1", box, "--", "sh", "-c", "echo $A > f");
        assertThat(Path.of(workspace, "f")).hasContent("1");
        assertThat(jar.ok("ls")).contains("ssh://127.0.0.1:" + SSHD.server().port() + "?identity=");
        assertThat(Files.readString(jar.store().resolve("boxes.json"))).doesNotContain("PRIVATE");
        assertThat(jar.ok("inspect", box)).contains("ssh://127.0.0.1");
        String process = jar.ok("spawn", box, "sleep", NAP).strip();
        assertThat(Processes.withArgument(NAP)).hasSize(1);
        assertThat(jar.ok("ps", box)).contains(process);
        jar.ok("kill", box, process);
        assertThat(Processes.withArgument(NAP)).isEmpty();
        jar.ok("spawn", box, "sleep", NAP);
        jar.ok("rm", box);
        assertThat(Processes.withArgument(NAP)).isEmpty();
        assertThat(Path.of(workspace)).doesNotExist();
    }

    @Test
    void workInADirectoryOfThatMachineAndLeaveIt() throws Exception {
        Path directory = Files.createDirectory(scratch.resolve("there"));
        String box = createThere("--workspace", directory.toString());
        jar.ok("exec", box, "touch", "kept");
        jar.ok("rm", box);
        assertThat(directory.resolve("kept")).exists();
        jar.run(there("create --sandbox passthrough", "--workspace", "there")).assertFailed(2, "is not absolute");
    }

    @Test
    void leaveBoxesOfOtherMachinesAlone() throws Exception {
        String far = createThere();
        String near = create();
        assertThat(jar.ok("ls", "--host", "local").lines()).hasSize(2).anyMatch(line -> line.startsWith(near));
        assertThat(jar.ok(there("ls")).lines()).hasSize(2).anyMatch(line -> line.startsWith(far));
        assertThat(jar.ok("ls").lines()).hasSize(3);
        jar.run(there("exec", near, "true")).assertFailed(2, "is on host 'local'");
        jar.run("exec", "--host", "elsewhere", far, "true").assertFailed(2, "is on host 'ssh://127.0.0.1");
        jar.ok(there("reap"));
        jar.ok("rm", near);
        jar.ok("rm", far);
    }

    @Test
    @Shows("* --accept-new-host-key")
    void reachABoxInAnotherWayIfTold() throws Exception {
        String box = createThere();
        String unknown = Files.createFile(scratch.resolve("known")).toString();
        String[] otherKeys = {"--ssh-known-hosts", unknown};
        String port = Integer.toString(SSHD.server().port());
        String key = SSHD.server().directory().resolve("user").toString();
        String[] exec = {"exec", "--host", "127.0.0.1", "--ssh-port", port, "--ssh-identity", key};
        jar.run(join(join(exec, otherKeys), box, "true")).assertFailed(70, "its host key is not known");
        jar.ok(join(join(exec, otherKeys), "--accept-new-host-key", box, "true"));
        jar.ok(join(join(exec, otherKeys), box, "true"));
        jar.ok("rm", box);
    }

    private static String[] join(String[] words, String... more) {
        return Stream.concat(Stream.of(words), Stream.of(more)).toArray(String[]::new);
    }

    @Test
    void lookAtThatMachine() throws Exception {
        assertThat(jar.ok(there("providers")))
                .containsPattern("(?m)^host +ssh://")
                .contains("passthrough");
        assertThat(jar.run(there("doctor")).out())
                .contains("host ssh://127.0.0.1")
                .contains("PATH there is");
    }

    @Test
    void refuseAMachineThatIsNone() throws Exception {
        jar.run("ls", "--host", "-oProxyCommand=x").assertFailed(2, "safely");
        jar.run("ls", "--host", "ssh://me:secret@host").assertFailed(2, "safely");
    }

    static Stream<String> commandsOnAMachine() {
        return Commands.all().keySet().stream()
                .filter(name -> !List.of("template ls", "template rm").contains(name));
    }

    @ParameterizedTest
    @MethodSource("commandsOnAMachine")
    void needAMachineForOptionsOfSsh(String command) throws Exception {
        jar.run(AllCommandsIT.words(command, "--ssh-port", "22")).assertFailed(2, "need a machine that ssh reaches");
    }
}
