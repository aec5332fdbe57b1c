/**
 * What a provider implements. A host starts processes and moves bytes; a sandbox rewrites commands and has a lifecycle. No
 * provider waits, times out, kills or keeps output: the supervisor in core does.
 */
package ai.tinyhumans.tinybox.spi;
