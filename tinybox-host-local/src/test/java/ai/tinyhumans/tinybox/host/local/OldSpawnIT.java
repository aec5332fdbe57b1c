package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.Tinybox;

/** Processes belong to the box the same way on an older machine. */
class OldSpawnIT extends SpawnIT {

    @Override
    Tinybox.Builder parts() {
        return Tinybox.builder().host(new OldMachine());
    }
}
