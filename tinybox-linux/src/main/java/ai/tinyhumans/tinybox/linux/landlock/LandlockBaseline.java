package ai.tinyhumans.tinybox.linux.landlock;

import ai.tinyhumans.tinybox.linux.landlock.LandlockRules.Place;
import ai.tinyhumans.tinybox.spec.HostPath;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What every jail may use: the system's programs and libraries, the configuration they cannot do without, the devices a
 * shell needs. Nothing of homes, /proc, /sys, /run, /var or /tmp, and of /etc neither accounts' secrets nor keys. What a
 * machine does not have is left out.
 */
final class LandlockBaseline {

    /** To read and execute. */
    static final List<String> READABLE = List.of(
            "/usr",
            "/bin",
            "/sbin",
            "/lib",
            "/lib32",
            "/lib64",
            "/libx32",
            // the loader and the C library: where libraries, names of users, hosts and services, and time zones are
            "/etc/ld.so.cache",
            "/etc/ld.so.conf",
            "/etc/ld.so.conf.d",
            "/etc/ld-musl-x86_64.path",
            "/etc/ld-musl-aarch64.path",
            "/etc/passwd",
            "/etc/group",
            "/etc/nsswitch.conf",
            "/etc/hosts",
            "/etc/host.conf",
            "/etc/resolv.conf",
            "/etc/gai.conf",
            "/etc/services",
            "/etc/protocols",
            "/etc/localtime",
            "/etc/timezone",
            "/etc/locale.alias",
            "/etc/os-release",
            // programs that are chosen by links
            "/etc/alternatives",
            // certificates of authorities, and how to check them
            "/etc/ssl/certs",
            "/etc/ssl/openssl.cnf",
            "/etc/pki/tls/certs",
            "/etc/pki/tls/openssl.cnf",
            "/etc/pki/ca-trust/extracted",
            "/etc/crypto-policies",
            "/etc/ca-certificates",
            // runtimes and tools
            "/etc/gitconfig",
            "/etc/inputrc",
            "/etc/terminfo",
            "/etc/mime.types",
            "/etc/bash.bashrc",
            "/etc/profile",
            "/etc/profile.d",
            "/etc/python3",
            "/etc/perl",
            "/etc/maven",
            "/etc/java-8-openjdk",
            "/etc/java-11-openjdk",
            "/etc/java-17-openjdk",
            "/etc/java-21-openjdk",
            "/etc/java-25-openjdk",
            "/etc/java");

    /** To read and write: none keeps anything, and none is a terminal of somebody else's. */
    static final List<String> DEVICES =
            List.of("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty");

    private LandlockBaseline() {}

    /** The places of every jail. */
    static List<Place> places() {
        return Stream.concat(
                        DEVICES.stream().map(path -> new Place(path, true, false)),
                        READABLE.stream().map(path -> new Place(path, false, false)))
                .toList();
    }

    /** Those that this machine has now, without those that lie below another, as links to /usr do. */
    static List<Place> present() {
        List<Place> kept = new ArrayList<>();
        List<HostPath> covered = new ArrayList<>();
        for (Place place : places()) {
            OpenPlace.of(place).ifPresent(open -> {
                HostPath real = open.path();
                open.close();
                if (covered.stream().noneMatch(other -> other.contains(real))) {
                    kept.add(place);
                    covered.add(real);
                }
            });
        }
        return List.copyOf(kept);
    }
}
