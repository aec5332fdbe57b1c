package ai.tinyhumans.tinybox;

import ai.tinyhumans.tinybox.capability.SandboxCapabilities;
import ai.tinyhumans.tinybox.spi.Probe;
import java.util.Optional;

/**
 * A provider that was found, and what it found out about this machine. Immutable.
 *
 * @param kind what it provides
 * @param name what a placement calls it by
 * @param origin the version and the place it was loaded from
 * @param probe what it found out
 * @param capabilities what its sandbox declares on the local host, if it is one and usable
 */
public record ProviderInfo(
        Kind kind, String name, String origin, Probe probe, Optional<SandboxCapabilities> capabilities) {

    /** What a provider provides. */
    public enum Kind {
        /** Machines. */
        HOST,
        /** Ways to confine. */
        SANDBOX
    }
}
