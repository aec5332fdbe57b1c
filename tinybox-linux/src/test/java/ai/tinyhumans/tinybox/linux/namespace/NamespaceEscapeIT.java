package ai.tinyhumans.tinybox.linux.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.linux.EscapeContract;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import org.junit.jupiter.api.Test;

/** What namespaces keep away beyond what every sandbox does: the host's processes, users and names are not even seen. */
@Requires({Facility.BUBBLEWRAP, Facility.PYTHON})
class NamespaceEscapeIT extends EscapeContract {

    @Override
    protected Placement placement() {
        return Placement.of("local", "namespace");
    }

    @Test
    void seesNoProcessOfTheHost() throws Exception {
        assertThat(run("cat /proc/[0-9]*/comm | sort -u").stdoutText().lines())
                .isSubsetOf(".tinybox", "sh", "cat", "sort");
        assertThat(run("test -e /proc/$1", Long.toString(ProcessHandle.current().pid()))
                        .exit()
                        .isSuccess())
                .isFalse();
    }

    @Test
    void doesNothingToTheFirstProcess() throws Exception {
        ExecResult result =
                run("kill -KILL 1; kill -KILL -1; ls -l /proc/1/fd; cat /proc/1/environ; true > /proc/1/mem;"
                        + " true > /.tinybox; rm /.tinybox; readlink /proc/1/exe; kill -TERM 1; exit 9");
        assertThat(result.exit()).isEqualTo(new Exit.Exited(9));
        assertThat(result.stdoutText()).doesNotContain("->").doesNotContain("TINYBOX");
    }

    @Test
    void hasNoPrivilegeAtAll() throws Exception {
        assertThat(run("grep ^Cap /proc/self/status | tr -d '\\t0'").stdoutText())
                .isEqualTo("CapInh:\nCapPrm:\nCapEff:\nCapBnd:\nCapAmb:\n");
    }

    @Test
    void seesOnlyItsOwnNetworkInterface() throws Exception {
        assertThat(run("ls /sys/class/net; tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d ' '")
                        .stdoutText())
                .isEqualTo("lo\n");
    }

    @Test
    void writesOnlyToItsWorkspaceAndItsScratch() throws Exception {
        assertThat(run("find / -xdev -path /proc -prune -o -type d -writable -print 2>/dev/null;"
                                + " for m in $(cut -d' ' -f2 /proc/mounts); do"
                                + " (echo x > $m/tinybox-try) 2>/dev/null && echo $m; done")
                        .stdoutText()
                        .lines())
                .contains("/workspace", "/tmp")
                .isSubsetOf("/workspace", "/tmp", "/dev/shm");
    }

    @Test
    void hasANameOfItsOwn() throws Exception {
        assertThat(run("uname -n").stdoutText()).isEqualTo("tinybox\n");
    }

    @Test
    void reachesNoAbstractSocketOfTheHost() throws Exception {
        String name = "tinybox-" + nap();
        Process server = new ProcessBuilder(
                        "/usr/bin/python3",
                        "-c",
                        "import socket, sys, time; s = socket.socket(socket.AF_UNIX); s.bind('\\0' + sys.argv[1]);"
                                + " s.listen(); print('up', flush=True); time.sleep(60)",
                        name)
                .start();
        try {
            assertThat(server.getInputStream().read()).isEqualTo('u');
            try (Box box = create()) {
                assertThat(box.exec(python(
                                        "import socket, sys; socket.socket(socket.AF_UNIX).connect('\\0' + sys.argv[1])",
                                        name))
                                .stderrText())
                        .contains("ConnectionRefusedError");
            }
        } finally {
            server.destroyForcibly().waitFor();
        }
    }
}
