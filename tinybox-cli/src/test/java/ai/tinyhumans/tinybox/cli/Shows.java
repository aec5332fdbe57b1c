package ai.tinyhumans.tinybox.cli;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The parts of the command line whose effect a test shows: a command as {@code ps}, an option as {@code run --timeout}, an
 * option of all commands, shown for each of them, as {@code * --json}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface Shows {
    String[] value();
}
