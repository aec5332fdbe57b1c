package ai.tinyhumans.tinybox;

import ai.tinyhumans.tinybox.capability.IsolationLevel;
import ai.tinyhumans.tinybox.capability.SandboxCapabilities;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.HostRef;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spi.Finding;
import ai.tinyhumans.tinybox.spi.HostProvider;
import ai.tinyhumans.tinybox.spi.Probe;
import ai.tinyhumans.tinybox.spi.SandboxContext;
import ai.tinyhumans.tinybox.spi.SandboxProvider;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What the providers find out about this machine. */
final class Survey {

    private final Engine engine;

    Survey(Engine engine) {
        this.engine = engine;
    }

    List<ProviderInfo> all() {
        List<ProviderInfo> found = new ArrayList<>();
        engine.machines().all().forEach((name, provider) -> found.add(info(name, provider)));
        if (engine.machines().all().containsKey(Machines.HERE.value())) {
            found.addAll(sandboxes(Machines.HERE));
        }
        return found;
    }

    List<ProviderInfo> of(HostRef host) {
        ProviderInfo machine = info(host.value(), engine.machines().provider(host));
        List<ProviderInfo> found = new ArrayList<>(List.of(machine));
        if (machine.probe().isUsable()) {
            found.addAll(sandboxes(host));
        }
        return found;
    }

    private static ProviderInfo info(String name, HostProvider provider) {
        return new ProviderInfo(
                ProviderInfo.Kind.HOST, name, Providers.origin(provider), provider.probe(), Optional.empty());
    }

    private List<ProviderInfo> sandboxes(HostRef host) {
        SandboxContext context = engine.context(host);
        List<ProviderInfo> found = new ArrayList<>();
        engine.sandboxProviders().all().forEach((name, provider) -> {
            Probe probe = probe(provider, context);
            Optional<SandboxCapabilities> capabilities =
                    probe.isUsable() ? Optional.of(provider.open(context).capabilities()) : Optional.empty();
            found.add(
                    new ProviderInfo(ProviderInfo.Kind.SANDBOX, name, Providers.origin(provider), probe, capabilities));
        });
        return found;
    }

    /** A probe that breaks is a finding like any other. */
    private static Probe probe(SandboxProvider provider, SandboxContext context) {
        try {
            return provider.probe(context);
        } catch (TinyboxException e) {
            return Probe.of(
                    new Finding.Blocked("the probe", e.getMessage(), e.remedy().orElse("see the message")));
        }
    }

    Placement strongest(HostRef host) {
        List<ProviderInfo> found = sandboxes(host);
        return found.stream()
                .filter(info -> isolation(info).compareTo(IsolationLevel.NONE) > 0)
                // of equals the last by name, so that adding docker does not take the place of namespaces
                .max(Comparator.comparing(Survey::isolation).thenComparing(ProviderInfo::name))
                .map(info -> Placement.of(host.value(), info.name()))
                .orElseThrow(() -> TinyboxException.of(
                                ErrorCode.PROVIDER_UNUSABLE,
                                "no sandbox on host '" + host + "' confines anything here: " + obstacles(found))
                        .remedy("remove an obstacle ('tinybox doctor' names each remedy), or name a sandbox")
                        .build());
    }

    private static IsolationLevel isolation(ProviderInfo info) {
        return info.capabilities().map(SandboxCapabilities::isolation).orElse(IsolationLevel.NONE);
    }

    private static String obstacles(List<ProviderInfo> found) {
        return found.stream()
                .map(info -> info.name() + (info.probe().isUsable() ? " is unconfined" : " is not usable"))
                .collect(Collectors.joining(", "));
    }
}
