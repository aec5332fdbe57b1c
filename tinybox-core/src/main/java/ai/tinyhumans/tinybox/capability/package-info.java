/** What a sandbox promises. A promise is proved by the contract tests; what is not promised is refused. */
package ai.tinyhumans.tinybox.capability;
