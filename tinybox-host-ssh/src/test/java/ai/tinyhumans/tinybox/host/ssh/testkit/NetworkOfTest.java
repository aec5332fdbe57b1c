package ai.tinyhumans.tinybox.host.ssh.testkit;

import ai.tinyhumans.tinybox.host.ssh.SshHostProvider;
import ai.tinyhumans.tinybox.spec.HostRef;
import ai.tinyhumans.tinybox.spi.HostProvider;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A network that nobody else is in, with an sshd and the clients that reach it, which can drop every packet. Needs root. */
public final class NetworkOfTest implements AutoCloseable {

    private final Process holder;
    private final Sshd sshd;

    private NetworkOfTest(Process holder, Sshd sshd) {
        this.holder = holder;
        this.sshd = sshd;
    }

    /** Makes the network and starts the server in it. */
    public static NetworkOfTest open() throws IOException, InterruptedException {
        Process holder = new ProcessBuilder(
                        "unshare", "--net", "sh", "-c", "busybox ip link set lo up; echo up; exec sleep 86400")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        if (holder.getInputStream().read() < 0) {
            throw new IOException("there is no network for the test");
        }
        return new NetworkOfTest(holder, Sshd.start(within(holder)));
    }

    private static List<String> within(Process holder) {
        return List.of("nsenter", "--net=/proc/" + holder.pid() + "/ns/net");
    }

    /** The server. */
    public Sshd server() {
        return sshd;
    }

    /** The machine as a host by the name {@code ssh}. */
    public HostProvider host() throws IOException {
        String ssh = String.join(" ", within(holder)) + " /usr/bin/ssh";
        return new SshHostProvider(new HostRef("ssh"), sshd.target(), OtherSsh.in(sshd.directory(), ssh));
    }

    /** From here on no packet arrives, and nobody is told. */
    public void fallSilent() throws IOException, InterruptedException {
        run("iptables", "--insert", "INPUT", "--jump", "DROP");
    }

    /** From here on packets arrive again. */
    public void speak() throws IOException, InterruptedException {
        run("iptables", "--delete", "INPUT", "--jump", "DROP");
    }

    private void run(String... command) throws IOException, InterruptedException {
        List<String> argv = new ArrayList<>(within(holder));
        argv.addAll(List.of(command));
        if (new ProcessBuilder(argv).inheritIO().start().waitFor() != 0) {
            throw new IOException(String.join(" ", argv) + " failed");
        }
    }

    @Override
    public void close() throws IOException {
        sshd.close();
        holder.destroyForcibly();
    }
}
