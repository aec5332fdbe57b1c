package ai.tinyhumans.tinybox.host.ssh;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.spec.Text;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SshTargetTest {

    @Test
    void isReadFromANameOrAnAddress() {
        assertThat(SshTarget.parse("builder").host()).isEqualTo("builder");
        SshTarget full = SshTarget.parse("ssh://me@10.0.0.1:2222");
        assertThat(full.user()).contains("me");
        assertThat(full.host()).isEqualTo("10.0.0.1");
        assertThat(full.port()).isEqualTo(OptionalInt.of(2222));
        assertThat(SshTarget.parse("ssh://[::1]").host()).isEqualTo("::1");
        assertThat(SshTarget.parse("me@builder")).hasToString("me@builder");
    }

    @Test
    void hasAnAddressThatSaysAllOfIt() {
        SshTarget full = SshTarget.parse("me@fe80::1%eth0")
                .withPort(2222)
                .withIdentity(Text.toPath("/k/my key+é"))
                .withKnownHosts(Path.of("/k/hosts&=?"))
                .acceptingNewHostKey();
        assertThat(full.address())
                .hasToString("ssh://me@[fe80::1%eth0]:2222?identity=/k/my%20key%2B%C3%A9&known-hosts=/k/hosts%26%3D%3F"
                        + "&accept-new-host-key");
        assertThat(SshTarget.parse(full.address().value())).isEqualTo(full);
        assertThat(SshTarget.parse("my_host").address()).hasToString("ssh://my_host");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-oProxyCommand=touch /tmp/pwn",
                "-x@host",
                "[-oX]",
                "ssh://-oX",
                "ssh://-x@host",
                "ssh://host/path",
                "a host",
                "host\n",
                "a@b@c",
                "$(id)",
                "ssh://host:0",
                "ssh://host:99999",
                "ssh://me:secret@host",
                "ssh://host?identity=key",
                "ssh://host?identity=/%",
                "ssh://host?identity=/a%0Ab",
                "ssh://host?ProxyCommand=/x",
                "ssh://host?",
                "ssh://host#x"
            })
    void isRefusedIfSshCouldTakeItForSomethingElse(String text) { // B074
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> SshTarget.parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-x", "key", "/a\nb", "/%h", "/$HOME/key", "/a\"b"})
    void takesNoFileThatSshWouldExpand(String file) { // B074
        SshTarget target = SshTarget.parse("host");
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> target.withIdentity(Path.of(file)));
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> target.withKnownHosts(Path.of(file)));
    }

    @Test
    void theCommandLineIsExactlyThis() { // B071, B075
        SshTarget target = SshTarget.parse("me@builder")
                .withPort(2222)
                .withIdentity(Path.of("/k/id"))
                .withKnownHosts(Path.of("/k/my hosts"))
                .acceptingNewHostKey();
        assertThat(SshArgs.run(target, Optional.of("/s/s"), "true"))
                .containsExactly(("ssh|-o|BatchMode=yes|-o|RequestTTY=no|-o|RemoteCommand=none|-o|PermitLocalCommand=no"
                                + "|-o|ClearAllForwardings=yes|-o|ForwardAgent=no|-o|ForwardX11=no|-o|EscapeChar=none"
                                + "|-o|ConnectTimeout=15|-o|ServerAliveInterval=5|-o|ServerAliveCountMax=3"
                                + "|-o|ControlPersist=no|-o|LogLevel=ERROR"
                                + "|-o|IgnoreUnknown=ForkAfterAuthentication,SessionType,StdinNull"
                                + "|-o|StrictHostKeyChecking=accept-new|-o|UserKnownHostsFile=\"/k/my"
                                + " hosts\"|-o|GlobalKnownHostsFile=none"
                                + "|-i|/k/id|-o|IdentitiesOnly=yes|-p|2222|-o|ControlMaster=no|-o|ControlPath=/s/s|-o|ForkAfterAuthentication=no"
                                + "|-o|SessionType=default|-o|StdinNull=no|-T|--|me@builder|true")
                        .split("\\|"));
        List<String> master = SshArgs.master(SshTarget.parse("builder"), "/s/s");
        assertThat(master)
                .containsSequence("-o", "ControlMaster=yes", "-o", "ControlPath=/s/s")
                .endsWith("-T", "-N", "--", "builder")
                .noneMatch(argument -> argument.startsWith("StrictHostKeyChecking"));
    }

    @Test
    void theCommandIsTheSameWordToEveryLoginShell() {
        for (String command : List.of(SshArgs.BARE, SshArgs.AS_LOGIN)) {
            String word = command.substring(command.indexOf('\'') + 1, command.length() - 1);
            assertThat(word).doesNotContain("'", "\\", "!", "\n");
        }
    }
}
