/** The sandbox {@code namespace}: Linux namespaces, set up by bubblewrap for each command. */
package ai.tinyhumans.tinybox.linux.namespace;
