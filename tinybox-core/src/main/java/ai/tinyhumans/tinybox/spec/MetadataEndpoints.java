package ai.tinyhumans.tinybox.spec;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The endpoints at which a cloud machine hands out its own credentials and configuration: no allowlist may reach them.
 * This is their one list; {@code docs/security.md} repeats it, held by a test.
 */
final class MetadataEndpoints {

    /** Names that resolve to an endpoint from inside a cloud machine, in lower case. */
    static final Set<String> NAMES = Set.of(
            "metadata.google.internal", // Google
            "metadata.goog", // Google
            "metadata", // Google's short name, on the search list
            "instance-data", // Amazon
            "instance-data.ec2.internal", // Amazon
            "metadata.tencentyun.com"); // Tencent

    /** Addresses, in canonical spelling. */
    static final Set<String> ADDRESSES = Set.of(
            "169.254.169.254", // Amazon, Google, Azure, DigitalOcean, OpenStack and most others
            "169.254.170.2", // Amazon: credentials of a container task
            "169.254.170.23", // Amazon: credentials of a Kubernetes pod
            "169.254.42.42", // Scaleway
            "169.254.0.23", // Tencent
            "168.63.129.16", // Azure: the host's wire server
            "192.0.0.192", // Oracle
            "100.100.100.200", // Alibaba
            "100.100.100.100", // Tailscale: the node's own service address
            "fd00:ec2::254", // Amazon
            "fd00:ec2::23", // Amazon: credentials of a Kubernetes pod
            "fd00:42::42", // Scaleway
            "fe80::a9fe:a9fe", // OpenStack
            "fd20:ce::254"); // Google

    private static final Set<IpAddress> PARSED = ADDRESSES.stream()
            .flatMap(text -> Stream.concat(IpAddress.parseV6(text).stream(), IpAddress.parseV4(text).stream()))
            .collect(Collectors.toUnmodifiableSet());

    private MetadataEndpoints() {}

    static boolean hasName(String canonicalName) {
        return NAMES.contains(canonicalName);
    }

    static boolean hasAddress(IpAddress address) {
        return PARSED.contains(address);
    }
}
