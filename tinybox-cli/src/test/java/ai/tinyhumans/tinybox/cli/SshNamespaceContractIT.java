package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.Enforcement;
import ai.tinyhumans.tinybox.capability.IsolationLevel;
import ai.tinyhumans.tinybox.capability.SandboxCapabilities;
import ai.tinyhumans.tinybox.capability.SnapshotSupport;
import ai.tinyhumans.tinybox.host.ssh.testkit.SshdOfClass;
import ai.tinyhumans.tinybox.linux.namespace.NamespaceContractIT;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.SandboxRef;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Namespaces on the other side of ssh keep what they keep here: no code is for the pair. */
@Requires({Facility.LAUNCH, Facility.SSHD, Facility.BUBBLEWRAP})
class SshNamespaceContractIT extends NamespaceContractIT {

    @RegisterExtension
    static final SshdOfClass SSHD = SshdOfClass.with();

    /** Nobody here sees the control groups there. */
    @Override
    protected SandboxCapabilities declared() {
        return new SandboxCapabilities(
                IsolationLevel.KERNEL,
                SnapshotSupport.NONE,
                Set.of(),
                Map.of(
                        Constraint.FILESYSTEM, Enforcement.ENFORCED,
                        Constraint.NETWORK, Enforcement.ENFORCED,
                        Constraint.DISK, Enforcement.BEST_EFFORT));
    }

    @Override
    protected Placement placement() {
        return new Placement(SSHD.target().address(), new SandboxRef("namespace"));
    }
}
