package ai.tinyhumans.tinybox.spi;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.HostPath;
import ai.tinyhumans.tinybox.spec.Text;
import java.util.List;
import java.util.function.Predicate;

/**
 * What a jail gives access to, and the check that none of it is denied. Immutable and pure: what a path leads to was looked
 * up before.
 *
 * @param writable what can be read and written, the workspace among it
 * @param readable what else can be read, the jail's own baseline included
 */
public record JailGrants(List<HostPath> writable, List<HostPath> readable) {

    /** Copies the lists. */
    public JailGrants {
        writable = List.copyOf(writable);
        readable = List.copyOf(readable);
    }

    /**
     * Refuses a denial that covers something writable: what is left could not work. A jail that only adds grants up
     * refuses every denial that touches one of them as well, since it cannot take a part of one away.
     *
     * @param denied what must not be read
     * @param subtracts whether the jail can take a part of a grant away
     * @throws TinyboxException {@code constraint.not_enforced}, naming both paths
     */
    public void requireDenied(List<HostPath> denied, boolean subtracts) {
        for (HostPath path : denied) {
            refuse(path, writable, path::contains);
            if (!subtracts) {
                refuse(path, writable, grant -> grant.contains(path));
                refuse(path, readable, grant -> grant.contains(path) || path.contains(grant));
            }
        }
    }

    private static void refuse(HostPath denied, List<HostPath> grants, Predicate<HostPath> overlaps) {
        grants.stream().filter(overlaps).findFirst().ifPresent(grant -> {
            throw TinyboxException.of(
                            ErrorCode.CONSTRAINT_NOT_ENFORCED,
                            "the jail cannot keep '" + Text.printable(denied.value())
                                    + "' from being read: it gives access to '" + Text.printable(grant.value()) + "'")
                    .remedy("move one of the two elsewhere, or grant less")
                    .build();
        });
    }
}
