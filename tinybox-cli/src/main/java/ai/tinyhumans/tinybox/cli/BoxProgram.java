package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.spec.BoxId;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A box that is there, and a program for it. */
final class BoxProgram {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Mixin
    private EnvOption env;

    @Parameters(index = "0", paramLabel = "ID", description = "the box")
    private BoxId box;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "PROGRAM", description = "the program and its arguments")
    private List<String> words;

    BoxId box() {
        return box;
    }

    Command command() {
        return Program.afterOperand(spec, words).env(env.variables());
    }
}
