package ai.tinyhumans.tinybox.docker;

import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.spec.SandboxRef;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import ai.tinyhumans.tinybox.spi.Probe;
import ai.tinyhumans.tinybox.spi.Sandbox;
import ai.tinyhumans.tinybox.spi.SandboxContext;
import ai.tinyhumans.tinybox.spi.SandboxProvider;
import java.util.Map;
import java.util.Optional;

/**
 * Makes boxes that are containers, on any host that has the docker command. A box named {@code b} is the container
 * {@code tinybox-<namespace>-b}: names of boxes are unique in a store, names of containers on a daemon, so stores that share
 * a daemon need namespaces of their own. Unless one is given, it is the value of {@value #NAMESPACE} in the environment of the
 * host, or {@code default}.
 *
 * <p>The command is the one that {@value #COMMAND} names in the environment of the host, or {@code docker}, or {@code podman}
 * where there is no {@code docker}. It may be podman's by any name; what podman does not do is not declared then.
 *
 * <p>A box made from a directory or a repository starts from the image that {@value #IMAGE} names in the environment of the
 * host, or {@value #BASE_IMAGE}. A repository is cloned in the box, so that image must have {@code git}.
 */
public final class DockerProvider implements SandboxProvider {

    /** The variable that names the namespace. */
    public static final String NAMESPACE = "TINYBOX_DOCKER_NAMESPACE";

    /** The variable that names the image around what is none. */
    public static final String IMAGE = "TINYBOX_DOCKER_IMAGE";

    /** The variable that names the command. */
    public static final String COMMAND = "TINYBOX_DOCKER_COMMAND";

    /** The image around what is none, unless another is named: small, and with a shell. */
    static final String BASE_IMAGE = "alpine:3";

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
        Map<String, String> variables = context.host().environment().variables();
        String named = namespace.orElseGet(() -> variables.getOrDefault(NAMESPACE, "default"));
        String base = variables.getOrDefault(IMAGE, BASE_IMAGE);
        return new DockerSandbox(context, new BoxId(named).value(), new WorkspaceSource.OciImage(base).reference());
    }
}
