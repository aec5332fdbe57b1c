package ai.tinyhumans.tinybox;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.spi.HostProvider;
import ai.tinyhumans.tinybox.spi.SandboxProvider;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProvidersTest {

    @TempDir
    Path directory;

    private static Providers<SandboxProvider> found() {
        return new Providers<>(
                "sandbox",
                List.of(),
                ServiceLoader.load(SandboxProvider.class),
                p -> p.name().value());
    }

    @Test
    void findsThePassthroughSandboxByServiceLoader() {
        assertThat(found().get("passthrough").name().value()).isEqualTo("passthrough");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pasthrough", "passthruogh", "Passthrough", "passthrough2"})
    void asksWhetherANearNameWasMeant(String misspelt) {
        assertRefused(ErrorCode.PROVIDER_UNKNOWN, () -> found().get(misspelt))
                .hasMessageContaining("no sandbox provider '" + misspelt + "'")
                .hasMessageContaining("did you mean 'passthrough'?");
    }

    @Test
    void saysWhatWasFoundAndWhereForANameNearNone() {
        assertRefused(ErrorCode.PROVIDER_UNKNOWN, () -> found().get("docker"))
                .hasMessageContaining("found: passthrough")
                .hasMessageContaining("file:")
                .hasMessageNotContaining("did you mean");
    }

    @Test
    void saysWhenThereIsNone() {
        Providers<HostProvider> none = new Providers<>(
                "host",
                List.of(),
                ServiceLoader.load(HostProvider.class),
                p -> p.name().value());
        assertRefused(ErrorCode.PROVIDER_UNKNOWN, () -> none.get("local")).hasMessageContaining("found: none");
    }

    @Test
    void remembersAProviderThatCannotBeLoadedAndGoesOnWithTheRest() throws IOException {
        ServiceLoader<SandboxProvider> broken = loaderWith("ai.example.Absent");
        Providers<SandboxProvider> providers =
                new Providers<>("sandbox", List.of(), broken, p -> p.name().value());
        assertThat(providers.get("passthrough")).isNotNull();
        assertRefused(ErrorCode.PROVIDER_BROKEN, () -> providers.get("docker"))
                .hasMessageContaining("ai.example.Absent");
    }

    private ServiceLoader<SandboxProvider> loaderWith(String className) throws IOException {
        Path services = Files.createDirectories(directory.resolve("META-INF/services"));
        Files.writeString(services.resolve(SandboxProvider.class.getName()), className + "\n");
        return ServiceLoader.load(
                SandboxProvider.class,
                new URLClassLoader(new URL[] {url(directory)}, getClass().getClassLoader()));
    }

    private static URL url(Path path) throws MalformedURLException {
        return path.toUri().toURL();
    }

    @Test
    void prefersARegisteredProviderOverOneThatIsFound() {
        StubSandbox registered = new StubSandbox("passthrough");
        Providers<SandboxProvider> providers = new Providers<>(
                "sandbox",
                List.of(registered),
                ServiceLoader.load(SandboxProvider.class),
                p -> p.name().value());
        assertThat(providers.get("passthrough")).isSameAs(registered);
    }
}
