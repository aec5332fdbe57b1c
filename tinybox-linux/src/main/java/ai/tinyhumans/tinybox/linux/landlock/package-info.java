/** The sandbox {@code landlock} and the jail behind it: a thread of this JVM gives up rights and starts the program. */
package ai.tinyhumans.tinybox.linux.landlock;
