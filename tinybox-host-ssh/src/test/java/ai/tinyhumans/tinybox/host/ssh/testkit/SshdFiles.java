package ai.tinyhumans.tinybox.host.ssh.testkit;

import ai.tinyhumans.tinybox.host.ssh.SshTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory with what an sshd of the tests needs, and what reaches it: the keys of both and a configuration. */
final class SshdFiles implements AutoCloseable {

    private final Path directory = Files.createTempDirectory("sshd-of-a-test");

    /**
     * Makes the files.
     *
     * @param name what {@code known_hosts} calls the server
     * @param more lines of the configuration
     */
    SshdFiles(String name, List<String> more) throws IOException, InterruptedException {
        makeKey("host");
        makeKey("user");
        List<String> lines = new ArrayList<>(List.of(
                "HostKey " + at("host"),
                "AuthorizedKeysFile " + at("user.pub"),
                "UsePAM no",
                "StrictModes no",
                "PasswordAuthentication no",
                "PermitRootLogin yes",
                "MaxStartups 200"));
        lines.addAll(more);
        Files.write(at("config"), lines);
        Files.writeString(at("known"), name + " " + Files.readString(at("host.pub")));
    }

    private void makeKey(String name) throws IOException, InterruptedException {
        String file = at(name).toString();
        Process process = new ProcessBuilder("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", file)
                .inheritIO()
                .start();
        if (process.waitFor() != 0) {
            throw new IOException("ssh-keygen failed");
        }
    }

    Path directory() {
        return directory;
    }

    Path at(String name) {
        return directory.resolve(name);
    }

    /** Reaches a server with these keys. */
    SshTarget reaching(SshTarget target) {
        return target.withIdentity(at("user")).withKnownHosts(at("known"));
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
