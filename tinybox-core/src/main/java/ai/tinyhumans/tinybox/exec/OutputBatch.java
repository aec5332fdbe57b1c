package ai.tinyhumans.tinybox.exec;

import java.util.List;
import java.util.Optional;

/**
 * What one read returns: chunks in order, at most 64 KiB together. Immutable.
 *
 * @param chunks the chunks from the cursor on, none if there was nothing yet
 * @param nextSequence the cursor to read from next; after an empty read the same as before
 * @param outcome how the command ended, once it ended and these chunks are the last
 */
public record OutputBatch(List<OutputChunk> chunks, long nextSequence, Optional<Outcome> outcome) {

    /** Copies the list. */
    public OutputBatch {
        chunks = List.copyOf(chunks);
    }

    /** Answers whether the command ended and nothing is left to read. */
    public boolean finished() {
        return outcome.isPresent();
    }
}
