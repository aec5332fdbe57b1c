package ai.tinyhumans.tinybox.spi;

import ai.tinyhumans.tinybox.spec.HostPath;
import java.util.Set;

/**
 * What of the host's files a program has taken in by the time it looks for its {@linkplain Request request}. One that was
 * started in advance is as good as one that is started now only if all of it is still what it was. Immutable.
 *
 * @param same places, links followed, at each of which the file or directory must be the same; its content may be another
 * @param untouched places at each of which it must be the same, a link as well as what it leads to, and never renamed,
 *     linked nor changed in any way: not even away and back again
 */
public record Footing(Set<HostPath> same, Set<HostPath> untouched) {

    /** Nothing of the host. */
    public static final Footing NOTHING = new Footing(Set.of(), Set.of());

    /** Copies the collections. */
    public Footing {
        same = Set.copyOf(same);
        untouched = Set.copyOf(untouched);
    }
}
