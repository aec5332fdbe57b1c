package ai.tinyhumans.tinybox.spi;

import ai.tinyhumans.tinybox.spec.Env;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A program to start on a host, exactly: nothing is added to it but the {@linkplain Env#MARKER marker}. Immutable.
 *
 * @param argv the program and its arguments
 * @param env its whole environment
 * @param cwd its working directory: an absolute path on the host
 * @param descriptors what it finds on descriptors beyond 2, by number: each a file of these bytes, at its start
 * @param request what it is asked to do, if that is all that tells this plan from others
 * @param restriction what the thread that starts it takes upon itself first
 * @param wrapper what there is to know if the program only wraps the command
 * @param quota the limits it is started under
 * @param standby what does the same, but can be started before the command is known
 */
public record LaunchPlan(
        List<String> argv,
        Env env,
        String cwd,
        SortedMap<Integer, byte[]> descriptors,
        Optional<Request> request,
        Optional<Restriction> restriction,
        Optional<Wrapper> wrapper,
        Optional<Quota> quota,
        Optional<Standby> standby) {

    /** Copies the collections. */
    public LaunchPlan {
        argv = List.copyOf(argv);
        SortedMap<Integer, byte[]> taken = Collections.unmodifiableSortedMap(new TreeMap<>(descriptors));
        descriptors = taken;
        if (argv.isEmpty() || (!descriptors.isEmpty() && descriptors.firstKey() <= 2)) {
            throw new IllegalArgumentException("a plan needs a program, and descriptors beyond 2");
        }
        Set<Integer> more = new HashSet<>();
        request.ifPresent(r -> more.add(r.descriptor()));
        wrapper.ifPresent(w -> more.addAll(w.reportOn()));
        if (more.stream().anyMatch(fd -> fd <= 2 || taken.containsKey(fd))) {
            throw new IllegalArgumentException("a request and a report need descriptors of their own, beyond 2");
        }
    }

    /** A plan of a program that gets no descriptors beyond 2. */
    public static LaunchPlan of(List<String> argv, Env env, String cwd) {
        return new LaunchPlan(
                argv,
                env,
                cwd,
                new TreeMap<>(Map.of()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** Returns this plan with other descriptors beyond 2. */
    public LaunchPlan withDescriptors(SortedMap<Integer, byte[]> others) {
        return new LaunchPlan(argv, env, cwd, others, request, restriction, wrapper, quota, standby);
    }

    /** Returns this plan with a request. */
    public LaunchPlan asking(Request what) {
        return new LaunchPlan(argv, env, cwd, descriptors, Optional.of(what), restriction, wrapper, quota, standby);
    }

    /** Returns this plan as one whose program wraps the command. */
    public LaunchPlan wrappedBy(Wrapper wrapping) {
        return new LaunchPlan(argv, env, cwd, descriptors, request, restriction, Optional.of(wrapping), quota, standby);
    }

    /** Returns this plan with the restriction instead of whichever it had. */
    public LaunchPlan restrictedBy(Restriction onItsThread) {
        return new LaunchPlan(argv, env, cwd, descriptors, request, Optional.of(onItsThread), wrapper, quota, standby);
    }

    /** Returns this plan with limits to start it under instead of whichever it had. */
    public LaunchPlan limitedBy(Quota limits) {
        return new LaunchPlan(argv, env, cwd, descriptors, request, restriction, wrapper, Optional.of(limits), standby);
    }

    /** Returns this plan with what can be started in advance to do the same. */
    public LaunchPlan standingBy(Standby inAdvance) {
        return new LaunchPlan(
                argv, env, cwd, descriptors, request, restriction, wrapper, quota, Optional.of(inAdvance));
    }

    /** Returns this plan with another program and other arguments. */
    public LaunchPlan withArgv(List<String> other) {
        return new LaunchPlan(other, env, cwd, descriptors, request, restriction, wrapper, quota, standby);
    }
}
