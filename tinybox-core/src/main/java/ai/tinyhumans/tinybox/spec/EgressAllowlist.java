package ai.tinyhumans.tinybox.spec;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The hosts and ports a box may connect to. Immutable. Hosts are exact names or addresses, kept in one canonical spelling:
 * names in lower case without the final dot, addresses as RFC 5952 and dotted decimal write them. Cloud metadata endpoints
 * are refused in every spelling a resolver would take; {@code docs/security.md} lists them.
 *
 * <p>Loopback addresses are allowed when named: on the allowlist of a box they mean the host's own loopback. The
 * unspecified addresses {@code 0.0.0.0} and {@code ::} name no host and are refused.
 *
 * @param hosts canonical names and addresses, at least one
 * @param ports 1 to 65535, at least one
 */
public record EgressAllowlist(SortedSet<String> hosts, SortedSet<Integer> ports) {

    /**
     * Checks every entry and makes it canonical.
     *
     * @throws TinyboxException {@code egress.invalid}, naming the entry, if a list is empty, a host is no exact name or
     *     address, a host is a metadata endpoint, or a port is not 1 to 65535
     */
    public EgressAllowlist {
        SortedSet<String> canonical = new TreeSet<>();
        hosts.forEach(host -> canonical.add(EgressHost.parse(host).canonical()));
        SortedSet<Integer> checked = new TreeSet<>();
        ports.forEach(port -> checked.add(checkPort(port)));
        if (canonical.isEmpty() || checked.isEmpty()) {
            throw TinyboxException.of(
                            ErrorCode.EGRESS_INVALID,
                            "an egress allowlist needs at least one " + (canonical.isEmpty() ? "host" : "port"))
                    .remedy("name what may be reached, or deny the network")
                    .build();
        }
        hosts = Collections.unmodifiableSortedSet(canonical);
        ports = Collections.unmodifiableSortedSet(checked);
    }

    /**
     * Makes an allowlist.
     *
     * @throws TinyboxException {@code egress.invalid} as the constructor says
     */
    public static EgressAllowlist of(Collection<String> hosts, Collection<Integer> ports) {
        return new EgressAllowlist(new TreeSet<>(hosts), new TreeSet<>(ports));
    }

    /**
     * Makes an allowlist of one host.
     *
     * @throws TinyboxException {@code egress.invalid} as the constructor says
     */
    public static EgressAllowlist of(String host, Integer... ports) {
        return of(List.of(host), Arrays.asList(ports));
    }

    private static int checkPort(int port) {
        if (port < 1 || port > 65535) {
            throw TinyboxException.of(ErrorCode.EGRESS_INVALID, "egress port " + port + " is not 1 to 65535")
                    .build();
        }
        return port;
    }

    @Override
    public String toString() {
        return hosts + " on ports " + ports;
    }
}
