package ai.tinyhumans.tinybox.host.ssh.sync;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.ByteSize;
import java.time.Duration;

/**
 * How much a sync may be. Immutable.
 *
 * @param files the most files of a tree
 * @param size the most bytes of them together
 * @param time how long any one step on the far side may take
 */
public record SyncLimits(int files, ByteSize size, Duration time) {

    /**
     * 200 000 files, 8 GiB, one hour: more than a source tree has, less than a home directory or a disk named by mistake
     * has. A file costs some hundred bytes of memory here.
     */
    public static final SyncLimits DEFAULT = new SyncLimits(200_000, ByteSize.ofGiB(8), Duration.ofHours(1));

    /**
     * Checks the limits.
     *
     * @throws TinyboxException {@code argument.invalid} if one is not positive
     */
    public SyncLimits {
        if (files <= 0 || size.bytes() <= 0 || time.isNegative() || time.isZero()) {
            throw TinyboxException.of(ErrorCode.ARGUMENT_INVALID, "a limit of a sync is not positive")
                    .remedy("give a positive one")
                    .build();
        }
    }
}
