/** Limits of control groups: where there is a delegated one, how its files are written and read, and what they tell. */
package ai.tinyhumans.tinybox.linux.cgroup;
