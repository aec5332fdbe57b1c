package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.Tinybox;

/** What a program writes arrives the same way on an older machine. */
class OldOutputIT extends OutputIT {

    @Override
    Tinybox.Builder parts() {
        return Tinybox.builder().host(new OldMachine());
    }
}
