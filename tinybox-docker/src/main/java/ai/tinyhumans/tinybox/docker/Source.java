package ai.tinyhumans.tinybox.docker;

import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import java.util.Optional;

/**
 * What a container starts from. Immutable.
 *
 * @param image the image
 * @param pulled whether the image may be fetched: the name of a snapshot means nothing to a registry, or somebody else's
 * @param directory the directory of the host that is its workspace, if there is one
 * @param repository what is cloned into its workspace, if anything
 */
record Source(String image, boolean pulled, Optional<String> directory, Optional<Repository> repository) {

    /**
     * Takes a source apart.
     *
     * @param base the image around what is none
     */
    static Source of(WorkspaceSource source, String base) {
        return source.match(
                directory -> new Source(base, true, Optional.of(directory.path()), Optional.empty()),
                image -> new Source(image.reference(), true, Optional.empty(), Optional.empty()),
                snapshot -> new Source(DockerSnapshots.image(snapshot.id()), false, Optional.empty(), Optional.empty()),
                repository -> new Source(base, true, Optional.empty(), Optional.of(Repository.of(repository))));
    }

    /** Answers whether its workspace is {@link DockerArgs#WORKSPACE}, and not what the image says. */
    boolean hasWorkspace() {
        return directory.isPresent() || repository.isPresent();
    }
}
