package ai.tinyhumans.tinybox.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResourceIdTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a.b", "é", "../x", "a/b"})
    void refusesOtherSpellingsWithoutEchoingThem(String value) {
        var refusal = assertThatThrownBy(() -> new ResourceId(value)).isInstanceOf(IllegalArgumentException.class);
        if (!value.isEmpty()) {
            refusal.hasMessageNotContaining(value);
        }
    }

    @Test
    void takesTheMintedFormUpToItsLimit() {
        assertThat(new ResourceId("8d0f6a1e-3f0d-4a5e-9d5c-2f1f6f0a7c11-42"))
                .hasToString("8d0f6a1e-3f0d-4a5e-9d5c-2f1f6f0a7c11-42");
        assertThat(new ResourceId("x".repeat(Limits.MAX_ID_BYTES)).value()).hasSize(128);
        assertThatThrownBy(() -> new ResourceId("x".repeat(Limits.MAX_ID_BYTES + 1)))
                .hasMessageContaining("129");
    }
}
