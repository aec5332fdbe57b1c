package ai.tinyhumans.tinybox.linux.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.Enforcement;
import ai.tinyhumans.tinybox.capability.IsolationLevel;
import ai.tinyhumans.tinybox.capability.SandboxCapabilities;
import ai.tinyhumans.tinybox.capability.SnapshotSupport;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.linux.cgroup.Cgroups;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import ai.tinyhumans.tinybox.testkit.SandboxContract;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/** Namespaces keep what every sandbox must, and confine what they say they do. */
@Requires(Facility.BUBBLEWRAP)
public class NamespaceContractIT extends SandboxContract {

    @Override
    protected Placement placement() {
        return Placement.of("local", "namespace");
    }

    @Override
    protected SandboxCapabilities declared() {
        Map<Constraint, Enforcement> constraints =
                new EnumMap<>(Cgroups.ofThisProcess().enforced());
        constraints.put(Constraint.FILESYSTEM, Enforcement.ENFORCED);
        constraints.put(Constraint.NETWORK, Enforcement.ENFORCED);
        constraints.put(Constraint.DISK, Enforcement.BEST_EFFORT);
        return new SandboxCapabilities(IsolationLevel.KERNEL, SnapshotSupport.NONE, Set.of(), constraints);
    }

    @Override
    protected void proveConstraint(Constraint constraint, Box box) throws InterruptedException {
        switch (constraint) {
            case FILESYSTEM -> {
                ExecResult result = box.exec(Command.of("sh", "-c", "echo x > /usr/x; ls /root /home /etc/shadow"));
                assertThat(result.exit()).isNotEqualTo(new Exit.Exited(0));
                assertThat(result.stdoutText()).isEmpty();
                assertThat(result.stderrText()).contains("/usr/x: Read-only file system");
            }
            case NETWORK ->
                assertThat(box.exec(Command.of("cat", "/proc/net/dev"))
                                .stdoutText()
                                .lines()
                                .skip(2))
                        .singleElement()
                        .asString()
                        .contains("lo:");
            case CPU -> assertThat(LimitFiles.of(box, "cpu.max")).isEqualTo("200000 100000");
            case MEMORY -> assertThat(LimitFiles.of(box, "memory.max")).isEqualTo(Long.toString(2L << 30));
            case PIDS -> assertThat(LimitFiles.of(box, "pids.max")).isEqualTo("512");
            default -> super.proveConstraint(constraint, box);
        }
    }
}
