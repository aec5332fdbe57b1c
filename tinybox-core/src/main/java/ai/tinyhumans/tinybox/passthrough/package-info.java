/** The sandbox that confines nothing. Hidden: {@code passthrough} is its name. */
package ai.tinyhumans.tinybox.passthrough;
