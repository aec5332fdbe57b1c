package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.Tinybox;

/** Descendants are found the same way on an older machine. */
class OldDescendantsIT extends DescendantsIT {

    @Override
    Tinybox.Builder parts() {
        return Tinybox.builder().host(new OldMachine());
    }
}
