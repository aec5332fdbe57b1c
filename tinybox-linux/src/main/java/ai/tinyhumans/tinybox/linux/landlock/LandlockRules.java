package ai.tinyhumans.tinybox.linux.landlock;

import ai.tinyhumans.tinybox.spec.Grants;
import java.util.ArrayList;
import java.util.List;

/**
 * Which places a jail gives access to, before anything is looked up. Pure.
 *
 * @param places in order, the workspace first
 */
record LandlockRules(List<Place> places) {

    /**
     * A file or directory.
     *
     * @param path absolute
     * @param writable whether it may be written, too
     * @param required whether the jail is refused if it does not exist
     */
    record Place(String path, boolean writable, boolean required) {}

    LandlockRules {
        places = List.copyOf(places);
    }

    /** The places of a jail around a workspace, after which come those of every jail. */
    static LandlockRules of(String workspace, Grants grants, List<Place> baseline) {
        List<Place> places = new ArrayList<>();
        places.add(new Place(workspace, true, true));
        grants.writable().forEach(path -> places.add(new Place(path.value(), true, true)));
        grants.readOnly().forEach(path -> places.add(new Place(path.value(), false, true)));
        places.addAll(baseline);
        return new LandlockRules(places);
    }
}
