package ai.tinyhumans.tinybox.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What a test or a class of tests needs of the machine. Without it the test is skipped, saying why; the variable
 * {@code TINYBOX_REQUIRE}, a list of facilities or {@code all}, turns such a skip into a failure. A class needs what the one
 * it extends needs, unless it says itself what it needs.
 */
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(RequiresCondition.class)
public @interface Requires {

    /** The facilities, all of them. */
    Facility[] value();
}
