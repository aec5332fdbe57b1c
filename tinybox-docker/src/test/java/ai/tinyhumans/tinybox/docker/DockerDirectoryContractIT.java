package ai.tinyhumans.tinybox.docker;

class DockerDirectoryContractIT extends DockerContract {}
