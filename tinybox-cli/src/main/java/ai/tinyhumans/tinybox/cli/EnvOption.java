package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.Env;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Variables of the environment. */
final class EnvOption {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    private Env variables = Env.EMPTY;

    @Option(names = "--env", paramLabel = "K=V", description = "set a variable; may be given several times")
    void add(List<String> assignments) {
        variables = Env.EMPTY;
        for (String assignment : assignments) {
            int equals = assignment.indexOf('=');
            if (equals < 0) {
                throw new ParameterException(
                        command.commandLine(), "--env takes NAME=VALUE, and there is no '=' in one"); // may be a secret
            }
            try {
                variables = variables.with(assignment.substring(0, equals), assignment.substring(equals + 1));
            } catch (TinyboxException e) {
                throw new ParameterException(command.commandLine(), e.getMessage(), e);
            }
        }
    }

    Env variables() {
        return variables;
    }
}
