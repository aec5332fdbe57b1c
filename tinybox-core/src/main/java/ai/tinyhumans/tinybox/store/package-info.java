/** What outlives a JVM: the records of boxes, and the names of snapshots. */
package ai.tinyhumans.tinybox.store;
