package ai.tinyhumans.tinybox.host.ssh;

import ai.tinyhumans.tinybox.spec.HostRef;
import ai.tinyhumans.tinybox.spi.HostProvider;
import ai.tinyhumans.tinybox.spi.HostScheme;
import java.util.Optional;

/**
 * The addresses {@code ssh://[USER@]HOST[:PORT]}, with {@code ?identity=FILE}, {@code known-hosts=FILE} and {@code
 * accept-new-host-key} after them. HOST may be a name of the user's ssh configuration. Immutable.
 */
public final class SshScheme implements HostScheme {

    private final Optional<SshTarget> instead;

    /** Makes the scheme; {@link java.util.ServiceLoader} does. */
    public SshScheme() {
        this.instead = Optional.empty();
    }

    private SshScheme(SshTarget instead) {
        this.instead = Optional.of(instead);
    }

    /**
     * Makes a scheme that reaches one machine in another way than its address says: with another key, say.
     *
     * @param target how to reach every address with its user and host
     */
    public static SshScheme reaching(SshTarget target) {
        return new SshScheme(target);
    }

    @Override
    public String name() {
        return "ssh";
    }

    @Override
    public HostProvider at(HostRef address, HostProvider here) {
        SshTarget said = SshTarget.parse(address.value());
        return new SshHostProvider(address, instead.filter(said::isSameMachine).orElse(said), here);
    }
}
