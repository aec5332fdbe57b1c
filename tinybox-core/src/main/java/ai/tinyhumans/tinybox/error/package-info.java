/** What went wrong, whose move it is, and what to do now. */
package ai.tinyhumans.tinybox.error;
