package ai.tinyhumans.tinybox.host.local;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.EgressAllowlist;
import ai.tinyhumans.tinybox.spec.NetworkPolicy;
import ai.tinyhumans.tinybox.store.BoxRecord;
import ai.tinyhumans.tinybox.store.BoxState;
import ai.tinyhumans.tinybox.store.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A policy that came into the store behind create()'s back is refused whenever the box is used. */
class StoredPolicyIT extends PassthroughCase {

    @Override
    Tinybox.Builder parts() {
        return Tinybox.builder().store(store());
    }

    private FileStore store() {
        return FileStore.open(workspace.resolve("state"));
    }

    private void assertTakesNothing(Box listed) {
        Command touch = Command.of("touch", "done");
        assertRefused(ErrorCode.CONSTRAINT_NOT_ENFORCED, () -> listed.exec(touch))
                .hasMessageContaining("network");
        assertRefused(ErrorCode.CONSTRAINT_NOT_ENFORCED, () -> listed.start(touch));
        assertRefused(ErrorCode.CONSTRAINT_NOT_ENFORCED, () -> listed.spawn(touch));
        assertThat(workspace.resolve("done")).doesNotExist();
    }

    @Test // B147
    void anAllowlistPutIntoTheStoreIsNotTakenForOpenEgress() {
        EgressAllowlist list = EgressAllowlist.of(List.of("example.org"), Set.of(443));
        BoxSpec spec =
                box.spec().toBuilder().network(NetworkPolicy.allowlist(list)).build();
        BoxRecord record = store().insertNew(
                        id -> BoxRecord.creating(id, spec, Instant.EPOCH).withState(BoxState.READY));
        assertTakesNothing(tinybox.box(record.id()));
    }

    @Test // B147
    void anAllowlistEditedIntoTheFileIsNotTakenForOpenEgress() throws Exception {
        assertThat(box.exec(Command.of("true")).exit().isSuccess()).isTrue();
        Path file = workspace.resolve("state").resolve("boxes.json");
        String json = Files.readString(file);
        String edited = json.replace(
                "\"network\" : \"Open\"",
                "\"network\" : {\"Allowlist\" : {\"hosts\" : [\"example.org\"], \"ports\" : [443]}}");
        assertThat(edited).isNotEqualTo(json);
        Files.writeString(file, edited);
        assertTakesNothing(box);
    }

    @Test // B147, for any other policy
    void aLimitEditedIntoTheFileIsNotTakenForAccepted() throws Exception {
        store().update(
                        box.id(),
                        record -> new BoxRecord(
                                record.id(),
                                record.token(),
                                record.state(),
                                BoxSpec.builder(
                                                record.spec().workspace(),
                                                record.spec().source())
                                        .network(NetworkPolicy.open())
                                        .build(),
                                record.createdAt(),
                                record.renewedAt(),
                                record.closing(),
                                record.processes()));
        assertRefused(ErrorCode.CONSTRAINT_NOT_ENFORCED, () -> box.exec(Command.of("true")))
                .hasMessageContaining("memory");
        box.destroy();
        assertThat(store().list()).isEmpty();
    }
}
