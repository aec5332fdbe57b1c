package ai.tinyhumans.tinybox.host.ssh;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.HostRef;
import ai.tinyhumans.tinybox.spi.Finding;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.HostProvider;
import ai.tinyhumans.tinybox.spi.Probe;

/**
 * A machine that ssh reaches from another host. A placement names it by its {@linkplain SshTarget#address() address}, or by
 * a name it is registered by with {@code Tinybox.Builder.host}; a second one on top of a first goes through it. Immutable.
 *
 * <p>The ssh client, its configuration, keys and agent are those of the user; the far side needs {@code sshd}, a POSIX
 * {@code sh} and {@code setsid}, and {@code /proc} as Linux has it.
 */
public final class SshHostProvider implements HostProvider {

    private final HostRef name;
    private final SshTarget target;
    private final HostProvider near;

    /**
     * Makes a provider.
     *
     * @param name what placements call the machine
     * @param target which machine it is
     * @param near where the ssh client runs
     */
    public SshHostProvider(HostRef name, SshTarget target, HostProvider near) {
        this.name = name;
        this.target = target;
        this.near = near;
    }

    @Override
    public HostRef name() {
        return name;
    }

    @Override
    public Probe probe() {
        String subject = "connection to '" + target + "'";
        try (Host host = open()) {
            return Probe.of(new Finding.Usable(
                    subject, "PATH there is " + host.environment().variables().get("PATH")));
        } catch (TinyboxException e) {
            return Probe.of(
                    new Finding.Blocked(subject, e.getMessage(), e.remedy().orElse("see the message")));
        }
    }

    /** Opens the host. Nothing is connected before the first use. */
    @Override
    public Host open() {
        return new SshHost(target, near.open(), !(near instanceof SshHostProvider));
    }
}
