package ai.tinyhumans.tinybox.cli;

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
    void seesOfTinyboxOnlyWhatCoreShowsToProgramsAndTheHostsItRegisters() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideOutsideOfPackages(
                        ROOT,
                        ROOT + ".cli",
                        ROOT + ".bus.json",
                        ROOT + ".capability",
                        ROOT + ".error",
                        ROOT + ".exec",
                        ROOT + ".host.local",
                        ROOT + ".host.ssh",
                        ROOT + ".host.ssh.sync",
                        ROOT + ".spec",
                        ROOT + ".spi",
                        ROOT + ".store",
                        "java..",
                        "com.fasterxml.jackson.databind..",
                        "org.jspecify..",
                        "picocli..")
                .check(main());
    }

    @Test
    void ofTheProviderInterfacesItReadsFindingsAlone() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .haveNameMatching(".*\\.spi\\.(?!Finding|Probe).*")
                .check(main());
    }

    @Test
    void onlyTheConsoleHoldsTheStreamsOfTheProcess() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName(Console.class.getName())
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName(java.io.FileDescriptor.class.getName())
                .check(main());
    }
}
