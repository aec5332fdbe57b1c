package ai.tinyhumans.tinybox.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IpAddressTest {

    private static IpAddress v6(String text) {
        return IpAddress.parseV6(text).orElseThrow();
    }

    private static IpAddress v4(String text) {
        return IpAddress.parseV4(text).orElseThrow();
    }

    @Test
    void readsEveryRandomIpv6LiteralAsTheJdkDoesAndWritesItBack() throws UnknownHostException {
        Random random = new Random(5952);
        for (int round = 0; round < 50_000; round++) {
            byte[] octets = Ipv6Text.octets(random);
            String spelling = Ipv6Text.spelling(octets, random);
            IpAddress parsed = v6(spelling.toLowerCase(Locale.ROOT));
            assertThat(parsed.octets()).as(spelling).isEqualTo(octets);
            InetAddress jdk = InetAddress.getByAddress(octets);
            assertThat(InetAddress.getByName(spelling)).isEqualTo(jdk);
            assertThat(InetAddress.getByName(parsed.toString())).isEqualTo(jdk);
            if (jdk instanceof Inet6Address) {
                assertThat(parsed).hasToString(compressed(jdk.getHostAddress()));
            }
        }
    }

    /** RFC 5952 by another way than the code's: on the text of the eight groups, as the JDK writes them. */
    private static String compressed(String groups) {
        Matcher zeros = Pattern.compile("(?<=^|:)0(:0)+(?=$|:)").matcher(groups);
        int from = 0;
        int to = 0;
        while (zeros.find()) {
            if (zeros.end() - zeros.start() > to - from) {
                from = zeros.start();
                to = zeros.end();
            }
        }
        if (to == 0) {
            return groups;
        }
        String left = groups.substring(0, from).replaceAll(":$", "");
        String right = groups.substring(to).replaceAll("^:", "");
        return left + "::" + right;
    }

    @ParameterizedTest
    @CsvSource({
        "2001:db8:0:0:0:0:2:1,           2001:db8::2:1",
        "2001:0db8:0000::0001,           2001:db8::1",
        "2001:db8:0:1:1:1:1:1,           2001:db8:0:1:1:1:1:1",
        "2001:db8:0:0:1:0:0:1,           2001:db8::1:0:0:1",
        "2001:0:0:1:0:0:0:1,             2001:0:0:1::1",
        "0:0:0:0:0:0:0:0,                ::",
        "0:0:0:0:0:0:0:1,                ::1",
        "1:0:0:0:0:0:0:0,                1::",
        "1:2:3:4:5:6:7::,                1:2:3:4:5:6:7:0",
        "::2:3:4:5:6:7:8,                0:2:3:4:5:6:7:8",
        "0:0:3:4:5:6:0:0,                ::3:4:5:6:0:0",
        "abcd:ef01:2345:6789:abcd:ef01:2345:6789, abcd:ef01:2345:6789:abcd:ef01:2345:6789",
        "::1.2.3.4,                      ::102:304",
        "64:ff9b::1.2.3.4,               64:ff9b::102:304",
        "::ffff:1.2.3.4,                 1.2.3.4",
        "::ffff:102:304,                 1.2.3.4"
    })
    void writesIpv6AsRfc5952Says(String text, String canonical) {
        assertThat(v6(text)).hasToString(canonical);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":",
                ":::",
                "1",
                "1:",
                ":1",
                "1:2:3:4:5:6:7",
                "1:2:3:4:5:6:7:",
                ":2:3:4:5:6:7:8",
                "1:2:3:4:5:6:7:8:9",
                "1:2:3:4:5:6:7:8::",
                "::1:2:3:4:5:6:7:8",
                "1::2::3",
                "12345::",
                "00001::",
                "::g",
                "::1%eth0",
                "::1%1",
                "fe80::1/64",
                "[::1]",
                "::1.",
                "::1.2.3",
                "::1.2.3.4.",
                "::1.2.3.4.5",
                "::1.2.3.256",
                "::01.2.3.4",
                "::1.2.3.04",
                "::0x1.2.3.4",
                "1.2.3.4::",
                "::1.2.3.4:5",
                "1:2:3:4:5:6:7:1.2.3.4",
                "1:2:3:4:5:1.2.3.4",
                "1.2.3.4",
                "localhost",
                "a:443",
                " ::1",
                "::1 ",
                "::1\n",
                "::１",
                "::-1",
                "::+1"
            })
    void readsNothingElseAsIpv6(String text) {
        assertThat(IpAddress.parseV6(text)).isEmpty();
    }

    /** The right column is what inet_aton(3) of glibc made of it, apart from the lone 0x, which musl and BSD read. */
    @ParameterizedTest
    @CsvSource({
        "1.2.3.4,                1.2.3.4",
        "255.255.255.255,        255.255.255.255",
        "0,                      0.0.0.0",
        "00,                     0.0.0.0",
        "1,                      0.0.0.1",
        "4294967295,             255.255.255.255",
        "0xffffffff,             255.255.255.255",
        "037777777777,           255.255.255.255",
        "0000000000000000000001, 0.0.0.1",
        "0x00000000000000000001, 0.0.0.1",
        "127.1,                  127.0.0.1",
        "1.16777215,             1.255.255.255",
        "1.2.65535,              1.2.255.255",
        "010.0.0.1,              8.0.0.1",
        "0x10.8.010.1,           16.8.8.1",
        "0x.0.0.1,               0.0.0.1"
    })
    void readsIpv4AsInetAtonDoes(String text, String dotted) {
        assertThat(v4(text)).hasToString(dotted).isEqualTo(v4(dotted));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "1.",
                ".1",
                "1..2",
                "1.2.3.4.",
                "1.2.3.4.5",
                "256.1.1.1",
                "1.2.3.256",
                "1.256.1",
                "1.2.65536",
                "1.16777216",
                "4294967296",
                "0x100000000",
                "040000000000",
                "99999999999999999999",
                "08",
                "1.2.3.09",
                "0xg",
                "x1",
                "-1",
                "+1",
                "1.-2",
                "1.+2",
                "0x-1",
                "0x+1",
                "0-1",
                "1 ",
                " 1",
                "1e3",
                "1_0",
                "１",
                "٣",
                "1.2.3.4 x",
                "localhost"
            })
    void readsNothingElseAsIpv4(String text) {
        assertThat(IpAddress.parseV4(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "::ffff:1.2.3.4,      1.2.3.4",
        "::1.2.3.4,           1.2.3.4",
        "::ffff:0:1.2.3.4,    1.2.3.4",
        "64:ff9b::1.2.3.4,    1.2.3.4",
        "::,                  0.0.0.0",
        "::1,                 0.0.0.1"
    })
    void findsTheIpv4AddressInside(String text, String inside) {
        assertThat(v6(text).embeddedV4()).contains(v4(inside));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1::1.2.3.4",
                "::1:ffff:1.2.3.4",
                "::fffe:1.2.3.4",
                "::ffff:1:1.2.3.4",
                "64:ff9b:1::1.2.3.4",
                "64:ff9b::1:1.2.3.4",
                "64:ff9c::1.2.3.4",
                "2001:db8::1.2.3.4"
            })
    void findsNoneElsewhere(String text) {
        assertThat(v6(text).embeddedV4()).isEmpty();
    }

    @Test
    void anIpv4AddressHasNoneInside() {
        assertThat(v4("1.2.3.4").embeddedV4()).isEmpty();
    }

    // B144
    @ParameterizedTest
    @CsvSource({
        "::,                  true",
        "0:0:0:0:0:0:0:0,     true",
        "::ffff:0.0.0.0,      true",
        "::ffff:0:0,          true",
        "::ffff:0:0.0.0.0,    true",
        "64:ff9b::,           true",
        "::1,                 false",
        "1::,                 false",
        "::ffff:0.0.0.1,      false",
        "2001:db8::,          false"
    })
    void unspecifiedIsAllZerosOrReachesIt(String text, boolean unspecified) {
        assertThat(v6(text).isUnspecified()).isEqualTo(unspecified);
    }

    // B144
    @Test
    void unspecifiedIsAllZerosInIpv4() {
        assertThat(v4("0x0.0").isUnspecified()).isTrue();
        assertThat(v4("0.0.0.1").isUnspecified()).isFalse();
    }

    @Test
    void isEqualByItsOctets() {
        assertThat(v6("::0:1")).isEqualTo(v6("::1")).hasSameHashCodeAs(v6("::1"));
        assertThat(v6("::1")).isNotEqualTo(v6("::2")).isNotEqualTo("::1");
        assertThat(v6("::ffff:1.2.3.4")).isNotEqualTo(v4("1.2.3.4"));
    }
}
