/** Filters of system calls, assembled here: which calls a program in a box may make, whoever installs the filter. */
package ai.tinyhumans.tinybox.linux.seccomp;
