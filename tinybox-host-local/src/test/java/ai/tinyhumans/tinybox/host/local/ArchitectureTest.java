package ai.tinyhumans.tinybox.host.local;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import ai.tinyhumans.tinybox.testkit.ArchitectureContract;
import org.junit.jupiter.api.Test;

class ArchitectureTest extends ArchitectureContract {

    private static final String ROOT = "ai.tinyhumans.tinybox";

    @Override
    protected int atLeast() {
        return 30;
    }

    @Test
    void seesOfTinyboxOnlyWhatCoreShowsToProviders() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideOutsideOfPackages(
                        ROOT + ".host.local..",
                        ROOT + ".bus",
                        ROOT + ".error",
                        ROOT + ".capability",
                        ROOT + ".spec",
                        ROOT + ".exec",
                        ROOT + ".spi",
                        "java..",
                        "com.sun.jna..",
                        "org.slf4j..",
                        "org.jspecify..")
                .check(main());
    }

    @Test
    void systemCallsKnowNothingOfTinybox() {
        noClasses()
                .that()
                .resideInAPackage("..syscall..")
                .should()
                .dependOnClassesThat()
                .resideOutsideOfPackages("..syscall..", "java..", "com.sun.jna..", "org.jspecify..")
                .check(main());
    }
}
