package ai.tinyhumans.tinybox;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.Text;
import java.net.URL;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The providers of one kind, by name. Those registered by the program win over those found. Immutable.
 *
 * @param <P> the kind
 */
final class Providers<P> {

    private final String kind;
    private final Map<String, P> byName = new TreeMap<>();
    private final List<String> broken = new ArrayList<>();

    /** Takes the registered providers, then those a loader finds; one that cannot be loaded is remembered, not fatal. */
    Providers(String kind, List<P> registered, ServiceLoader<P> found, Function<P, String> nameOf) {
        this.kind = kind;
        registered.forEach(provider -> byName.put(nameOf.apply(provider), provider));
        for (Iterator<ServiceLoader.Provider<P>> all = found.stream().iterator(); ; ) {
            try {
                if (!all.hasNext()) {
                    return;
                }
                P provider = all.next().get();
                byName.putIfAbsent(nameOf.apply(provider), provider);
            } catch (ServiceConfigurationError e) {
                broken.add(String.valueOf(e.getMessage()));
            }
        }
    }

    Map<String, P> all() {
        return byName;
    }

    /**
     * Finds a provider.
     *
     * @throws TinyboxException {@code provider.unknown}, saying what was found and where, and what may have been meant
     */
    P get(String name) {
        P provider = byName.get(name);
        if (provider == null) {
            throw TinyboxException.of(
                            broken.isEmpty() ? ErrorCode.PROVIDER_UNKNOWN : ErrorCode.PROVIDER_BROKEN,
                            "no " + kind + " provider '" + Text.printable(name) + "'; found: " + found())
                    .remedy(nearest(name)
                            .map(near -> "did you mean '" + near + "'?")
                            .orElse("add the module that provides it to the class path or module path"))
                    .build();
        }
        return provider;
    }

    private String found() {
        List<String> lines = new ArrayList<>();
        byName.forEach((name, provider) -> lines.add(name + " " + origin(provider)));
        broken.forEach(message -> lines.add("one that cannot be loaded: " + message));
        return lines.isEmpty() ? "none" : String.join(", ", lines);
    }

    private Optional<String> nearest(String name) {
        int tolerated = Math.max(1, name.length() / 3);
        return byName.keySet().stream()
                .filter(known -> distance(known, name) <= tolerated)
                .min(Comparator.comparingInt(known -> distance(known, name)));
    }

    /** How many letters must be changed, added, dropped or swapped with their neighbour (Damerau, Levenshtein). */
    private static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    d[i][j] = i + j;
                    continue;
                }
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                d[i][j] = Math.min(Math.min(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + change);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
                }
            }
        }
        return d[a.length()][b.length()];
    }

    /** The version of a provider and the place it was loaded from, as in {@code 0.1.0 (file:/…/tinybox-docker.jar)}. */
    static String origin(Object provider) {
        Class<?> type = provider.getClass();
        String version = Optional.ofNullable(type.getModule().getDescriptor())
                .flatMap(descriptor -> descriptor.rawVersion())
                .or(() -> Optional.ofNullable(type.getPackage().getImplementationVersion()))
                .orElse("unversioned");
        CodeSource source = type.getProtectionDomain().getCodeSource();
        URL location = source == null ? null : source.getLocation();
        return version + " (" + (location == null ? "built in" : location) + ")";
    }

    List<String> names() {
        return byName.keySet().stream().collect(Collectors.toList());
    }
}
