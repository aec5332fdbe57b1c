package ai.tinyhumans.tinybox.supervise;

import java.util.List;

/**
 * What one reader has borrowed of the memory of a command's output: each read gives back what the one before it took.
 * Whoever stops reading may just forget it. For one thread at a time.
 */
public final class Loan {

    List<ChunkRing.Block> blocks = List.of(); // guarded by the lock of the journal

    /** Makes one of nothing. */
    public Loan() {}
}
