package ai.tinyhumans.tinybox.docker;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import java.util.Optional;

/**
 * What a container starts from. Immutable.
 *
 * @param image the image
 * @param pulled whether the image may be fetched: the name of a snapshot means nothing to a registry, or somebody else's
 * @param directory the directory of the host that is its workspace, if there is one
 */
record Source(String image, boolean pulled, Optional<String> directory) {

    /** The image around a directory of the host: small, and with a shell. */
    static final String BASE_IMAGE = "alpine:3";

    /**
     * Takes a source apart.
     *
     * @throws TinyboxException {@code source.unsupported} for a repository
     */
    static Source of(WorkspaceSource source) {
        return source.match(
                directory -> new Source(BASE_IMAGE, true, Optional.of(directory.path())),
                image -> new Source(image.reference(), true, Optional.empty()),
                snapshot -> new Source(DockerSnapshots.image(snapshot.id()), false, Optional.empty()),
                repository -> {
                    throw TinyboxException.of(
                                    ErrorCode.SOURCE_UNSUPPORTED, "sandbox 'docker' takes no " + source.kind())
                            .remedy("clone it into a directory and start from that, or from an image that has it")
                            .build();
                });
    }
}
