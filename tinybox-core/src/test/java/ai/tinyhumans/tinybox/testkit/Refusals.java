package ai.tinyhumans.tinybox.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Assertions on the one exception. */
public final class Refusals {

    private Refusals() {}

    /** Asserts that a call is refused with this code; what follows is about the exception. */
    public static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(ErrorCode code, ThrowingCallable call) {
        return assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        TinyboxException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(code));
    }
}
