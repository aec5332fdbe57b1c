/**
 * Brings a directory of this machine to a directory of a host, again and again, sending what changed. {@code WorkspaceSync}
 * does; the rest of the package is hidden.
 */
package ai.tinyhumans.tinybox.host.ssh.sync;
