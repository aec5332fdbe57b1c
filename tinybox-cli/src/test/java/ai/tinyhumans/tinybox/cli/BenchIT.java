package ai.tinyhumans.tinybox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

class BenchIT extends JarCase {

    /** Whether the bars of time are held is up to the machine, so it is told and not asserted; threads are counted. */
    @Test
    @Shows({"bench", "bench --sandbox"})
    void measuresTheSandboxItIsGiven() throws Exception {
        jar.run("bench", "--sandbox", "nosuch").assertFailed(70, "no sandbox provider 'nosuch'");
        Jar.Done done = jar.options("-Xmx64m").run("bench", "--sandbox", "passthrough", "--json");
        JsonNode results = done.json().get("results");
        assertThat(results).extracting(result -> result.get("id").textValue()).containsExactly("P1", "P6", "P7");
        boolean held = true;
        for (JsonNode result : results) {
            assertThat(result.get("value").doubleValue()).isPositive();
            held &= result.get("held").booleanValue();
        }
        assertThat(done.status()).isEqualTo(held ? 0 : 1);
        assertThat(results.get(2).get("value").intValue()).isBetween(1, 16);
    }
}
