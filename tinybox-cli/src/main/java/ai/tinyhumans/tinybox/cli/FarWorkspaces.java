package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.host.ssh.BoxDirectories;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import java.util.Optional;

/** Directories for boxes on another machine. */
record FarWorkspaces(BoxDirectories directories) implements Workspaces {

    @Override
    public String make() throws InterruptedException {
        return directories.make();
    }

    @Override
    public void remove(String workspace) throws InterruptedException {
        directories.remove(workspace);
    }

    @Override
    public void removeOf(BoxSpec spec) throws InterruptedException {
        Optional<String> made = spec.source()
                .match(
                        directory -> Optional.of(directory.path()).filter(BoxDirectories::isOne),
                        image -> Optional.empty(),
                        snapshot -> Optional.empty(),
                        repository -> Optional.empty());
        if (made.isPresent()) {
            remove(made.get());
        }
    }
}
