package ai.tinyhumans.tinybox.spec;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.error.ErrorCode;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MetadataEndpointsTest {

    private static final HexFormat HEX = HexFormat.of();

    static Stream<String> v4() {
        return MetadataEndpoints.ADDRESSES.stream().filter(address -> address.indexOf('.') >= 0);
    }

    static Stream<String> v6() {
        return MetadataEndpoints.ADDRESSES.stream().filter(address -> address.indexOf(':') >= 0);
    }

    static Stream<String> names() {
        return MetadataEndpoints.NAMES.stream();
    }

    private static void assertMetadata(String host) {
        assertRefused(ErrorCode.EGRESS_INVALID, () -> EgressHost.parse(host))
                .hasMessageStartingWith("egress host '" + Text.printable(host) + "' is a cloud metadata endpoint")
                .hasMessageContaining("; hint: ");
    }

    // B142
    @ParameterizedTest
    @CsvSource({
        "2852039166,           169.254.169.254",
        "0xA9FEA9FE,           169.254.169.254",
        "025177524776,         169.254.169.254",
        "0251.0376.0251.0376,  169.254.169.254",
        "0xA9.0xFE.0xA9.0xFE,  169.254.169.254",
        "169.254.43518,        169.254.169.254",
        "169.16689662,         169.254.169.254",
        "1684300900,           100.100.100.100",
        "169.254.169.254.,     169.254.169.254"
    })
    void refusesEverySpellingOfTheMetadataAddress(String spelling, String address) {
        String bare = spelling.replaceAll("\\.$", "").toLowerCase(Locale.ROOT);
        assertThat(IpAddress.parseV4(bare)).hasToString("Optional[" + address + "]");
        assertMetadata(spelling);
    }

    // B142
    @ParameterizedTest
    @MethodSource("v4")
    void refusesEverySpellingThatInetAtonReads(String address) {
        Random random = new Random(142);
        for (int round = 0; round < 2000; round++) {
            assertMetadata(InetAton.spelling(InetAton.address(address), random));
        }
    }

    // B142
    @ParameterizedTest
    @MethodSource("v4")
    void refusesEveryIpv6AddressThatReachesIt(String address) {
        String hex = HEX.toHexDigits(InetAton.address(address));
        String groups = hex.substring(0, 4) + ":" + hex.substring(4);
        for (String form : new String[] {address, groups, groups.toUpperCase(Locale.ROOT)}) {
            assertMetadata("::ffff:" + form);
            assertMetadata("::FFFF:" + form);
            assertMetadata("[::ffff:" + form + "]");
            assertMetadata("0:0:0:0:0:ffff:" + form);
            assertMetadata("0000:0000:0000:0000:0000:ffff:" + form);
            assertMetadata("::" + form);
            assertMetadata("0:0:0:0:0:0:" + form);
            assertMetadata("::ffff:0:" + form);
            assertMetadata("0::ffff:0:" + form);
            assertMetadata("64:ff9b::" + form);
            assertMetadata("[64:FF9B::" + form + "]");
            assertMetadata("0064:ff9b:0:0:0:0:" + form);
        }
    }

    // B142
    @ParameterizedTest
    @MethodSource("v6")
    void refusesEverySpellingOfAnIpv6Endpoint(String address) {
        Random random = new Random(142);
        byte[] octets = IpAddress.parseV6(address).orElseThrow().octets();
        for (int round = 0; round < 1000; round++) {
            String spelling = Ipv6Text.spelling(octets, random);
            assertMetadata(spelling);
            assertMetadata("[" + spelling + "]");
        }
    }

    // B142
    @ParameterizedTest
    @ValueSource(
            strings = {
                "fd00:ec2::254",
                "FD00:EC2::254",
                "[fd00:ec2::254]",
                "[FD00:0EC2::0254]",
                "fd00:ec2:0:0:0:0:0:254",
                "fd00:0ec2:0000:0000:0000:0000:0000:0254",
                "fd00:ec2:0::254",
                "fd00:ec2::0.0.2.84"
            })
    void refusesTheExpandedAndBracketedForms(String spelling) {
        assertMetadata(spelling);
    }

    // B144
    @ParameterizedTest
    @ValueSource(
            strings = {
                "metadata.google.internal",
                "metadata.google.internal.",
                "METADATA.Google.Internal",
                "metadata",
                "metadata.",
                "MetaData",
                "METADATA.GOOG."
            })
    void refusesTheMetadataNamesInEverySpelling(String spelling) {
        assertMetadata(spelling);
    }

    // B144
    @ParameterizedTest
    @MethodSource("names")
    void refusesEveryNameInAnyLetterCaseAndAbsolute(String name) {
        assertMetadata(name);
        assertMetadata(name + ".");
        assertMetadata(name.toUpperCase(Locale.ROOT));
        assertMetadata(name.toUpperCase(Locale.ROOT) + ".");
    }

    // B142, B144
    @ParameterizedTest
    @CsvSource({
        "169.254.169.253.example.org,      169.254.169.253.example.org",
        "169.254.169.254.nip.io,           169.254.169.254.nip.io",
        "metadata.example.com,             metadata.example.com",
        "notmetadata,                      notmetadata",
        "metadata-x,                       metadata-x",
        "x.metadata.google.internal,       x.metadata.google.internal",
        "google.internal,                  google.internal",
        "169.254.169.253,                  169.254.169.253",
        "169.254.169.255,                  169.254.169.255",
        "2852039165,                       169.254.169.253",
        "100.100.100.199,                  100.100.100.199",
        "254.169.254.169,                  254.169.254.169",
        "10.0.0.1,                         10.0.0.1",
        "127.0.0.1,                        127.0.0.1",
        "127.1,                            127.0.0.1",
        "::1,                              ::1",
        "fd00:ec2::255,                    fd00:ec2::255",
        "fd00:ec2::2:54,                   fd00:ec2::2:54",
        "fd00:ec2:254::,                   fd00:ec2:254::",
        "::ffff:169.254.169.253,           169.254.169.253",
        "64:ff9b::169.254.169.253,         64:ff9b::a9fe:a9fd",
        "2001:db8::169.254.169.254,        2001:db8::a9fe:a9fe"
    })
    void blocksNothingElse(String host, String canonical) {
        assertThat(EgressHost.parse(host).canonical()).isEqualTo(canonical);
    }

    /** Each is compared with what it parses to, so each must parse and be in its one spelling. */
    @ParameterizedTest
    @MethodSource({"v4", "v6"})
    void theListIsWrittenCanonically(String address) {
        IpAddress parsed =
                IpAddress.parseV6(address).or(() -> IpAddress.parseV4(address)).orElseThrow();
        assertThat(parsed).hasToString(address);
        assertThat(MetadataEndpoints.hasAddress(parsed)).isTrue();
    }
}
