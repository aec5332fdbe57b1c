package ai.tinyhumans.tinybox.store;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.Lifecycle;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoxRecordTest {

    private static final Duration TTL = Duration.ofMinutes(10);

    private static BoxRecord box(Optional<Instant> createdAt, Lifecycle lifecycle) {
        BoxSpec spec = Records.plainSpec().toBuilder().lifecycle(lifecycle).build();
        return new BoxRecord(
                new BoxId("b"),
                Optional.empty(),
                BoxState.READY,
                spec,
                createdAt,
                Optional.empty(),
                false,
                new TreeMap<>());
    }

    private static BoxRecord ephemeral() {
        return box(Optional.of(Records.NOON), Lifecycle.ephemeral(TTL));
    }

    @Test
    void expiresAtItsDeadlineAndNotBefore() {
        Instant deadline = Records.NOON.plus(TTL);
        assertThat(ephemeral().expiresAt()).contains(deadline);
        assertThat(ephemeral().isExpired(deadline.minusNanos(1))).isFalse();
        assertThat(ephemeral().isExpired(deadline)).isTrue();
    }

    @Test // B133
    void neverExpiresWhenItsAgeIsUnknown() {
        BoxRecord box = box(Optional.empty(), Lifecycle.ephemeral(Duration.ofNanos(1)));
        assertThat(box.expiresAt()).isEmpty();
        assertThat(box.isExpired(Instant.MAX)).isFalse();
    }

    @Test // B133
    void isNotExpiredWhenItWasMadeInTheFuture() {
        assertThat(ephemeral().isExpired(Records.NOON.minus(Duration.ofHours(1))))
                .isFalse();
        assertThat(ephemeral().isExpired(Instant.MIN)).isFalse();
    }

    @Test
    void neverExpiresWhenItIsPersistent() {
        BoxRecord box = box(Optional.of(Instant.EPOCH), Lifecycle.persistent());
        assertThat(box.expiresAt()).isEmpty();
        assertThat(box.isExpired(Instant.MAX)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {31_556_889_864_403_199L, Long.MAX_VALUE / 100, Long.MAX_VALUE})
    void expiresAtTheEndOfTimeWhenItsTimeToLiveReachesBeyond(long seconds) {
        Duration ttl = Duration.ofSeconds(seconds, 999_999_999);
        for (Instant created : new Instant[] {Records.NOON, Instant.MAX}) {
            BoxRecord box = box(Optional.of(created), Lifecycle.ephemeral(ttl));
            assertThat(box.expiresAt()).contains(Instant.MAX);
            assertThat(box.isExpired(Records.NOON)).isFalse();
        }
    }

    @Test
    void addsEvenTheLongestTimeExactly() {
        Duration rest = Duration.between(Instant.MIN, Instant.MAX);
        assertThat(box(Optional.of(Instant.MIN), Lifecycle.ephemeral(rest)).expiresAt())
                .contains(Instant.MAX);
        assertThat(box(Optional.of(Instant.MIN), Lifecycle.ephemeral(rest.minusNanos(1)))
                        .expiresAt())
                .contains(Instant.MAX.minusNanos(1));
    }

    @Test // B132
    void livesItsWholeTimeAgainAfterARenewal() {
        Instant renewal = Records.NOON.plus(TTL).minusMillis(1);
        BoxRecord renewed = ephemeral().withLifecycle(ephemeral().spec().lifecycle(), renewal);
        assertThat(renewed.isExpired(Records.NOON.plus(TTL))).isFalse();
        assertThat(renewed.expiresAt()).contains(renewal.plus(TTL));
        assertThat(renewed.createdAt()).contains(Records.NOON);
    }

    @Test
    void countsFromItsRenewalWhenItsCreationIsUnknown() {
        BoxRecord unknown = box(Optional.empty(), Lifecycle.ephemeral(TTL));
        assertThat(unknown.withLifecycle(unknown.spec().lifecycle(), Records.NOON)
                        .expiresAt())
                .contains(Records.NOON.plus(TTL));
    }
}
