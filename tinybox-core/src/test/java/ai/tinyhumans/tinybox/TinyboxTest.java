package ai.tinyhumans.tinybox;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.SandboxCapabilities;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.HostRef;
import ai.tinyhumans.tinybox.spec.Lifecycle;
import ai.tinyhumans.tinybox.spec.NetworkPolicy;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import ai.tinyhumans.tinybox.store.BoxRecord;
import ai.tinyhumans.tinybox.store.BoxState;
import ai.tinyhumans.tinybox.store.MemoryStore;
import ai.tinyhumans.tinybox.store.Store;
import ai.tinyhumans.tinybox.testkit.LeakCheck;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What core does by itself, on a host that starts nothing and with a sandbox that fails when told to. */
@ExtendWith(LeakCheck.class)
class TinyboxTest {

    @TempDir
    Path workspace;

    private final StubSandbox sandbox = new StubSandbox("stub");
    private final MemoryStore store = new MemoryStore();
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final Tinybox tinybox = Tinybox.builder()
            .store(store)
            .clock(() -> now)
            .host(new StubHost())
            .sandbox(sandbox)
            .build();

    @AfterEach
    void close() {
        tinybox.close();
    }

    private BoxSpec.Builder spec() {
        return BoxSpec.builder(Placement.of("local", "stub"), WorkspaceSource.localDir(workspace))
                .network(NetworkPolicy.open())
                .accept(Constraint.values())
                .lifecycle(Lifecycle.ephemeral(Duration.ofHours(1)));
    }

    private BoxId made() throws InterruptedException {
        Box box = tinybox.create(spec().build());
        box.keep();
        box.close();
        return box.id();
    }

    @Test
    void recordsABoxOnAHostThatStartsNothingAndRefusesToRunInIt() throws InterruptedException {
        try (Box box = tinybox.create(spec().build())) {
            assertThat(box.info().state()).isEqualTo(BoxState.READY);
            assertRefused(ErrorCode.PROVIDER_UNUSABLE, () -> box.exec(Command.of("true")));
        }
        assertThat(tinybox.list()).isEmpty();
    }

    @Test
    void asksNothingOfASandboxThatDoesNotDeclareWhatIsDemanded() {
        BoxSpec demanding = BoxSpec.builder(Placement.of("local", "stub"), WorkspaceSource.localDir(workspace))
                .build();
        assertRefused(ErrorCode.CONSTRAINT_NOT_ENFORCED, () -> tinybox.create(demanding))
                .hasMessageContaining("network (unsupported), cpu (unsupported)")
                .hasMessageContaining("accept(Constraint.NETWORK, Constraint.CPU, ");
        assertThat(sandbox.asked).isEmpty();
        assertThat(store.list()).isEmpty();
    }

    @Test
    void refusesARunnerNobodyProvides() {
        assertRefused(
                ErrorCode.PROVIDER_UNKNOWN,
                () -> tinybox.create(
                        spec().runner(Placement.of("elsewhere", "stub")).build()));
    }

    @Test
    void forgetsABoxThatCouldNotBeMade() {
        sandbox.failCreate(ErrorCode.SOURCE_UNSUPPORTED);
        assertRefused(ErrorCode.SOURCE_UNSUPPORTED, () -> tinybox.create(spec().build()));
        assertThat(store.list()).isEmpty();
    }

    @Test
    void keepsTheRecordOfABoxThatIsHalfMadeSoThatItCanBeDestroyed() throws InterruptedException {
        sandbox.failCreate(ErrorCode.CLEANUP_FAILED);
        assertRefused(ErrorCode.CLEANUP_FAILED, () -> tinybox.create(spec().build()));
        BoxRecord half = store.list().get(0);
        assertThat(half.state()).isEqualTo(BoxState.FAILED);
        Box box = tinybox.box(half.id());
        assertRefused(ErrorCode.BOX_STATE, () -> box.exec(Command.of("true")));
        box.destroy();
        assertThat(store.list()).isEmpty();
    }

    @Test
    void takesNothingButAnotherAttemptOnceItsDestructionBegan() throws InterruptedException {
        Box box = tinybox.create(spec().build());
        sandbox.failDestroy(box.id(), 1);
        assertRefused(ErrorCode.CLEANUP_FAILED, box::destroy);
        assertRefused(ErrorCode.BOX_STATE, () -> box.exec(Command.of("true")));
        assertRefused(ErrorCode.BOX_STATE, () -> box.spawn(Command.of("true")));
        assertRefused(ErrorCode.BOX_STATE, () -> box.renew(Duration.ofHours(1)));
        box.destroy();
        assertThat(store.list()).isEmpty();
    }

    @Test
    void takesABoxThatAnotherHandleDestroyedMeanwhileForDestroyed() throws InterruptedException {
        Store faster = new FasterRival(store);
        try (Tinybox late = Tinybox.builder()
                .store(faster)
                .host(new StubHost())
                .sandbox(sandbox)
                .build()) {
            Box box = late.create(spec().build());
            box.destroy();
            assertThat(store.list()).isEmpty();
            box.destroy();
        }
    }

    @Test
    void tellsWhatASandboxDeclaresBeforeThereIsABox() {
        Placement placement = Placement.of("local", "stub");
        assertThat(tinybox.capabilities(placement)).isEqualTo(SandboxCapabilities.NOTHING);
        assertThat(sandbox.asked).isEmpty();
        assertRefused(ErrorCode.PROVIDER_UNKNOWN, () -> tinybox.capabilities(Placement.of("local", "stubb")));
    }

    @Test
    void reapsTheRestWhenOneCannotBeDestroyed() throws InterruptedException { // B135
        for (int i = 0; i < 10; i++) {
            made();
        }
        sandbox.failDestroy(new BoxId("box-3"), 1);
        now = now.plus(Duration.ofHours(1));
        assertThat(tinybox.due()).hasSize(10);
        List<Reaped> first = tinybox.reap();
        assertThat(first).hasSize(10);
        assertThat(first.stream().filter(reaped -> reaped.failure().isPresent()))
                .singleElement()
                .satisfies(reaped -> assertThat(reaped.box()).hasToString("box-3"));
        assertThat(store.list()).extracting(BoxRecord::id).containsExactly(new BoxId("box-3"));
        assertThat(tinybox.reap()).containsExactly(new Reaped(new BoxId("box-3"), Optional.empty()));
        assertThat(store.list()).isEmpty();
    }

    @Test
    void reapsAtTheVeryMomentAndNotBefore() throws InterruptedException {
        made();
        now = now.plus(Duration.ofHours(1)).minusNanos(1);
        assertThat(tinybox.reap()).isEmpty();
        now = now.plusNanos(1);
        assertThat(tinybox.reap()).hasSize(1);
    }

    @Test
    void eitherRenewsABoxOrDestroysIt() throws InterruptedException { // B132
        BoxId renewed = made();
        BoxId expired = made();
        now = now.plus(Duration.ofHours(1));
        try (Box box = tinybox.box(renewed)) {
            box.renew(Duration.ofMinutes(5));
        }
        assertThat(tinybox.reap()).extracting(Reaped::box).containsExactly(expired);
        now = now.plus(Duration.ofMinutes(5));
        assertThat(tinybox.reap()).extracting(Reaped::box).containsExactly(renewed);
    }

    @Test
    void neverReapsWhatHasAnUnknownOrFutureBeginningOrNoEnd() throws InterruptedException { // B133
        BoxRecord known = store.get(made()).orElseThrow();
        store.insert(new BoxRecord(
                new BoxId("unknown"),
                Optional.empty(),
                BoxState.READY,
                known.spec(),
                Optional.empty(),
                Optional.empty(),
                false,
                known.processes()));
        store.insert(BoxRecord.creating(new BoxId("future"), known.spec(), now.plus(Duration.ofDays(1))));
        BoxSpec persistent = spec().lifecycle(Lifecycle.persistent()).build();
        store.insert(BoxRecord.creating(new BoxId("persistent"), persistent, Instant.EPOCH));
        now = now.plus(Duration.ofHours(2));
        assertThat(tinybox.reap()).extracting(Reaped::box).containsExactly(known.id());
        assertThat(store.list()).hasSize(3);
    }

    @Test
    void doesNoHarmWhenTheClockIsSet() throws InterruptedException { // B134
        BoxId box = made();
        now = now.minus(Duration.ofDays(1));
        assertThat(tinybox.reap()).isEmpty();
        now = now.plus(Duration.ofDays(1));
        assertThat(tinybox.reap()).isEmpty();
        assertThat(store.get(box)).isPresent();
    }

    @Test
    void refusesToRenewWhatNeverExpires() throws InterruptedException {
        try (Box box = tinybox.create(spec().lifecycle(Lifecycle.persistent()).build())) {
            assertRefused(ErrorCode.ARGUMENT_INVALID, () -> box.renew(Duration.ofHours(1)));
        }
    }

    @Test
    void findsNoSandboxThatConfinesWhereThereIsNone() {
        assertRefused(ErrorCode.PROVIDER_UNUSABLE, () -> tinybox.strongest(new HostRef("local")))
                .hasMessageContaining("passthrough is unconfined")
                .hasMessageContaining("stub is unconfined");
    }

    @Test
    void tellsWhatEachProviderFoundOut() {
        assertThat(tinybox.survey())
                .extracting(
                        ProviderInfo::kind,
                        ProviderInfo::name,
                        info -> info.probe().isUsable())
                .containsExactly(
                        tuple(ProviderInfo.Kind.HOST, "local", false),
                        tuple(ProviderInfo.Kind.SANDBOX, "passthrough", true),
                        tuple(ProviderInfo.Kind.SANDBOX, "stub", true));
    }

    @Test
    void goesOnClosingWhenOneBoxFailsAndTellsOfIt() throws InterruptedException {
        Box failing = tinybox.create(spec().build());
        tinybox.create(spec().build());
        sandbox.failDestroy(failing.id(), 1);
        assertRefused(ErrorCode.CLEANUP_FAILED, tinybox::close);
        assertThat(store.list()).extracting(BoxRecord::id).containsExactly(failing.id());
        tinybox.close();
        assertThat(store.list()).isEmpty();
        assertRefused(ErrorCode.HANDLE_CLOSED, () -> tinybox.create(spec().build()));
    }

    @Test
    void namesThePlaceOfAnError() {
        BoxSpec demanding = BoxSpec.builder(Placement.of("local", "stub"), WorkspaceSource.localDir(workspace))
                .build();
        assertRefused(ErrorCode.CONSTRAINT_NOT_ENFORCED, () -> tinybox.create(demanding))
                .isInstanceOfSatisfying(TinyboxException.class, e -> {
                    assertThat(e.placement()).contains("local/stub");
                    assertThat(e.step()).contains("create");
                });
    }
}
