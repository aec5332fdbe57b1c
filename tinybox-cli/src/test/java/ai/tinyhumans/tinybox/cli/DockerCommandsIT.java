package ai.tinyhumans.tinybox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What only some sandboxes can do, with docker. */
@Requires(Facility.DOCKER)
class DockerCommandsIT extends JarCase {

    @BeforeEach
    void chooseTheDaemonOfTheTests() {
        jar.env("TINYBOX_DOCKER_NAMESPACE", "command-line");
        String daemon = System.getenv("DOCKER_HOST");
        if (daemon != null) {
            jar.env("DOCKER_HOST", daemon);
        }
    }

    private String createFrom(String image, String... more) throws Exception {
        String[] options = new String[more.length + 5];
        System.arraycopy(new String[] {"create", "--sandbox", "docker", "--image", image}, 0, options, 0, 5);
        System.arraycopy(more, 0, options, 5, more.length);
        return jar.ok(options).strip();
    }

    @Test
    @Shows({
        "create --image",
        "pause",
        "resume",
        "snapshot",
        "snapshots",
        "snapshots --delete",
        "snapshots --sandbox",
        "fork",
        "fork --sandbox"
    })
    void pausesKeepsAndForksABox() throws Exception {
        String box = createFrom("tinybox-debian:12");
        jar.ok("exec", box, "--", "sh", "-c", "echo kept > /tmp/f; python3 -c 'print(1)'");
        assertThat(jar.ok("pause", box)).isEqualTo(box + "\n");
        jar.run("exec", box, "true").assertFailed(70, "paused");
        assertThat(jar.ok("resume", box)).isEqualTo(box + "\n");
        String snapshot = jar.ok("snapshot", box).strip();
        assertThat(jar.ok("snapshots", "--host", "local", "--sandbox", "docker").lines())
                .contains(snapshot);
        String fork = jar.ok("fork", "--host", "local", "--sandbox", "docker", snapshot)
                .strip();
        assertThat(jar.ok("exec", fork, "cat", "/tmp/f")).isEqualTo("kept\n");
        jar.ok("rm", fork);
        jar.ok("rm", box);
        assertThat(jar.ok("snapshots", "--delete", snapshot)).isEqualTo(snapshot + "\n");
        assertThat(jar.ok("snapshots").lines()).doesNotContain(snapshot);
        jar.run("snapshots", "--sandbox", "passthrough").assertFailed(70, "filesystem snapshot");
        jar.run("fork", "--sandbox", "passthrough", snapshot).assertFailed(70, "fork");
    }

    @Test
    @Shows({"create --publish", "forward"})
    void tellsWhereAPublishedPortIsReached() throws Exception {
        String box = createFrom("alpine:3", "--network", "egress", "--publish", "80");
        assertThat(jar.ok("forward", box, "80")).matches("127\\.0\\.0\\.1:\\d+\n");
        jar.run("forward", box, "81").assertFailed(2, "port 81 of box '" + box + "' is not published");
        jar.ok("rm", box);
    }

    @Test
    @Shows({"run --image", "run --publish"})
    void runsAProgramOfAnImage() throws Exception {
        assertThat(jar.ok("run", "--sandbox", "docker", "--image", "tinybox-debian:12", "cat", "/etc/debian_version"))
                .startsWith("12");
        jar.run("run", "--sandbox", "docker", "--publish", "x", "true").assertFailed(2, "no port to publish");
    }
}
