package ai.tinyhumans.tinybox.host.ssh;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.host.ssh.testkit.SshdOfClass;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.HostProvider;
import ai.tinyhumans.tinybox.spi.Launch;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.HostContract;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Requires({Facility.LAUNCH, Facility.SSHD})
class SshHostContractIT extends HostContract {

    @RegisterExtension
    static final SshdOfClass SSHD = SshdOfClass.with();

    @Override
    protected HostProvider provider() {
        return SSHD.host();
    }

    @Test
    void refusesLimitsThatOnlyThisMachineCouldEnforce() {
        LaunchPlan plan = LaunchPlan.of(List.of("true"), Env.EMPTY, "/").limitedBy(() -> {
            throw new AssertionError("no limit is set for a program there");
        });
        Launch launch = new Launch(plan, "m", Stdin.none(), Launch.Output.DISCARDED);
        try (Host host = provider().open()) {
            assertRefused(ErrorCode.CONSTRAINT_NOT_ENFORCED, () -> host.start(launch, () -> {}))
                    .hasMessageContaining("limits by control groups");
        }
    }
}
