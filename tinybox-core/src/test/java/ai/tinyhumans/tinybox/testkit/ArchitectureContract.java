package ai.tinyhumans.tinybox.testkit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

/** What holds in every module, looked up in its compiled classes. Each module's own test adds its place in the whole. */
public abstract class ArchitectureContract {

    private static final String ROOT = "ai.tinyhumans.tinybox";

    private static final JavaClasses MAIN = new ClassFileImporter().importPath(Path.of("target", "classes"));
    private static final JavaClasses TESTS = new ClassFileImporter().importPath(Path.of("target", "test-classes"));

    /** How many classes there are at least: a rule about no classes would hold as well. */
    protected abstract int atLeast();

    /** The module's classes without its tests. */
    protected final JavaClasses main() {
        return MAIN;
    }

    @Test
    void looksAtTheRealClasses() {
        assertThat(MAIN).hasSizeGreaterThanOrEqualTo(atLeast());
        assertThat(TESTS).isNotEmpty();
    }

    @Test
    void onlySystemCallsUseJna() {
        noClasses()
                .that()
                .resideOutsideOfPackage("..syscall..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.sun.jna..")
                .check(MAIN);
    }

    @Test
    void onlyCoreLoadsProviders() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT)
                .should()
                .dependOnClassesThat()
                .areAssignableTo(ServiceLoader.class)
                .check(MAIN);
    }

    @Test
    void onlyTheConsoleOfTheCommandLineTouchesStandardStreams() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName(ROOT + ".cli.Console")
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .orShould()
                .accessField(System.class, "in")
                .check(MAIN);
    }

    @Test
    void onlyTheMainClassOfTheCommandLineEndsTheJvmOrHooksItsEnd() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName(ROOT + ".cli.Main")
                .should()
                .callMethod(System.class, "exit", int.class)
                .orShould()
                .callMethod(Runtime.class, "addShutdownHook", Thread.class)
                .orShould()
                .callMethod(Runtime.class, "halt", int.class)
                .check(MAIN);
    }

    @Test
    void noTestSleeps() {
        noClasses().should().callMethod(Thread.class, "sleep", long.class).check(TESTS);
    }

    @Test
    void logsThroughSlf4jOnly() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.util.logging..", "org.apache.commons.logging..")
                .check(MAIN);
    }
}
