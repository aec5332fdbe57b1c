package ai.tinyhumans.tinybox.host.ssh;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.Text;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.ShellScript;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The line that the far side reads first: the program {@code far.sh} with what it is to do. Pure. */
final class FarScript {

    private static final String TEXT =
            ShellScript.LOOKUP + ShellScript.read(FarScript.class.getResourceAsStream("far.sh"));

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /** The last descriptor that every POSIX shell can name (POSIX.1-2017, Shell Command Language, 2.7). */
    private static final int LAST_DESCRIPTOR = 9;

    private FarScript() {}

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
        return line(variables(plan) + descriptors(plan), step, token, arguments);
    }

    /** Does something else. */
    static byte[] other(String step, String token, List<String> arguments) {
        return line("", step, token, arguments);
    }

    private static byte[] line(String before, String step, String token, List<String> arguments) {
        return Text.encode(Quoting.PREAMBLE + before + "set -- " + step + " " + token + " "
                + Quoting.quoteAll(arguments) + ";eval " + Quoting.quote(TEXT) + "\n");
    }

    private static String variables(LaunchPlan plan) {
        StringBuilder function = new StringBuilder("tinybox_env(){ :;");
        for (Map.Entry<String, String> variable : plan.env().variables().entrySet()) {
            if (!NAME.matcher(variable.getKey()).matches()) {
                throw TinyboxException.of(
                                ErrorCode.ARGUMENT_INVALID,
                                "environment variable '" + Text.printable(variable.getKey())
                                        + "' has a name that a shell cannot set, and a shell sets it on an ssh host")
                        .remedy("rename or drop the variable")
                        .build();
            }
            function.append("export ").append(variable.getKey()).append('=');
            function.append(Quoting.quote(variable.getValue())).append(';');
        }
        return function.append("};").toString();
    }

    private static String descriptors(LaunchPlan plan) {
        StringBuilder function = new StringBuilder("tinybox_open(){ :");
        plan.descriptors().forEach((number, bytes) -> {
            if (number > LAST_DESCRIPTOR || number == 3 || number == 4) {
                throw TinyboxException.of(
                                ErrorCode.ARGUMENT_INVALID, "descriptor " + number + " cannot be opened on an ssh host")
                        .remedy("take one of 5 to " + LAST_DESCRIPTOR)
                        .build();
            }
            function.append("&&TINYBOX_FILE=$(mktemp)&&printf '")
                    .append(octal(bytes))
                    .append("'>\"$TINYBOX_FILE\"");
            function.append("&&exec ").append(number).append("<\"$TINYBOX_FILE\"&&rm -f \"$TINYBOX_FILE\"");
        });
        return function.append(";};").toString();
    }

    private static String octal(byte[] bytes) {
        StringBuilder digits = new StringBuilder(4 * bytes.length);
        for (byte b : bytes) {
            digits.append(String.format("\\%03o", b & 0xFF));
        }
        return digits.toString();
    }
}
