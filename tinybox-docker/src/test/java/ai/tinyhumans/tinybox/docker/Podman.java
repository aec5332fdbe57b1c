package ai.tinyhumans.tinybox.docker;

import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/** What the podman of the tests can do as this user. */
final class Podman {

    private static final Set<Constraint> LIMITS = Set.of(Constraint.MEMORY, Constraint.CPU, Constraint.PIDS);

    private Podman() {}

    /** Answers whether it runs as an ordinary user, as it says itself. */
    static boolean isRootless() {
        return Said.ROOTLESS;
    }

    /** Answers whether it can pause containers. */
    static boolean pauses() {
        return Said.PAUSES;
    }

    /** What it can limit: what it has the control groups for. */
    static Set<Constraint> limits() {
        return Said.LIMITS;
    }

    /** A specification that accepts what it cannot limit. */
    static BoxSpec.Builder lenient(BoxSpec.Builder spec) {
        Set<Constraint> unlimited = EnumSet.copyOf(LIMITS);
        unlimited.removeAll(limits());
        return spec.accept(unlimited.toArray(Constraint[]::new));
    }

    /** What it says of itself, asked once. */
    private static final class Said {

        static final boolean ROOTLESS = say("{{.Host.Security.Rootless}}").equals("true");
        static final boolean PAUSES =
                !ROOTLESS || say("{{.Host.CgroupsVersion}}").equals("v2");
        static final Set<Constraint> LIMITS = limits(" " + say("{{range .Host.CgroupControllers}}{{.}} {{end}}") + " ");

        private static Set<Constraint> limits(String controllers) {
            return Podman.LIMITS.stream()
                    .filter(limit -> controllers.contains(" " + limit + " "))
                    .collect(Collectors.toUnmodifiableSet());
        }

        private static String say(String template) {
            try {
                return DockerCase.call("sh", "-c", "exec podman info --format \"$1\" 2>/dev/null", "sh", template);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError(e);
            }
        }
    }
}
