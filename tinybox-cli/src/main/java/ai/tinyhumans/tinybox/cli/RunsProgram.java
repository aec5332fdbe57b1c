package ai.tinyhumans.tinybox.cli;

/**
 * A subcommand whose last arguments are a program and its arguments. From the first of them on nothing is read as an option
 * of tinybox.
 */
interface RunsProgram {}
