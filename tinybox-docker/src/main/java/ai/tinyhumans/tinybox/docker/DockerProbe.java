package ai.tinyhumans.tinybox.docker;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spi.Finding;
import ai.tinyhumans.tinybox.spi.Probe;
import java.time.Duration;

/** Finds out whether docker can be used on a host, by asking the daemon. */
final class DockerProbe {

    /** A daemon that is well answers in a tenth of a second. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private DockerProbe() {}

    static Probe run(DockerCli cli) {
        try {
            DockerInfo info = DockerInfo.parse(cli.demand(DockerArgs.info(), PATIENCE));
            if (!info.osType().equals("linux")) {
                return Probe.of(new Finding.Blocked(
                        "docker daemon",
                        "its containers are '" + info.osType() + "'",
                        "switch it to Linux containers"));
            }
            return Probe.of(new Finding.Usable(info.dialect().engine(), info.seenBy(cli.command())));
        } catch (TinyboxException e) {
            String what = e.getMessage().split("; hint: ", 2)[0];
            return Probe.of(
                    new Finding.Blocked("docker daemon", what, e.remedy().orElse("see 'docker info'")));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Probe.of(new Finding.Unknown("docker daemon", "the look was interrupted"));
        }
    }
}
