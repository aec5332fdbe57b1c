/** The local host. {@link LocalHostProvider} is what a program or {@link java.util.ServiceLoader} needs; the rest is hidden. */
package ai.tinyhumans.tinybox.host.local;
