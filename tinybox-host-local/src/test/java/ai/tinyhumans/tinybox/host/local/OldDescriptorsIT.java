package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.Tinybox;

/** Programs start with the same on an older machine. */
class OldDescriptorsIT extends DescriptorsIT {

    @Override
    Tinybox.Builder parts() {
        return Tinybox.builder().host(new OldMachine());
    }
}
