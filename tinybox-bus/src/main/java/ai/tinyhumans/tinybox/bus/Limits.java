package ai.tinyhumans.tinybox.bus;

import java.time.Duration;

/**
 * The bounds of the contract. Every buffer, handle and wait of tinybox is bounded by one of these numbers or by one that
 * stands beside its use; the reason stands beside each.
 */
public final class Limits {

    /** Longest identifier on the wire, in bytes: an instance UUID, a hyphen and a counter fit with room to spare. */
    public static final int MAX_ID_BYTES = 128;

    /** Live resources of one module: each may hold a container or a directory handle. */
    public static final int MAX_ACTIVE_RESOURCES = 64;

    /** Live processes of one resource, and separately its queued start-ups. */
    public static final int MAX_PROCESSES_PER_RESOURCE = 64;

    /** Open forwards of one resource: each holds a local port and perhaps a tunnel process. */
    public static final int MAX_FORWARDS_PER_RESOURCE = 64;

    /** Reservations that nobody has used yet: they cost memory only, so there may be many. */
    public static final int MAX_RESERVATIONS = 4096;

    /** How long an unused reservation lives, by a monotonic clock: long enough for a caller to act on the reply. */
    public static final Duration RESERVATION_TTL = Duration.ofSeconds(60);

    /** Combined standard output and error of one collected command, in bytes: what a caller reads in one reply. */
    public static final int MAX_OUTPUT_BYTES = 1 << 20;

    /** Largest chunk of output, in bytes: small enough that a slow reader sees progress. */
    public static final int MAX_OUTPUT_CHUNK_BYTES = 8 << 10;

    /** Largest batch of output, in bytes: Linux's default pipe capacity (pipe(7)), so one read can empty a full pipe. */
    public static final int MAX_OUTPUT_BATCH_BYTES = 64 << 10;

    /** Largest chunk of a file transfer, in bytes. */
    public static final int MAX_FILE_CHUNK_BYTES = 64 << 10;

    /** Largest file one write may publish, in bytes: staging needs the same room again beside the old file. */
    public static final long MAX_FILE_BYTES = 256L << 20;

    /** Open readers and writers of one resource together: each holds a file descriptor. */
    public static final int MAX_FILE_TRANSFERS_PER_RESOURCE = 8;

    /** Longest workspace-relative path, in bytes: Linux's PATH_MAX (limits.h). */
    public static final int MAX_FILE_PATH_BYTES = 4096;

    private Limits() {}
}
