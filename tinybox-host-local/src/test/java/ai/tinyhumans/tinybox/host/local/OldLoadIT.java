package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.Tinybox;

/** Many commands lose nothing on an older machine either. */
class OldLoadIT extends LoadIT {

    @Override
    Tinybox.Builder parts() {
        return Tinybox.builder().host(new OldMachine());
    }
}
