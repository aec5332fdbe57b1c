package ai.tinyhumans.tinybox.host.ssh.testkit;

import ai.tinyhumans.tinybox.host.local.LocalHostProvider;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.HostProvider;
import ai.tinyhumans.tinybox.testkit.HostLike;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** This machine, on which {@code ssh} is a script: as a user's configuration would, it says how a machine is reached. */
final class OtherSsh extends HostLike {

    private final String directory;

    private OtherSsh(Host host, String directory) {
        super(host);
        this.directory = directory;
    }

    /**
     * Makes the script.
     *
     * @param directory where it is
     * @param command what it becomes, with the arguments of ssh after it
     */
    static HostProvider in(Path directory, String command) throws IOException {
        Path script = Files.writeString(directory.resolve("ssh"), "#!/bin/sh\nexec " + command + " \"$@\"\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        return provider(new LocalHostProvider(), host -> new OtherSsh(host, directory.toString()));
    }

    @Override
    public Env environment() {
        Env env = super.environment();
        return env.with("PATH", directory + ":" + env.variables().get("PATH"));
    }
}
