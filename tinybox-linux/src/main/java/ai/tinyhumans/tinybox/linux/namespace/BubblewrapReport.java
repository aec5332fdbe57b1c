package ai.tinyhumans.tinybox.linux.namespace;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.spi.Wrapper;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What bubblewrap writes with {@code --json-status-fd}: the number of its init process once that exists, and a code once a
 * program that was really executed is over. The code is 128 and the number of a signal for a program that died of one, so a
 * program that ends itself with such a code cannot be told from it.
 *
 * @param program the program as the caller named it
 * @param isDirectory tells of a path in the box whether it is a directory
 */
record BubblewrapReport(String program, Predicate<String> isDirectory) implements Wrapper {

    /** Where bubblewrap finds the file for its report. */
    static final int DESCRIPTOR = 5;

    private static final Pattern INIT = Pattern.compile("\"child-pid\": ([0-9]{1,9})[,} ]");
    private static final Pattern CODE = Pattern.compile("\"exit-code\": ([0-9]{1,3})[,} ]");

    private static final int SIGNALS = 64; // _NSIG (asm-generic/signal.h)

    @Override
    public int reportOn() {
        return DESCRIPTOR;
    }

    @Override
    public OptionalInt root(byte[] report) {
        return number(CODE, report).isPresent() ? number(INIT, report) : OptionalInt.empty();
    }

    @Override
    public Optional<Exit> exit(Exit own, byte[] report) {
        OptionalInt code = number(CODE, report);
        if (code.isPresent()) {
            int value = code.getAsInt();
            boolean signal = value > 128 && value <= 128 + SIGNALS;
            return Optional.of(signal ? new Exit.Signaled(value - 128) : new Exit.Exited(value));
        }
        // bubblewrap itself was killed, and the command with it
        return own.match(
                e -> Optional.empty(),
                Optional::of,
                t -> Optional.empty(),
                c -> Optional.empty(),
                l -> Optional.empty());
    }

    private static OptionalInt number(Pattern pattern, byte[] report) {
        Matcher matcher = pattern.matcher(new String(report, StandardCharsets.US_ASCII));
        return matcher.find() ? OptionalInt.of(Integer.parseInt(matcher.group(1))) : OptionalInt.empty();
    }

    @Override
    public TinyboxException failure(Exit own, byte[] stderr) {
        return BubblewrapFailure.of(own, stderr, program, isDirectory);
    }
}
