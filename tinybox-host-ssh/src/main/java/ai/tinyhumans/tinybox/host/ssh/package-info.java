/** Hosts that are reached through the OpenSSH client: {@code SshTarget} says which, {@code SshHostProvider} opens them. */
package ai.tinyhumans.tinybox.host.ssh;
