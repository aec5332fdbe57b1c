package ai.tinyhumans.tinybox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.Enforcement;
import ai.tinyhumans.tinybox.capability.IsolationLevel;
import ai.tinyhumans.tinybox.capability.SandboxCapabilities;
import ai.tinyhumans.tinybox.capability.SnapshotSupport;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.host.ssh.testkit.SshdOfClass;
import ai.tinyhumans.tinybox.linux.namespace.NamespaceContractIT;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.Grants;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.SandboxRef;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
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

    @Test
    void holdsAProtectedLinkThere() throws Exception {
        Path rc = Files.writeString(workspace.resolve("rc"), "mine");
        Path link = Files.createSymbolicLink(workspace.resolve(".bashrc"), Path.of("rc"));
        BoxSpec spec = lenient().grants(Grants.NONE.protect(".bashrc")).build();
        try (Box box = tinybox.create(spec)) {
            box.exec(Command.of(
                    "sh", "-c", "rm -f .bashrc rc; ln -sf /dev/null .bashrc; echo x > .bashrc; echo y > new"));
        }
        assertThat(link).isSymbolicLink();
        assertThat(rc).hasContent("mine");
        assertThat(workspace.resolve("new")).hasContent("y\n");
    }
}
