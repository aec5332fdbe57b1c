package ai.tinyhumans.tinybox;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.testkit.ArchitectureContract;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ArchitectureTest extends ArchitectureContract {

    /** The packages of core from the ground up: each may use only those before it. */
    private static final List<String> ORDER = List.of(
            ".error", ".capability", ".spec", ".exec", ".event", ".store", ".spi", ".passthrough", ".supervise", "");

    private static final String ROOT = "ai.tinyhumans.tinybox";

    @Override
    protected int atLeast() {
        return 120;
    }

    static List<String> packages() {
        return ORDER;
    }

    @ParameterizedTest
    @MethodSource("packages")
    void usesOnlyPackagesBelow(String name) {
        String[] above = ORDER.subList(ORDER.indexOf(name) + 1, ORDER.size()).stream()
                .map(other -> ROOT + other)
                .toArray(String[]::new);
        noClasses()
                .that()
                .resideInAPackage(ROOT + name)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(above)
                .check(main());
    }

    @Test
    void hasNoOtherPackages() {
        Set<String> found = main().stream()
                .filter(type -> !type.getSimpleName().equals("module-info"))
                .map(JavaClass::getPackageName)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(found)
                .isEqualTo(ORDER.stream().map(name -> ROOT + name).collect(Collectors.toCollection(TreeSet::new)));
    }

    @Test
    void reliesOnTheBusTheLoggerAndTheJdkAlone() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideOutsideOfPackages(
                        ROOT + "..", "java..", "org.slf4j..", "org.jspecify..", "com.fasterxml.jackson..")
                .check(main());
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".store")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.fasterxml.jackson..")
                .check(main());
    }
}
