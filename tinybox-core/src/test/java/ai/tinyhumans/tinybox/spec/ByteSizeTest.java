package ai.tinyhumans.tinybox.spec;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.error.ErrorCode;
import java.util.Random;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteSizeTest {

    static final Arguments[] UNITS = {
        Arguments.of((LongFunction<ByteSize>) ByteSize::ofKiB, 1L << 10),
        Arguments.of((LongFunction<ByteSize>) ByteSize::ofMiB, 1L << 20),
        Arguments.of((LongFunction<ByteSize>) ByteSize::ofGiB, 1L << 30)
    };

    @ParameterizedTest
    @CsvSource({
        "0,                     0",
        "65536,                 65536",
        "65536b,                65536",
        "1k,                    1024",
        "1K,                    1024",
        "1kb,                   1024",
        "1KiB,                  1024",
        "1ki,                   1024",
        "512m,                  536870912",
        "2GiB,                  2147483648",
        "3t,                    3298534883328",
        "' 5m ',                5242880",
        "007,                   7",
        "00000000000000000000000000000001k, 1024",
        "9223372036854775807,   9223372036854775807",
        "8388607t,              9223370937343148032"
    })
    void readsSizesAsPeopleWriteThem(String text, long bytes) {
        assertThat(ByteSize.parse(text)).isEqualTo(new ByteSize(bytes));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "k",
                "-1",
                "+1",
                "1.5g",
                "1 k",
                "1e3",
                "0x10",
                "1p",
                "1kk",
                "1bb",
                "1i",
                "1ib",
                "1bi",
                "1kbi",
                "1_000",
                "1,000",
                "٣",
                "１",
                "1\u212A",
                "1k\0",
                "99999999999999999999"
            })
    void refusesEveryOtherSpelling(String text) {
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> ByteSize.parse(text))
                .hasMessageStartingWith("'" + Text.printable(text) + "' is not a size; hint: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "9223372036854775808",
                "9007199254740992k",
                "8796093022208m",
                "8589934592g",
                "8388608t",
                "9999999999999999999t",
                "18014398509481984k",
                "16777216t"
            })
    void refusesASizeThatDoesNotFit(String text) {
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> ByteSize.parse(text))
                .hasMessageContaining("not a size between 0 and 2^63-1 bytes");
    }

    // B096
    @ParameterizedTest
    @FieldSource("UNITS")
    void countsUnitsWithoutOverflow(LongFunction<ByteSize> of, long unit) {
        long most = Long.MAX_VALUE / unit;
        assertThat(of.apply(0).bytes()).isZero();
        assertThat(of.apply(3).bytes()).isEqualTo(3 * unit);
        assertThat(of.apply(most).bytes()).isEqualTo(most * unit);
        for (long count : new long[] {-1, Long.MIN_VALUE, most + 1, 2 * (most + 1), Long.MAX_VALUE}) {
            assertRefused(ErrorCode.ARGUMENT_INVALID, () -> of.apply(count)).hasMessageContaining(count + " times 2^");
        }
    }

    // B096
    @Test
    void refusesANegativeSize() {
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> new ByteSize(-1)).hasMessageContaining("-1");
        assertThat(new ByteSize(Long.MAX_VALUE).bytes()).isEqualTo(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @CsvSource({
        "0,                    0 B",
        "1,                    1 B",
        "1023,                 1023 B",
        "1024,                 1 KiB",
        "1536,                 1536 B",
        "1048576,              1 MiB",
        "268435456,            256 MiB",
        "2147483648,           2 GiB",
        "1099511627776,        1 TiB",
        "9223372036854775807,  9223372036854775807 B"
    })
    void isWrittenExactlyInTheLargestUnit(long bytes, String text) {
        assertThat(new ByteSize(bytes)).hasToString(text);
    }

    @Test
    void writtenWithoutTheBlankItIsReadAsTheSame() {
        Random random = new Random(96);
        for (int round = 0; round < 10_000; round++) {
            ByteSize size = new ByteSize(((random.nextLong() >>> random.nextInt(63)) << random.nextInt(20)) >>> 1);
            assertThat(ByteSize.parse(size.toString().replace(" ", ""))).isEqualTo(size);
        }
    }

    @Test
    void isOrderedByBytes() {
        assertThat(ByteSize.ofKiB(1)).isLessThan(ByteSize.ofMiB(1)).isEqualByComparingTo(new ByteSize(1024));
        assertThat(new ByteSize(Long.MAX_VALUE)).isGreaterThan(new ByteSize(0));
    }
}
