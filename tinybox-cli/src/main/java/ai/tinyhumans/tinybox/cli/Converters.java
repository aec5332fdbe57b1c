package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.capability.IsolationLevel;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.spec.ByteSize;
import ai.tinyhumans.tinybox.spec.Durations;
import ai.tinyhumans.tinybox.spec.EgressAllowlist;
import ai.tinyhumans.tinybox.spec.HostPath;
import ai.tinyhumans.tinybox.spec.NetworkPolicy;
import ai.tinyhumans.tinybox.spec.PortMapping;
import ai.tinyhumans.tinybox.spec.ProcessId;
import ai.tinyhumans.tinybox.spec.SandboxRef;
import ai.tinyhumans.tinybox.spec.SnapshotId;
import ai.tinyhumans.tinybox.spec.TemplateName;
import ai.tinyhumans.tinybox.spec.Text;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Values of options, from text. What one refuses is a mistake in the usage. */
final class Converters {

    private static final Pattern DURATION = Pattern.compile("(\\d{1,12})(ms|s|m|h|d|)");

    private static final Pattern PORTS = Pattern.compile("(?:(\\d{1,5}):)?(\\d{1,5})");

    private static final Map<String, Duration> UNITS = Map.of(
            "ms", Duration.ofMillis(1),
            "m", Duration.ofMinutes(1),
            "h", Duration.ofHours(1),
            "d", Duration.ofDays(1));

    private static final BigDecimal MILLIS = BigDecimal.valueOf(1000);

    private Converters() {}

    static void register(CommandLine line) {
        put(line, BoxId.class, BoxId::new);
        put(line, ProcessId.class, ProcessId::new);
        put(line, TemplateName.class, TemplateName::new);
        put(line, HostPath.class, HostPath::new);
        put(line, SandboxRef.class, SandboxRef::new);
        put(line, SnapshotId.class, SnapshotId::new);
        put(line, PortMapping.class, Converters::published);
        put(line, ByteSize.class, Converters::size);
        put(line, Path.class, Converters::path);
        put(line, Duration.class, Converters::duration);
        put(line, IsolationLevel.class, Converters::isolation);
        put(line, NetworkPolicy.class, Converters::network);
    }

    private static <T> void put(CommandLine line, Class<T> type, ITypeConverter<T> converter) {
        line.registerConverter(type, text -> told(converter, text));
    }

    /** Has the mistake told with the place of the value. */
    private static <T> T told(ITypeConverter<T> converter, String text) throws Exception {
        try {
            return converter.convert(text);
        } catch (TinyboxException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    private static TinyboxException invalid(String text, String what, String remedy) {
        return TinyboxException.of(ErrorCode.ARGUMENT_INVALID, "'" + Text.printable(text) + "' is " + what)
                .remedy(remedy)
                .build();
    }

    private static <T extends Comparable<T>> T positive(String text, T limit, T zero) {
        if (limit.compareTo(zero) <= 0) {
            throw invalid(text, "not positive", "give more than nothing, or leave the option out");
        }
        return limit;
    }

    /** A limit in bytes. */
    static ByteSize size(String text) {
        return positive(text, ByteSize.parse(text), new ByteSize(0));
    }

    /** A limit in things that are counted. */
    static int count(String text) {
        return positive(text, number(text, "write digits, as in 512"), 0);
    }

    /** One port. */
    static int port(String text) {
        String remedy = "write a number from 1 to 65535";
        int port = number(text, remedy);
        if (port < 1 || port > 65535) {
            throw invalid(text, "no port", remedy);
        }
        return port;
    }

    private static int number(String text, String remedy) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw invalid(text, "no whole number up to 2^31-1", remedy);
        }
    }

    /** A path, a relative one from the working directory of this process. */
    static Path path(String text) {
        if (text.isEmpty()) {
            throw invalid(text, "no path", "name a file, or leave the option out");
        }
        return workingDirectory().resolve(Text.toPath(text));
    }

    /** The kernel has it byte for byte; the JVM decoded it in its locale. */
    private static Path workingDirectory() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/cwd"));
        } catch (IOException thisIsNoLinux) {
            return Path.of("").toAbsolutePath();
        }
    }

    static Duration duration(String text) {
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            throw invalid(text, "no time span", "write a whole number and ms, s, m, h or d, as in 20s");
        }
        Duration unit = UNITS.getOrDefault(matcher.group(2), Duration.ofSeconds(1));
        return Durations.requirePositive("time span", unit.multipliedBy(Long.parseLong(matcher.group(1))));
    }

    static IsolationLevel isolation(String text) {
        return Arrays.stream(IsolationLevel.values())
                .filter(level -> level.name().toLowerCase(Locale.ROOT).equals(text))
                .findFirst()
                .orElseThrow(() -> invalid(text, "no isolation level", "write none, process, kernel or hardware"));
    }

    /** A port of the box, perhaps after the one of this machine that it is published on. */
    static PortMapping published(String text) {
        Matcher ports = PORTS.matcher(text);
        if (!ports.matches()) {
            throw invalid(text, "no port to publish", "write GUEST or HOST:GUEST, as in 8080:80");
        }
        int guest = Integer.parseInt(ports.group(2));
        return ports.group(1) == null
                ? PortMapping.dynamic(guest)
                : PortMapping.fixed(guest, Integer.parseInt(ports.group(1)));
    }

    /** {@code denied}, {@code egress}, {@code open}, or an allowlist: hosts, a colon, ports. */
    static NetworkPolicy network(String text) {
        return switch (text) {
            case "denied" -> NetworkPolicy.denied();
            case "egress" -> NetworkPolicy.egress();
            case "open" -> NetworkPolicy.open();
            default -> allowlist(text);
        };
    }

    private static NetworkPolicy allowlist(String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 0 || !text.substring(colon + 1).matches("\\d{1,9}(,\\d{1,9})*")) {
            throw invalid(
                    text,
                    "no network policy",
                    "write denied, egress, open, or HOST[,HOST...]:PORT[,PORT...] as in example.com:443");
        }
        List<Integer> ports = Arrays.stream(text.substring(colon + 1).split(",", -1))
                .map(Integer::valueOf)
                .collect(Collectors.toList());
        return NetworkPolicy.allowlist(
                EgressAllowlist.of(List.of(text.substring(0, colon).split(",", -1)), ports));
    }

    /** Cores, in thousandths. */
    static int cpuMillis(String text) {
        try {
            return positive(text, new BigDecimal(text).multiply(MILLIS).intValueExact(), 0);
        } catch (ArithmeticException | NumberFormatException e) {
            throw invalid(text, "no number of cores", "write thousandths at the finest, as in 1.5");
        }
    }

    /** What one option takes, where its type alone does not say it. */
    private abstract static class Special implements ITypeConverter<Integer> {

        private final ITypeConverter<Integer> converter;

        Special(ITypeConverter<Integer> converter) {
            this.converter = converter;
        }

        @Override
        public Integer convert(String text) throws Exception {
            return told(converter, text);
        }
    }

    /** {@link #cpuMillis}. */
    static final class Cpus extends Special {
        Cpus() {
            super(Converters::cpuMillis);
        }
    }

    /** {@link #count}. */
    static final class Count extends Special {
        Count() {
            super(Converters::count);
        }
    }

    /** {@link #port}. */
    static final class Port extends Special {
        Port() {
            super(Converters::port);
        }
    }
}
