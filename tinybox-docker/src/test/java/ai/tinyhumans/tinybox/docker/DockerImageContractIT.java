package ai.tinyhumans.tinybox.docker;

import ai.tinyhumans.tinybox.spec.WorkspaceSource;

class DockerImageContractIT extends DockerContract {

    @Override
    protected WorkspaceSource source() {
        return WorkspaceSource.ociImage("tinybox-debian:12");
    }
}
