package ai.tinyhumans.tinybox.host.ssh.sync;

import ai.tinyhumans.tinybox.spec.ByteSize;

/**
 * Hears how far a sync is.
 *
 * @implSpec called from whichever thread moves the bytes, one call at a time; it must not block for long, since the transfer
 *     waits for it
 */
@FunctionalInterface
public interface SyncProgress {

    /** Hears nothing. */
    SyncProgress NONE = (sent, total, files) -> {};

    /**
     * More was handed over.
     *
     * @param sent how many bytes of files were
     * @param total how many there will be
     * @param files how many files they are in
     */
    void sent(ByteSize sent, ByteSize total, int files);
}
