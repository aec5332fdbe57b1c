package ai.tinyhumans.tinybox.host.ssh;

import ai.tinyhumans.tinybox.testkit.ArchitectureContract;

/** What holds in every module, here. */
class ArchitectureTest extends ArchitectureContract {

    @Override
    protected int atLeast() {
        return 5;
    }
}
