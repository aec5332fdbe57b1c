package ai.tinyhumans.tinybox.host.ssh;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spec.Text;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.ShellScript;
import ai.tinyhumans.tinybox.spi.ShellWords;
import ai.tinyhumans.tinybox.spi.Wrapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** What the far side reads first: a line with what is to be done, and the script that does it, up to an empty line. Pure. */
final class FarScript {

    private static final String PROCESS = read("process.sh");

    private static final String PROGRAM = ShellScript.LOOKUP + read("program.sh");

    /** Each step has little more than it needs: a shell reads byte by byte. */
    private static final Map<String, String> PROGRAMS =
            Map.of("run", PROGRAM + PROCESS + read("run.sh"), "spawn", PROGRAM + read("spawn.sh"));

    private static final String FAR = PROCESS + read("far.sh");

    private static final String FILES = PROCESS + read("files.sh");

    /** Reads the script. One that breaks off is not run. */
    private static final String READER = ";TINYBOX=;while IFS= read -r TINYBOX_LINE||exit;[ \"$TINYBOX_LINE\" ];do"
            + " TINYBOX=$TINYBOX$TINYBOX_LINE$TINYBOX_LF;done;eval \"$TINYBOX\"\n";

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /** A POSIX shell can name the descriptors up to 9 (POSIX.1-2017, Shell Command Language, 2.7). */
    private static final int LAST_DESCRIPTOR = 9;

    /** The script has two of its own, until it becomes the program. */
    private static final int LAST_EARLY_DESCRIPTOR = 7;

    private FarScript() {}

    private static String read(String resource) {
        return ShellScript.read(FarScript.class.getResourceAsStream(resource));
    }

    /**
     * Starts a program.
     *
     * @param step {@code run} or {@code spawn}
     * @throws TinyboxException {@code argument.invalid} if the plan has a variable that no shell can set, or a descriptor
     *     none can name
     */
    static byte[] program(String step, String token, LaunchPlan plan, String marker) {
        List<String> arguments = new ArrayList<>(List.of(plan.cwd(), marker));
        arguments.addAll(plan.argv());
        String script = Objects.requireNonNull(PROGRAMS.get(step), step);
        return lines(variables(plan) + descriptors(plan, marker), script, step, token, arguments);
    }

    /** Does something else. */
    static byte[] other(String step, String token, List<String> arguments) {
        return lines("", FAR, step, token, arguments);
    }

    /** Reaches files; {@code step} as the script has it. */
    static byte[] files(String step, String token, List<String> arguments) {
        return lines("", FILES, step, token, arguments);
    }

    private static byte[] lines(String before, String script, String step, String token, List<String> arguments) {
        return Text.encode(ShellWords.PREAMBLE + before + "set -- " + step + " " + token + " "
                + ShellWords.quoteAll(arguments) + READER + script + "\n");
    }

    /** Answers whether a shell can set a variable of this name. */
    static boolean canSet(String name) {
        return NAME.matcher(name).matches() && !name.equals(Env.MARKER);
    }

    private static String variables(LaunchPlan plan) {
        StringBuilder function = new StringBuilder("tinybox_env(){ :;");
        for (Map.Entry<String, String> variable : plan.env().variables().entrySet()) {
            if (!canSet(variable.getKey())) {
                throw TinyboxException.of(
                                ErrorCode.ARGUMENT_INVALID,
                                "environment variable '" + Text.printable(variable.getKey())
                                        + "' has a name that a shell cannot set, and a shell sets it on an ssh host")
                        .remedy("rename or drop the variable")
                        .build();
            }
            function.append("export ").append(variable.getKey()).append('=');
            function.append(ShellWords.quote(variable.getValue())).append(';');
        }
        return function.append("};").toString();
    }

    private static String descriptors(LaunchPlan plan, String marker) {
        StringBuilder early = new StringBuilder("tinybox_open(){ :");
        StringBuilder late = new StringBuilder("tinybox_open_late(){ :");
        SortedMap<Integer, byte[]> files = new TreeMap<>(plan.descriptors());
        plan.request()
                .ifPresent(request ->
                        files.put(request.descriptor(), request.content().apply(marker)));
        files.forEach((number, bytes) -> {
            requireNameable(number, LAST_DESCRIPTOR);
            String file = "TINYBOX_FILE" + number;
            early.append("&&").append(file).append("=$(mktemp)&&printf '").append(octal(bytes));
            early.append("'>\"$").append(file).append('"');
            StringBuilder opening = number > LAST_EARLY_DESCRIPTOR ? late : early;
            opening.append("&&exec ").append(number).append("<\"$").append(file);
            opening.append("\"&&rm -f \"$").append(file).append('"');
        });
        Set<Integer> reports = plan.wrapper().map(Wrapper::reportOn).orElse(Set.of());
        int first = 0;
        for (int number : new TreeSet<>(reports)) {
            requireNameable(number, LAST_EARLY_DESCRIPTOR);
            early.append("&&exec ").append(number);
            early.append(first == 0 ? "<>\"$TINYBOX_REPORT\"" : ">&" + first); // one file, and one place in it
            first = first == 0 ? number : first;
        }
        return early + ";};" + late + ";};TINYBOX_REPORTS=" + (reports.isEmpty() ? "" : "yes") + ";";
    }

    private static void requireNameable(int descriptor, int last) {
        if (descriptor > last) {
            throw TinyboxException.of(
                            ErrorCode.ARGUMENT_INVALID, "descriptor " + descriptor + " cannot be opened on an ssh host")
                    .remedy("take one of 3 to " + last)
                    .build();
        }
    }

    private static String octal(byte[] bytes) {
        StringBuilder digits = new StringBuilder(4 * bytes.length);
        for (byte b : bytes) {
            digits.append(String.format("\\%03o", b & 0xFF));
        }
        return digits.toString();
    }
}
