/**
 * The {@code tinybox} command: one class for each subcommand, thin over the Box API. {@link ai.tinyhumans.tinybox.cli.Main}
 * is the process, {@link ai.tinyhumans.tinybox.cli.Console} its three streams, and nothing else touches either.
 */
package ai.tinyhumans.tinybox.cli;
