package ai.tinyhumans.tinybox.docker;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.spec.SnapshotId;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class DockerSnapshotsTest {

    private static final String DIGEST = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void namesAnImageByTwelveDigits() {
        SnapshotId id = DockerSnapshots.id(bytes("sha256:" + DIGEST + "\n"));
        assertThat(id).hasToString("sha-0123456789ab");
        assertThat(DockerSnapshots.image(id)).isEqualTo("0123456789ab");
    }

    @Test
    void findsTheDigestAmongWarningsAndTakesNothingElseForOne() { // B058
        assertThat(DockerSnapshots.id(bytes("WARNING: sha256:abc is odd\n" + DIGEST + "\n")))
                .hasToString("sha-0123456789ab");
        assertRefused(ErrorCode.HOST_FAILED, () -> DockerSnapshots.id(bytes("")));
        assertRefused(ErrorCode.HOST_FAILED, () -> DockerSnapshots.id(bytes("sha256:0123\n")));
    }

    @Test
    void listsEachOnceInOrder() {
        String other = DIGEST.replace('0', 'f');
        assertThat(DockerSnapshots.ids(bytes(other + "\nsha256:" + DIGEST + "\n" + other + "\n")))
                .extracting(SnapshotId::value)
                .containsExactly("sha-0123456789ab", "sha-f123456789ab");
    }

    @Test
    void takesNoOtherNameForAnImage() {
        assertRefused(ErrorCode.SOURCE_UNAVAILABLE, () -> DockerSnapshots.image(new SnapshotId("latest")));
        assertRefused(ErrorCode.SOURCE_UNAVAILABLE, () -> DockerSnapshots.image(new SnapshotId("sha-0123")));
    }
}
