/** The one place where commands are waited for, timed out, ended, drained and their output kept. Hidden. */
package ai.tinyhumans.tinybox.supervise;
