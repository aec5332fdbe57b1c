package ai.tinyhumans.tinybox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

/** What there is and what of it works here. */
class DoctorIT extends JarCase {

    @Test
    @Shows("doctor")
    void saysOfEachProviderWhetherItWorksAndWhatToDo() throws Exception {
        Jar.Done told = jar.run("doctor");
        assertThat(told.out())
                .contains(
                        "host local: usable\n  ok       starting processes: /bin/sh ran, and ended as it was told to\n")
                .contains("sandbox passthrough: usable, isolation none\n  ok       confinement: none");
        JsonNode object = jar.json("doctor", "--json");
        assertThat(told.status()).isEqualTo(object.get("confines").booleanValue() ? 0 : 1);
        for (JsonNode provider : object.get("providers")) {
            for (JsonNode finding : provider.get("findings")) {
                assertThat(finding.get("result").textValue().equals("blocked")).isEqualTo(finding.has("remedy"));
            }
        }
        if (told.status() == 1) {
            assertThat(told.err()).startsWith("tinybox: no sandbox that confines is usable");
        }
    }

    @Test
    @Shows("providers")
    void listsWhatEachProviderDeclares() throws Exception {
        assertThat(jar.ok("providers"))
                .containsPattern("(?m)^host +local ")
                .containsPattern("(?m)^sandbox +passthrough +none +detach +- +\\d\\S+ \\(file:.*tinybox.jar\\)$");
        JsonNode providers = jar.json("providers", "--json").get("providers");
        assertThat(providers).anySatisfy(provider -> {
            assertThat(provider.get("name").textValue()).isEqualTo("passthrough");
            assertThat(provider.get("capabilities").toString()).isEqualTo("[\"detach\"]");
        });
    }
}
