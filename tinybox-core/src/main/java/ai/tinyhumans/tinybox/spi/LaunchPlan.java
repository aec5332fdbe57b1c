package ai.tinyhumans.tinybox.spi;

import ai.tinyhumans.tinybox.spec.Env;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A program to start on a host, exactly: nothing is added to it but the {@linkplain Env#MARKER marker}. Immutable.
 *
 * @param argv the program and its arguments
 * @param env its whole environment
 * @param cwd its working directory: an absolute path on the host
 * @param descriptors what it finds on descriptors beyond 2, by number: each a file of these bytes, at its start
 * @param restriction what the thread that starts it takes upon itself first
 */
public record LaunchPlan(
        List<String> argv,
        Env env,
        String cwd,
        SortedMap<Integer, byte[]> descriptors,
        Optional<Restriction> restriction) {

    /** Copies the collections. */
    public LaunchPlan {
        argv = List.copyOf(argv);
        descriptors = Collections.unmodifiableSortedMap(new TreeMap<>(descriptors));
        if (argv.isEmpty() || (!descriptors.isEmpty() && descriptors.firstKey() <= 2)) {
            throw new IllegalArgumentException("a plan needs a program, and descriptors beyond 2");
        }
    }

    /** A plan without a restriction. */
    public LaunchPlan(List<String> argv, Env env, String cwd, SortedMap<Integer, byte[]> descriptors) {
        this(argv, env, cwd, descriptors, Optional.empty());
    }

    /** A plan of a program that gets no descriptors beyond 2. */
    public static LaunchPlan of(List<String> argv, Env env, String cwd) {
        return new LaunchPlan(argv, env, cwd, new TreeMap<>(Map.of()));
    }

    /** Returns this plan with the restriction instead of whichever it had. */
    public LaunchPlan restrictedBy(Restriction onItsThread) {
        return new LaunchPlan(argv, env, cwd, descriptors, Optional.of(onItsThread));
    }
}
