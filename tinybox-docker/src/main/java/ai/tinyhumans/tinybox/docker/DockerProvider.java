package ai.tinyhumans.tinybox.docker;

import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.spec.SandboxRef;
import ai.tinyhumans.tinybox.spi.Probe;
import ai.tinyhumans.tinybox.spi.Sandbox;
import ai.tinyhumans.tinybox.spi.SandboxContext;
import ai.tinyhumans.tinybox.spi.SandboxProvider;
import java.util.Optional;

/**
 * Makes boxes that are containers, on any host that has the docker command. A box named {@code b} is the container
 * {@code tinybox-<namespace>-b}: names of boxes are unique in a store, names of containers on a daemon, so stores that share
 * a daemon need namespaces of their own. Unless one is given, it is the value of {@value #NAMESPACE} in the environment of the
 * host, or {@code default}.
 */
public final class DockerProvider implements SandboxProvider {

    /** The variable that names the namespace. */
    public static final String NAMESPACE = "TINYBOX_DOCKER_NAMESPACE";

    private final Optional<String> namespace;

    /** Makes the provider of the namespace that the environment names; {@link java.util.ServiceLoader} does. */
    public DockerProvider() {
        namespace = Optional.empty();
    }

    /**
     * Makes a provider of another namespace, to be registered.
     *
     * @throws ai.tinyhumans.tinybox.error.TinyboxException {@code identifier.invalid}: it is made as a box's name is
     */
    public DockerProvider(String namespace) {
        this.namespace = Optional.of(new BoxId(namespace).value());
    }

    @Override
    public SandboxRef name() {
        return new SandboxRef("docker");
    }

    @Override
    public Probe probe(SandboxContext context) {
        return DockerProbe.run(new DockerCli(context));
    }

    @Override
    public Sandbox open(SandboxContext context) {
        String named = namespace.orElseGet(
                () -> context.host().environment().variables().getOrDefault(NAMESPACE, "default"));
        return new DockerSandbox(context, new BoxId(named).value());
    }
}
