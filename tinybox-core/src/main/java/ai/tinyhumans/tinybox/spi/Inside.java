package ai.tinyhumans.tinybox.spi;

import ai.tinyhumans.tinybox.spec.Env;
import java.util.List;

/**
 * A program to run inside a box, for an {@link Entrance} to bring there. Immutable.
 *
 * @param argv the program and its arguments
 * @param env variables over those the box has of its own; their values must reach no command line
 * @param role what it is to tinybox
 */
public record Inside(List<String> argv, Env env, Role role) {

    /** What a program in a box is to tinybox. */
    public enum Role {
        /** A command: it has input, its output is the command's, and it gets the marker of the process that stands in. */
        COMMAND,
        /** A command as well, whose input is empty: a way in that carries none is shorter. */
        COMMAND_WITHOUT_INPUT,
        /** What waits for a command on its input: it has input and output, and gets the marker with the command. */
        STANDBY,
        /** Something that outlives the call that starts it: no input, no output, and a marker of its own. */
        SPAWNED,
        /** A helper: no input, and no marker, so that nobody takes it for a part of what it looks at. */
        HELPER
    }

    /** Copies the list. */
    public Inside {
        argv = List.copyOf(argv);
    }
}
