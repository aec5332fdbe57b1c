package ai.tinyhumans.tinybox.spec;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.error.ErrorCode;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is a host at all; which hosts are metadata endpoints is {@link MetadataEndpointsTest}'s. */
class EgressHostTest {

    private static final String LABEL = "x".repeat(63);
    private static final String LONGEST = (LABEL + ".").repeat(3) + "y".repeat(61);

    // B145
    @ParameterizedTest
    @CsvSource({
        "example.com,               example.com",
        "EXAMPLE.com,               example.com",
        "example.com.,              example.com",
        "EXAMPLE.COM.,              example.com",
        "xn--bcher-kva.example,     xn--bcher-kva.example",
        "localhost,                 localhost",
        "a,                         a",
        "0.example,                 0.example",
        "1.2.3.4.example,           1.2.3.4.example",
        "0x1.example,               0x1.example",
        "example.0xyz,              example.0xyz",
        "10.0.0.1,                  10.0.0.1",
        "10.1,                      10.0.0.1",
        "10.0.0.1.,                 10.0.0.1",
        "0xA.0.0.1,                 10.0.0.1",
        "[::1],                     ::1",
        "[2001:DB8::1],             2001:db8::1",
        "2001:db8:0:0:0:0:0:1,      2001:db8::1",
        "::ffff:10.0.0.1,           10.0.0.1"
    })
    void hasOneSpelling(String text, String canonical) {
        assertThat(EgressHost.parse(text)).isEqualTo(new EgressHost(canonical));
    }

    // B145
    @ParameterizedTest
    @CsvSource({
        "'',                     is empty",
        "'.',                    is empty",
        "*,                      is a wildcard",
        "*.example.com,          is a wildcard",
        "www*.com,               is a wildcard",
        "exa?ple.com,            is a wildcard",
        ".example.com,           has the label ''",
        "example..com,           has the label ''",
        "example.com..,          has the label ''",
        "..,                     has the label ''",
        "http://a,               is not a host alone",
        "a/b,                    is not a host alone",
        "10.0.0.0/8,             is not a host alone",
        "a:443,                  is not a host alone",
        "10.0.0.1:443,           is not a host alone",
        "[::1]:443,              is not a host alone",
        "[::1].,                 is not a host alone",
        "[10.0.0.1],             is not a host alone",
        "[],                     is not a host alone",
        "[::1,                   is not a host alone",
        "::1%eth0,               is not a host alone",
        "1:2:3,                  is not a host alone",
        "user@host,              has the label 'user@host'",
        "-a.example,             has the label '-a'",
        "a-.example,             has the label 'a-'",
        "a_b.example,            has the label 'a_b'",
        "::1],                   is not a host alone",
        "a%2e.example,           has the label 'a%2e'",
        "1.2.3.4.5,              ends in a number but is no address",
        "256.1.1.1,              ends in a number but is no address",
        "4294967296,             ends in a number but is no address",
        "example.1,              ends in a number but is no address",
        "example.0x,             ends in a number but is no address",
        "08,                     ends in a number but is no address"
    })
    void refusesWhatIsNotOneExactHostSayingWhy(String text, String why) {
        assertRefused(ErrorCode.EGRESS_INVALID, () -> EgressHost.parse(text))
                .hasMessageStartingWith("egress host '" + text + "' " + why)
                .hasMessageContaining("; hint: ");
    }

    // B144, B145
    @ParameterizedTest
    @ValueSource(
            strings = {
                " ",
                " a",
                "a ",
                "a b",
                "a\t",
                "a\n",
                "a\r\n",
                "a\0",
                "a\0.example",
                "\u007F",
                "bücher.example",
                "１６９.254.169.254",
                "169。254。169。254",
                "ｍetadata",
                "İ",
                "ſ",
                "\u212Aelvin",
                "a\u00AD",
                "a\u200B",
                "\uD800"
            })
    void refusesBlanksControlCharactersAndOtherScripts(String text) {
        assertRefused(ErrorCode.EGRESS_INVALID, () -> EgressHost.parse(text))
                .hasMessageStartingWith(
                        "egress host '" + Text.printable(text) + "' holds a blank, a control character");
    }

    // B144
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "0.0.0.0.",
                "0",
                "0x0",
                "00.0x0",
                "::",
                "[::]",
                "0:0:0:0:0:0:0:0",
                "::0.0.0.0",
                "::ffff:0.0.0.0",
                "[::FFFF:0:0]",
                "::ffff:0:0.0.0.0",
                "64:ff9b::0.0.0.0"
            })
    void refusesTheUnspecifiedAddressInEverySpelling(String text) {
        assertRefused(ErrorCode.EGRESS_INVALID, () -> EgressHost.parse(text))
                .hasMessageStartingWith("egress host '" + text + "' is the unspecified address");
    }

    // B145
    @Test
    void aLabelHasAtMost63Characters() {
        assertThat(EgressHost.parse(LABEL + ".example").canonical()).startsWith(LABEL);
        assertRefused(ErrorCode.EGRESS_INVALID, () -> EgressHost.parse(LABEL + "x.example"))
                .hasMessageContaining("has the label '" + LABEL + "x'");
    }

    // B145
    @Test
    void aNameHasAtMost253Characters() {
        assertThat(EgressHost.parse(LONGEST).canonical()).hasSize(253);
        assertThat(EgressHost.parse(LONGEST + ".").canonical()).hasSize(253);
        assertRefused(ErrorCode.EGRESS_INVALID, () -> EgressHost.parse(LONGEST + "y"))
                .hasMessageContaining("is longer than 253 characters");
    }

    // B142
    @Test
    void everySpellingOfAnyOtherIpv4AddressIsThatAddress() {
        Random random = new Random(142);
        for (int round = 0; round < 20_000; round++) {
            int address = random.nextInt();
            String dotted = InetAton.dotted(address);
            if (address != 0 && !MetadataEndpoints.ADDRESSES.contains(dotted)) {
                String spelling = InetAton.spelling(address, random);
                assertThat(EgressHost.parse(spelling).canonical()).as(spelling).isEqualTo(dotted);
            }
        }
    }

    @Test
    void everyCanonicalSpellingIsItsOwn() {
        Random random = new Random(145);
        for (int round = 0; round < 10_000; round++) {
            byte[] octets = Ipv6Text.octets(random);
            octets[0] = 0x20; // neither a metadata endpoint nor one that reaches an IPv4 address
            String canonical =
                    EgressHost.parse(Ipv6Text.spelling(octets, random)).canonical();
            assertThat(EgressHost.parse(canonical).canonical()).isEqualTo(canonical);
            assertThat(EgressHost.parse("[" + canonical + "]").canonical()).isEqualTo(canonical);
        }
    }
}
