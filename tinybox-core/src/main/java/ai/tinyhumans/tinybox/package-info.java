/**
 * The Box API. {@link ai.tinyhumans.tinybox.Tinybox} makes boxes, a {@link ai.tinyhumans.tinybox.Box} runs commands, an
 * {@link ai.tinyhumans.tinybox.Execution} is one that runs.
 */
package ai.tinyhumans.tinybox;
