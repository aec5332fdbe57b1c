package ai.tinyhumans.tinybox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is given as an option is a demand, and passthrough enforces none. */
class DemandsIT extends JarCase {

    @ParameterizedTest
    @CsvSource({
        "--memory, 1g, memory",
        "--cpus, 1.5, cpu",
        "--pids, 10, pids",
        "--disk, 512m, disk",
        "--network, denied, network",
        "--network, egress, network",
        "--network, 'example.com,[::1]:443,80', network"
    })
    @Shows({
        "run --memory",
        "run --cpus",
        "run --pids",
        "run --disk",
        "run --network",
        "create --memory",
        "create --cpus",
        "create --pids",
        "create --disk",
        "create --network"
    })
    void refusesByNameWhatIsNotEnforced(String option, String value, String constraint) throws Exception {
        String refusal = "cannot create a box on local/passthrough: the sandbox does not enforce " + constraint
                + " (unsupported); hint: choose a sandbox that";
        run(option, value, "true").assertFailed(70, refusal);
        jar.run("create", "--sandbox", "passthrough", option, value).assertFailed(70, refusal);
    }

    @ParameterizedTest
    @CsvSource({"process", "kernel", "hardware"})
    @Shows({"run --require", "create --require"})
    void refusesToConfineLessThanIsRequired(String level) throws Exception {
        String refusal = "isolation '" + level + "' is required, the sandbox gives 'none'";
        run("--require", level, "true").assertFailed(70, refusal);
        jar.run("create", "--sandbox", "passthrough", "--require", level).assertFailed(70, refusal);
        assertThat(run("--require", "none", "true").status()).isZero();
    }

    @Test
    void doesNotSayThatAnOpenNetworkIsNotEnforced() throws Exception {
        Jar.Done done = run("--network", "open", "true");
        assertThat(done.status()).isZero();
        assertThat(done.err()).isEqualTo(Jar.NOTE.replace("network, ", ""));
    }

    @Test
    void refusesAnAllowlistWithAMetadataEndpoint() throws Exception {
        run("--network", "2852039166:80", "true").assertFailed(2, "is a cloud metadata endpoint");
    }

    @ParameterizedTest
    @CsvSource({
        "--memory, much, is not a size",
        "--memory, 0, is not positive",
        "--cpus, 0, is not positive",
        "--cpus, 1.2345, is no number of cores",
        "--pids, 0, is not positive",
        "--pids, many, is no whole number",
        "--disk, 0, is not positive",
        "--ssh-port, many, is no whole number",
        "--ssh-port, 0, is no port",
        "--disk, -1, is not a size",
        "--timeout, 0s, not positive",
        "--timeout, 1w, is no time span",
        "--require, Kernel, is no isolation level",
        "--network, none, is no network policy",
        "--network, example.com:0, port 0 is not 1 to 65535",
        "--sandbox, a/b, is not a name",
        "--store, '', is no path",
        "--bogus, 1, Unknown option"
    })
    void refusesAValueThatIsNone(String option, String value, String reason) throws Exception {
        run(option, value, "true").assertFailed(2, "'" + option + "'", reason);
    }
}
