package ai.tinyhumans.tinybox.host.local;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.Reaped;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.Lifecycle;
import ai.tinyhumans.tinybox.store.BoxRecord;
import ai.tinyhumans.tinybox.store.BoxState;
import ai.tinyhumans.tinybox.store.FileStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Boxes that expire, by a clock that does what it likes. */
@Timeout(120)
class ReaperIT extends PassthroughCase {

    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final Duration TTL = Duration.ofMinutes(10);

    private volatile Instant now = NOON;

    @Override
    Tinybox.Builder parts() {
        return Tinybox.builder().clock(() -> now).store(FileStore.open(workspace.resolve("state")));
    }

    private BoxSpec expiring() {
        return BoxSpec.unconfined(workspace).toBuilder()
                .lifecycle(Lifecycle.ephemeral(TTL))
                .build();
    }

    private Box kept() throws InterruptedException {
        Box made = tinybox.create(expiring());
        made.keep();
        return made;
    }

    private List<BoxId> reaped() throws InterruptedException {
        return tinybox.reap().stream()
                .peek(one -> assertThat(one.failure()).isEmpty())
                .map(Reaped::box)
                .toList();
    }

    @Test
    void aBoxExpiresAtTheMomentItsTimeIsUp() throws InterruptedException {
        Box due = kept();
        now = NOON.plus(TTL).minusMillis(1);
        assertThat(tinybox.due()).isEmpty();
        assertThat(reaped()).isEmpty();
        now = NOON.plus(TTL);
        assertThat(tinybox.due()).extracting(BoxRecord::id).containsExactly(due.id());
        assertThat(reaped()).containsExactly(due.id());
        assertThat(reaped()).isEmpty();
    }

    @Test
    void aBoxThatIsReapedTakesItsProcessesWithIt() throws InterruptedException {
        String nap = Naps.of(377);
        kept().spawn(Command.of("sleep", nap));
        now = NOON.plus(TTL);
        assertThat(reaped()).hasSize(1);
        assertGone(nap);
    }

    @ParameterizedTest // B132
    @ValueSource(ints = {-1, 0, 1})
    void aBoxThatIsRenewedAtItsEndIsRenewedOrDestroyedAndNothingElse(int millis) throws Exception {
        for (int round = 0; round < 20; round++) {
            now = NOON;
            Box raced = kept();
            now = NOON.plus(TTL).plusMillis(millis);
            CompletableFuture<List<Reaped>> reaping = CompletableFuture.supplyAsync(() -> {
                try {
                    return tinybox.reap();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            boolean renewed = renew(raced);
            boolean destroyed = !reaping.get().isEmpty();
            assertThat(renewed).isNotEqualTo(destroyed);
            try (Tinybox restarted = parts().build()) {
                Optional<BoxRecord> record = restarted.list().stream()
                        .filter(box -> box.id().equals(raced.id()))
                        .findFirst();
                assertThat(record.isPresent()).isEqualTo(renewed);
                record.ifPresent(box -> assertThat(box.expiresAt()).contains(now.plus(TTL)));
                now = now.plus(TTL);
                assertThat(restarted.reap()).hasSize(renewed ? 1 : 0);
            }
        }
    }

    private static boolean renew(Box raced) {
        try {
            raced.renew(TTL);
            return true;
        } catch (TinyboxException tooLate) {
            assertThat(tooLate.code()).isIn(ErrorCode.BOX_STATE, ErrorCode.BOX_UNKNOWN);
            return false;
        }
    }

    private BoxId insert(Optional<Instant> createdAt) {
        BoxRecord record = FileStore.open(workspace.resolve("state"))
                .insertNew(id -> new BoxRecord(
                        id,
                        Optional.empty(),
                        BoxState.READY,
                        expiring(),
                        createdAt,
                        Optional.empty(),
                        false,
                        new TreeMap<>()));
        return record.id();
    }

    @Test // B133
    void aBoxOfUnknownAgeNeverExpires() throws InterruptedException {
        BoxId unknown = insert(Optional.empty());
        now = NOON.plus(Duration.ofDays(10_000));
        assertThat(reaped()).doesNotContain(unknown);
        tinybox.box(unknown).renew(TTL);
        now = now.plus(TTL);
        assertThat(reaped()).contains(unknown);
    }

    @Test // B133
    void aBoxFromTheFutureIsNotExpired() throws InterruptedException {
        BoxId future = insert(Optional.of(NOON.plus(Duration.ofHours(1))));
        assertThat(reaped()).isEmpty();
        now = Instant.EPOCH;
        assertThat(reaped()).isEmpty();
        now = NOON.plus(Duration.ofHours(1)).plus(TTL);
        assertThat(reaped()).contains(future);
    }

    @ParameterizedTest // B134
    @ValueSource(longs = {-1, 1})
    void aTimeoutTakesNoNoticeOfTheClock(long days) throws InterruptedException {
        Duration budget = Duration.ofSeconds(2);
        try (Execution execution =
                box.startCollected(Command.of("sleep", Naps.of(378)).timeout(budget))) {
            now = NOON.plus(Duration.ofDays(days));
            ExecResult result = execution.collect();
            assertThat(result.exit()).isEqualTo(new Exit.TimedOut(budget));
            assertThat(result.usage().wall()).isBetween(budget, Duration.ofSeconds(5));
        }
    }

    @Test // B134
    void aClockThatIsSetBackKeepsABoxLongerAndOneSetForwardEndsIt() throws InterruptedException {
        Box set = kept();
        now = NOON.minus(Duration.ofDays(1));
        assertThat(reaped()).isEmpty();
        try (Tinybox restarted = parts().build()) {
            assertThat(restarted.reap()).isEmpty();
        }
        now = NOON.plus(Duration.ofDays(1));
        assertThat(reaped()).contains(set.id());
    }

    @Test // B135
    void oneThatCannotBeDestroyedStopsNoneOfTheRestAndIsDueAgain() throws InterruptedException {
        FlakySandbox flaky = new FlakySandbox();
        try (Tinybox other = parts().sandbox(flaky).build()) {
            for (int i = 0; i < 10; i++) {
                other.create(flaky.spec(workspace)
                                .lifecycle(Lifecycle.ephemeral(TTL))
                                .build())
                        .keep();
            }
            now = NOON.plus(TTL);
            List<BoxId> due = other.due().stream().map(BoxRecord::id).toList();
            BoxId third = due.get(2);
            flaky.failOnceOn(third);
            FileStore.open(workspace.resolve("state")).remove(due.get(4)); // gone already
            List<Reaped> first = other.reap();
            assertThat(first).extracting(Reaped::box).contains(third).doesNotContain(due.get(4));
            assertThat(first.stream().filter(one -> one.failure().isPresent()))
                    .singleElement()
                    .extracting(Reaped::box)
                    .isEqualTo(third);
            assertThat(other.list().stream().map(BoxRecord::id).filter(due::contains))
                    .containsExactly(third);
            assertRefused(ErrorCode.BOX_STATE, () -> other.box(third).exec(Command.of("true")));
            assertThat(other.reap()).extracting(Reaped::box).containsExactly(third);
            assertThat(other.list().stream().map(BoxRecord::id).filter(due::contains))
                    .isEmpty();
        }
    }

    @Test
    void renewalIsForBoxesThatExpire() throws InterruptedException {
        Box lasting = tinybox.create(BoxSpec.unconfined(workspace).toBuilder()
                .lifecycle(Lifecycle.persistent())
                .build());
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> lasting.renew(TTL));
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> kept().renew(Duration.ZERO));
        now = NOON.plus(Duration.ofDays(10_000));
        assertThat(reaped()).doesNotContain(lasting.id());
    }
}
