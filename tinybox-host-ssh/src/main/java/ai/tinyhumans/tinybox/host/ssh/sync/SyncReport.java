package ai.tinyhumans.tinybox.host.ssh.sync;

import ai.tinyhumans.tinybox.spec.ByteSize;

/**
 * What a sync did. Immutable.
 *
 * @param fingerprint of the tree, on both sides by now
 * @param files how many files the tree has
 * @param sent how many of them were sent
 * @param bytes how many bytes those have
 * @param removed how many files were removed on the far side, because they are no more in the tree
 */
public record SyncReport(Fingerprint fingerprint, int files, int sent, ByteSize bytes, int removed) {

    /** Answers whether the far side had the tree already. */
    public boolean isUnchanged() {
        return sent == 0 && removed == 0;
    }
}
