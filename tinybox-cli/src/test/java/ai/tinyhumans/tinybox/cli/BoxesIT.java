package ai.tinyhumans.tinybox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.store.BoxRecord;
import ai.tinyhumans.tinybox.store.FileStore;
import ai.tinyhumans.tinybox.testkit.Processes;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Boxes that stay from one invocation to the next. */
class BoxesIT extends JarCase {

    /** A time to sleep that no other process has for an argument. */
    private static final String NAP = "600." + ProcessHandle.current().pid();

    @Test
    @Shows({"create", "create --sandbox", "ls", "exec", "rm"})
    void stayUntilTheyAreRemoved() throws Exception {
        assertThat(create()).isEqualTo("box-0");
        assertThat(create()).isEqualTo("box-1");
        assertThat(jar.ok("ls").lines().map(line -> line.split(" ", 2)[0])).containsExactly("ID", "box-0", "box-1");
        jar.ok("exec", "box-0", "--", "touch", "kept");
        assertThat(jar.ok("exec", "box-0", "ls")).isEqualTo("kept\n");
        assertThat(jar.ok("exec", "box-1", "ls")).isEmpty();
        assertThat(workspaces()).isEqualTo(2);
        assertThat(jar.ok("rm", "box-0")).isEqualTo("box-0\n");
        jar.run("exec", "box-0", "ls").assertFailed(70, "there is no box 'box-0'");
        jar.run("rm", "box-0").assertFailed(70, "there is no box 'box-0'");
        jar.ok("rm", "box-1");
    }

    @Test
    @Shows({"create --workspace", "create --env", "inspect"})
    void areInspected() throws Exception {
        Path directory = Files.createDirectory(scratch.resolve("mine"));
        create("--workspace", directory.toString(), "--env", "TOKEN=secret");
        assertThat(jar.ok("exec", "box-0", "sh", "-c", "echo $TOKEN; pwd")).isEqualTo("secret\n" + directory + "\n");
        String told = jar.ok("inspect", "box-0");
        assertThat(told)
                .containsPattern("(?m)^id +box-0$")
                .containsPattern("(?m)^placement +local/passthrough$")
                .containsPattern("(?m)^source +\\Q" + directory + "\\E \\(local directory\\)$")
                .containsPattern("(?m)^memory +2 GiB$")
                .containsPattern("(?m)^env +TOKEN$")
                .containsPattern("(?m)^not enforced +network, cpu, memory, pids, disk$")
                .doesNotContain("secret");
        JsonNode object = jar.json("inspect", "box-0", "--json");
        assertThat(object.get("source").get("value").textValue()).isEqualTo(directory.toString());
        assertThat(object.get("resources").toString())
                .isEqualTo("{\"cpuMillis\":2000,\"memoryBytes\":2147483648,\"pids\":512,\"diskBytes\":8589934592}");
        assertThat(object.get("unenforced").toString()).isEqualTo("[\"network\",\"cpu\",\"memory\",\"pids\",\"disk\"]");
        assertThat(object.get("enforcement").get("network").textValue()).isEqualTo("unsupported");
        assertThat(object.toString()).doesNotContain("secret");
        jar.ok("rm", "box-0");
        assertThat(directory).exists();
    }

    @Test
    @Shows({"exec --env", "exec --timeout"})
    void takeCommandsWithVariablesAndTimes() throws Exception {
        create("--env", "A=box");
        assertThat(jar.ok("exec", "--env", "A=command", "box-0", "sh", "-c", "echo $A"))
                .isEqualTo("command\n");
        assertThat(jar.run("exec", "--timeout", "200ms", "box-0", "sleep", "600")
                        .status())
                .isEqualTo(124);
        assertThat(jar.reading("in").run("exec", "box-0", "cat").out()).isEqualTo("in");
        assertThat(jar.run("exec", "box-0", "--", "sh", "-c", "exit 9").status())
                .isEqualTo(9);
        assertThat(jar.run("exec", "box-0", "nosuch").status()).isEqualTo(127);
        jar.run("exec", "box-0", "--env", "A=late", "env").assertFailed(2, "options go before the box");
        assertThat(jar.run("exec", "box-0", "--", "--env").status()).isEqualTo(127);
        jar.ok("rm", "box-0");
    }

    @Test
    @Shows({"spawn", "spawn --env", "ps", "kill"})
    void keepProcessesRunning() throws Exception {
        create();
        assertThat(jar.ok("spawn", "--env", "N=" + NAP, "box-0", "--", "sh", "-c", "sleep $N & wait"))
                .isEqualTo("proc-0\n");
        assertThat(jar.ok("spawn", "box-0", "true")).isEqualTo("proc-1\n");
        JsonNode processes = jar.json("ps", "box-0", "--json").get("processes");
        assertThat(processes.get(0).get("running").booleanValue()).isTrue();
        assertThat(processes.get(0).get("argv").toString()).isEqualTo("[\"sh\",\"-c\",\"sleep $N & wait\"]");
        assertThat(jar.ok("ps", "box-0").lines().skip(1)).hasSize(2).anyMatch(line -> line.contains("running"));
        assertThat(Processes.withArgument(NAP)).isNotEmpty();
        jar.run("kill", "box-0", "proc-7").assertFailed(70, "has no spawned process 'proc-7'");
        assertThat(jar.ok("kill", "box-0", "proc-0")).isEqualTo("proc-0\n");
        assertThat(Processes.withArgument(NAP)).isEmpty();
        jar.ok("spawn", "box-0", "sleep", NAP);
        jar.ok("rm", "box-0");
        assertThat(Processes.withArgument(NAP)).isEmpty();
    }

    /** Lets the time of a box run out. */
    private void expire(String id) {
        FileStore.open(jar.store())
                .update(
                        new BoxId(id),
                        box -> new BoxRecord(
                                box.id(),
                                box.token(),
                                box.state(),
                                box.spec(),
                                Optional.of(Instant.now().minus(Duration.ofHours(2))),
                                Optional.empty(),
                                false,
                                new TreeMap<>()));
    }

    @Test
    @Shows({"reap", "reap --dry-run"})
    void areReapedWhenTheirTimeIsUp() throws Exception {
        create();
        create();
        assertThat(jar.ok("reap")).isEmpty();
        expire("box-1");
        assertThat(jar.ok("reap", "--dry-run")).isEqualTo("box-1\n");
        assertThat(jar.json("ls", "--json").get("boxes")).hasSize(2);
        assertThat(jar.json("reap", "--json").toString()).isEqualTo("{\"boxes\":[{\"id\":\"box-1\"}]}");
        assertThat(workspaces()).isEqualTo(1);
        assertThat(jar.ok("ls").lines().skip(1)).singleElement().asString().startsWith("box-0 ");
        jar.ok("rm", "box-0");
    }

    @Test
    @Shows({"template save", "template ls", "template rm", "create --template"})
    void areNoTemplatesWithoutSnapshots() throws Exception {
        create();
        jar.run("template", "save", "box-0", "python").assertFailed(70, "the sandbox has no 'filesystem snapshot'");
        assertThat(jar.ok("template", "ls")).isEqualTo("TEMPLATE  SNAPSHOT\n");
        Files.writeString(jar.store().resolve("templates.json"), "{\"python\":\"snapshot-1\"}");
        assertThat(jar.json("template", "ls", "--json").toString())
                .isEqualTo("{\"templates\":[{\"template\":\"python\",\"snapshot\":\"snapshot-1\"}]}");
        jar.run("create", "--sandbox", "passthrough", "--template", "python")
                .assertFailed(70, "the sandbox has no 'fork'");
        assertThat(jar.ok("template", "rm", "python")).isEqualTo("python\n");
        jar.run("template", "rm", "python").assertFailed(70, "there is no template 'python'");
        jar.run("create", "--sandbox", "passthrough", "--template", "python")
                .assertFailed(70, "there is no template 'python'");
        jar.run("template").assertFailed(2, "save, ls or rm");
        jar.ok("rm", "box-0");
    }
}
