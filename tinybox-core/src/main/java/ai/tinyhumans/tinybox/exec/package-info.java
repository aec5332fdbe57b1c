/** A command and what comes of it: its output, how it ended, what it used. */
package ai.tinyhumans.tinybox.exec;
