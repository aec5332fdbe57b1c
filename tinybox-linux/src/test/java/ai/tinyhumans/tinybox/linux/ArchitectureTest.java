package ai.tinyhumans.tinybox.linux;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import ai.tinyhumans.tinybox.testkit.ArchitectureContract;
import org.junit.jupiter.api.Test;

class ArchitectureTest extends ArchitectureContract {

    private static final String ROOT = "ai.tinyhumans.tinybox";

    @Override
    protected int atLeast() {
        return 5;
    }

    @Test
    void seesOfTinyboxOnlyWhatCoreAndTheLocalHostShow() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideOutsideOfPackages(
                        ROOT + ".linux..",
                        ROOT + ".host.local.syscall",
                        ROOT + ".bus",
                        ROOT + ".error",
                        ROOT + ".capability",
                        ROOT + ".spec",
                        ROOT + ".exec",
                        ROOT + ".event",
                        ROOT + ".store",
                        ROOT + ".spi",
                        "java..",
                        "org.slf4j..",
                        "org.jspecify..")
                .check(main());
    }

    @Test
    void neitherSandboxSeesTheOther() {
        noClasses()
                .that()
                .resideInAPackage("..linux.landlock..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("..linux.namespace..", "..linux.cgroup..")
                .allowEmptyShould(true)
                .check(main());
        noClasses()
                .that()
                .resideInAnyPackage("..linux.namespace..", "..linux.cgroup..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("..linux.landlock..")
                .allowEmptyShould(true)
                .check(main());
    }

    @Test
    void filtersKnowNothingOfSandboxes() {
        noClasses()
                .that()
                .resideInAPackage("..linux.seccomp..")
                .should()
                .dependOnClassesThat()
                .resideOutsideOfPackages("..linux.seccomp..", "java..", "org.jspecify..")
                .check(main());
    }
}
