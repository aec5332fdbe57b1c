package ai.tinyhumans.tinybox.spi;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a provider found out about this machine. Immutable.
 *
 * @param findings in the order they were made; a provider is usable if each of them is
 */
public record Probe(List<Finding> findings) {

    /** Copies the list. */
    public Probe {
        findings = List.copyOf(findings);
    }

    /** A probe of some findings. */
    public static Probe of(Finding... findings) {
        return new Probe(List.of(findings));
    }

    /** Answers whether everything the provider needs works. */
    public boolean isUsable() {
        return findings.stream().allMatch(Finding::isUsable);
    }

    /**
     * Returns if the provider is usable.
     *
     * @throws TinyboxException {@code provider.unusable}, with every reason and remedy, if it is not
     */
    public void requireUsable(String provider) {
        List<Finding> obstacles = findings.stream().filter(f -> !f.isUsable()).collect(Collectors.toList());
        if (!obstacles.isEmpty()) {
            throw TinyboxException.of(
                            ErrorCode.PROVIDER_UNUSABLE,
                            "'" + provider + "' cannot work on this machine: " + join(obstacles, Probe::reason))
                    .remedy(join(obstacles, Probe::remedy))
                    .build();
        }
    }

    private static String reason(Finding obstacle) {
        return obstacle.match(u -> u.detail(), b -> b.subject() + ": " + b.by(), u -> u.subject() + ": " + u.why());
    }

    private static String remedy(Finding obstacle) {
        return obstacle.match(u -> "", Finding.Blocked::remedy, u -> "find out about " + u.subject());
    }

    private static String join(List<Finding> findings, java.util.function.Function<Finding, String> part) {
        return findings.stream().map(part).collect(Collectors.joining("; "));
    }
}
