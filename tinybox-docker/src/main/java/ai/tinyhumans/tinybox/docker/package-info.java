/** The sandbox {@code docker}: {@link ai.tinyhumans.tinybox.docker.DockerProvider} makes it. */
package ai.tinyhumans.tinybox.docker;
