package ai.tinyhumans.tinybox.docker;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import ai.tinyhumans.tinybox.testkit.ArchitectureContract;
import org.junit.jupiter.api.Test;

class ArchitectureTest extends ArchitectureContract {

    private static final String ROOT = "ai.tinyhumans.tinybox";

    @Override
    protected int atLeast() {
        return 10;
    }

    @Test
    void seesOfTinyboxOnlyWhatCoreShows() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideOutsideOfPackages(
                        ROOT + ".docker",
                        ROOT + ".bus..",
                        ROOT + ".error",
                        ROOT + ".capability",
                        ROOT + ".spec",
                        ROOT + ".exec",
                        ROOT + ".store",
                        ROOT + ".spi",
                        "java..",
                        "com.fasterxml.jackson.databind..",
                        "org.jspecify..")
                .check(main());
    }
}
