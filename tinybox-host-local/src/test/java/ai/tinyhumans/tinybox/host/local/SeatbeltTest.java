package ai.tinyhumans.tinybox.host.local;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.Enforcement;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.spec.EgressAllowlist;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spec.Grants;
import ai.tinyhumans.tinybox.spec.HostPath;
import ai.tinyhumans.tinybox.spec.JailSpec;
import ai.tinyhumans.tinybox.spec.NetworkPolicy;
import ai.tinyhumans.tinybox.spi.JailStatus;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What would be run on macOS, as text. */
@DisabledOnOs(OS.WINDOWS)
class SeatbeltTest {

    @TempDir
    private Path workspace;

    private final LocalHost host = new LocalHost();
    private final SeatbeltJail jail = new SeatbeltJail(host);

    @BeforeEach
    void resolveWorkspace() throws IOException {
        workspace = workspace.toRealPath();
    }

    @AfterEach
    void closeHost() {
        host.close();
    }

    private LaunchPlan confine(JailSpec spec) {
        return jail.confine(
                LaunchPlan.of(List.of("make", "test"), Env.EMPTY, workspace.toString()), workspace.toString(), spec);
    }

    @Test
    void writesNowhereByDefaultAndReachesNothing() {
        SeatbeltProfile profile =
                new SeatbeltProfile(List.of(), List.of(), List.of(), false, JailSpec.Subprocesses.DENIED);
        assertThat(profile.text()).isEqualTo("""
                (version 1)
                (allow default)
                (deny network*)
                (deny process-fork)
                (deny file-write*)
                (allow file-write* (literal "/dev/null"))
                """);
    }

    @Test
    void deniesLastWhatCountsMost() {
        SeatbeltProfile profile = new SeatbeltProfile(
                List.of(new HostPath("/w"), new HostPath("/cache")),
                List.of(new HostPath("/w/.git/hooks")),
                List.of(new HostPath("/w/secret")),
                true,
                JailSpec.Subprocesses.ALLOWED);
        assertThat(profile.text()).isEqualTo("""
                (version 1)
                (allow default)
                (deny file-write*)
                (allow file-write* (literal "/dev/null"))
                (allow file-write* (subpath "/w"))
                (allow file-write* (subpath "/cache"))
                (deny file-write* (subpath "/w/.git/hooks"))
                (deny file-read* file-write* (subpath "/w/secret"))
                """);
    }

    @Test
    void quotesWhatWouldEndAString() {
        SeatbeltProfile profile = new SeatbeltProfile(
                List.of(new HostPath("/a\")) (allow file-write*) (\\")),
                List.of(),
                List.of(),
                false,
                JailSpec.Subprocesses.ALLOWED);
        assertThat(profile.text()).endsWith("(subpath \"/a\\\")) (allow file-write*) (\\\\\"))\n");
    }

    @Test
    void wrapsTheCommandWhole() {
        LaunchPlan plan = confine(JailSpec.STRICTEST);
        assertThat(plan.argv())
                .startsWith("/usr/bin/sandbox-exec", "-p")
                .endsWith("make", "test")
                .hasSize(5);
        assertThat(plan.argv().get(2)).contains("(allow file-write* (subpath \"" + workspace + "\"))");
    }

    @Test
    void deniesWhereAnAliasLeads() throws IOException {
        Files.createDirectory(workspace.resolve("real"));
        Files.createSymbolicLink(workspace.resolve("alias"), Path.of("real"));
        String alias = workspace.resolve("alias/not-there-yet").toString();
        LaunchPlan plan =
                confine(JailSpec.builder().grants(Grants.NONE.denyRead(alias)).build());
        assertThat(plan.argv().get(2))
                .contains(
                        "(deny file-read* file-write* (subpath \"" + workspace.resolve("real/not-there-yet") + "\"))");
    }

    @Test
    void refusesWhatItCannotDo() {
        assertRefused(
                ErrorCode.CONSTRAINT_NOT_ENFORCED,
                () -> confine(JailSpec.builder()
                        .grants(Grants.NONE.denyRead(workspace.toString()))
                        .build()));
        assertRefused(
                ErrorCode.CONSTRAINT_NOT_ENFORCED,
                () -> confine(JailSpec.builder()
                        .network(NetworkPolicy.allowlist(EgressAllowlist.of("example.com", 443)))
                        .build()));
        assertRefused(
                ErrorCode.FILE_NOT_FOUND,
                () -> confine(JailSpec.builder()
                        .grants(Grants.NONE.writable("/no/such"))
                        .build()));
        assertRefused(
                ErrorCode.ARGUMENT_INVALID,
                () -> jail.confine(
                        LaunchPlan.of(List.of("true"), Env.EMPTY, "/"), workspace.toString(), JailSpec.STRICTEST));
    }

    @Test
    @DisabledOnOs(OS.MAC)
    void isNotAvailableElsewhereAndClaimsLittle() {
        JailStatus status = jail.status();
        assertThat(status.isAvailable()).isFalse();
        assertThat(status.constraints())
                .containsValues(Enforcement.BEST_EFFORT)
                .doesNotContainValue(Enforcement.ENFORCED);
        assertThat(status.enforcement(Constraint.FILESYSTEM)).isEqualTo(Enforcement.UNSUPPORTED);
    }
}
