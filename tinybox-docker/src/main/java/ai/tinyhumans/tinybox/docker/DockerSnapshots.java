package ai.tinyhumans.tinybox.docker;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.SnapshotId;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of snapshots: {@code sha-} and the first twelve digits of the image's digest, which docker takes for the image. Pure.
 */
final class DockerSnapshots {

    private static final Pattern DIGEST = Pattern.compile("(?m)^(?:sha256:)?([0-9a-f]{64})$");

    private static final String PREFIX = "sha-";

    private static final int DIGITS = 12;

    private DockerSnapshots() {}

    /**
     * The name of the image whose digest a command printed, perhaps among warnings.
     *
     * @throws TinyboxException {@code host.failed} if it printed none
     */
    static SnapshotId id(byte[] printed) {
        return ids(printed).stream()
                .findFirst()
                .orElseThrow(() -> TinyboxException.of(
                                ErrorCode.HOST_FAILED, "'docker commit' printed no digest of an image")
                        .build());
    }

    /** The names of all images whose digests a command printed, each once. */
    static List<SnapshotId> ids(byte[] printed) {
        Matcher digests = DIGEST.matcher(new String(printed, StandardCharsets.UTF_8));
        return digests.results()
                .map(digest -> new SnapshotId(PREFIX + digest.group(1).substring(0, DIGITS)))
                .distinct()
                .sorted()
                .toList();
    }

    /**
     * The image of a snapshot, as docker calls it.
     *
     * @throws TinyboxException {@code source.unavailable} if this is no name of a snapshot of docker
     */
    static String image(SnapshotId id) {
        if (!id.value().matches(PREFIX + "[0-9a-f]{" + DIGITS + "}")) {
            throw TinyboxException.of(ErrorCode.SOURCE_UNAVAILABLE, "'" + id + "' is no snapshot of docker")
                    .remedy("'tinybox snapshots' lists them")
                    .build();
        }
        return id.value().substring(PREFIX.length());
    }
}
