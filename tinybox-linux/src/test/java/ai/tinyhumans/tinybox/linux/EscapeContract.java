package ai.tinyhumans.tinybox.linux;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What no program in a box may do, whatever sandbox it is in, asserted from outside. Python makes the calls that no shell
 * makes; it is the one of the system, which a box has.
 */
@Requires(Facility.PYTHON)
public abstract class EscapeContract extends NetworkEscapeContract {

    private static final String ATTRIBUTES = "unix:mode,lastModifiedTime,ino";

    // ---- processes

    @Test
    void signalsNoProcessOfTheHost() throws Exception {
        String nap = nap();
        Process victim = new ProcessBuilder("sleep", nap).start();
        try {
            run("kill -KILL $1", Long.toString(victim.pid()));
            assertThat(victim.isAlive()).isTrue();
        } finally {
            victim.destroyForcibly().waitFor();
        }
    }

    @Test
    void tracesAndReadsNoProcessOfTheHost() throws Exception {
        String jvm = Long.toString(ProcessHandle.current().pid());
        assertRefused("""
                pid = int(sys.argv[1])
                class Piece(ctypes.Structure):
                    _fields_ = [('base', ctypes.c_void_p), ('len', ctypes.c_size_t)]
                buffer = ctypes.create_string_buffer(8)
                mine, theirs = Piece(ctypes.addressof(buffer), 8), Piece(0x400000, 8)
                for target in pid, 1:
                    call('ptrace', 16, target, None, None)
                    call('ptrace', 0x4206, target, None, None)
                    call('process_vm_readv', target, ctypes.byref(mine), 1, ctypes.byref(theirs), 1, 0)
                    call('process_vm_writev', target, ctypes.byref(mine), 1, ctypes.byref(theirs), 1, 0)
                """, jvm);
        ExecResult memory = run("cat /proc/$1/environ /proc/$1/maps /proc/$1/mem", jvm);
        assertThat(memory.stdout()).isEmpty();
    }

    // ---- files

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cat \"$1\"",
                "ln -s \"$1\" link && cat link",
                "ln -s / root && cat \"root$1\"",
                "cat \"/proc/self/root$1\"",
                "cat \"/proc/1/root$1\"",
                "cat \"/proc/$PPID/root$1\"",
                "cat \"/proc/self/cwd/../../../../..$1\"",
                "ln \"$1\" hard && cat hard",
                "cd /proc/self/cwd && cat \"../../../../../..$1\"",
                "cp \"$1\" copy && cat copy",
                "mv \"$1\" moved && cat moved",
                "find / -xdev -name secret -exec cat {} +",
            })
    void readsNoFileOfTheHost(String script) throws Exception {
        Path secret = secret("secret");
        ExecResult result = run(script, secret.toString());
        assertThat(result.stdoutText()).doesNotContain("the secret");
        assertThat(result.exit().isSuccess() && !script.startsWith("find")).isFalse();
        assertThat(secret).hasContent("the secret\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo x > \"$1\"",
                "echo x >> \"$1\"",
                ": > \"$1\"",
                "truncate -s 0 \"$1\"",
                "rm -f \"$1\"",
                "echo x > \"$1.new\"; mv \"$1.new\" \"$1\"",
                "ln -s \"$1\" link && echo x > link",
                "echo x > mine && mv mine \"$1\"",
                "mkdir \"$1.d\"",
            })
    void changesNoFileOfTheHost(String script) throws Exception {
        Path secret = secret("secret");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-rw-rw-"));
        Files.setPosixFilePermissions(outside, PosixFilePermissions.fromString("rwxrwxrwx"));
        Object before = Files.readAttributes(secret, ATTRIBUTES);
        run(script, secret.toString());
        assertThat(secret).hasContent("the secret\n");
        assertThat((Object) Files.readAttributes(secret, ATTRIBUTES)).isEqualTo(before);
        assertThat(outside).isDirectoryNotContaining(file -> !file.equals(secret));
    }

    /** Whether the sandbox keeps modes and times of the host's files as well; one that does not says so in its docs. */
    protected boolean keepsModesAndTimes() {
        return true;
    }

    @ParameterizedTest
    @ValueSource(strings = {"chmod 777 \"$1\"", "touch -d 2001-01-01 \"$1\""})
    void changesTheModeAndTimeOfAHostsFileOnlyWhereThatIsDocumented(String script) throws Exception {
        Path secret = secret("secret");
        Object before = Files.readAttributes(secret, ATTRIBUTES);
        run(script, secret.toString());
        assertThat(before.equals(Files.readAttributes(secret, ATTRIBUTES))).isEqualTo(keepsModesAndTimes());
    }

    @Test
    void changesNothingOfTheSystem() throws Exception {
        ExecResult result =
                run("for d in / /usr /usr/bin /etc /bin /lib; do touch $d/tinybox-was-here && echo $d; done");
        assertThat(result.stdoutText()).isEmpty();
        assertThat(Path.of("/usr/tinybox-was-here")).doesNotExist();
        assertThat(Path.of("/etc/tinybox-was-here")).doesNotExist();
    }

    @Test
    void opensNoFileByHandle() throws Exception {
        Path secret = secret("secret");
        assertRefused("""
                handle = ctypes.create_string_buffer(b'\\x08\\x00\\x00\\x00' + b'\\x01\\x00\\x00\\x00' + b'\\x02' + bytes(127))
                call('open_by_handle_at', -100, handle, 0)
                """, secret.toString());
    }

    // ---- descriptors and terminals

    @Test
    void seesThreeDescriptorsOnly() throws Exception { // B086
        try (InputStream held = Files.newInputStream(secret("secret"))) {
            ExecResult plumbing = run("echo hello | grep hello > out; exec 3<out; cat <&3");
            assertThat(plumbing.stdoutText()).isEqualTo("hello\n");
            assertThat(plumbing.stderrText()).isEmpty();
            try (Box box = create()) {
                assertThat(box.exec(python(CALLS + """
                        for fd in range(4096):
                            if c.fcntl(fd, 1) >= 0: print(fd)
                        """)).stdoutText()).isEqualTo("0\n1\n2\n"); // F_GETFD
            }
            assertThat(held.read()).isEqualTo('t');
        }
    }

    @Test
    void typesIntoNoTerminal() throws Exception {
        try (Box box = create()) {
            ExecResult result = box.exec(python("""
                    import errno, fcntl, os
                    for name in ('/dev/tty', '/dev/console', '/dev/tty1'):
                        try:
                            os.open(name, os.O_RDWR)
                            print(name)
                        except OSError:
                            pass
                    master, slave = os.openpty() if os.path.exists('/dev/ptmx') else (0, 0)
                    for fd in (0, slave):
                        for request in (0x5412, 0x541C):
                            try:
                                fcntl.ioctl(fd, request, b'x')
                                print(request)
                            except OSError as e:
                                assert e.errno == errno.EPERM, e
                    """));
            assertThat(result.stderrText()).doesNotContain("AssertionError");
            assertThat(result.stdoutText()).isEmpty();
        }
    }

    // ---- privileges

    @Test
    void mountsNothingAndMakesNoNamespace() throws Exception {
        assertRefused("""
                call('mount', b'none', b'/tmp', b'tmpfs', 0, None)
                call('umount2', b'/proc', 2)
                call('chroot', b'/tmp')
                call('syscall', 155, b'/tmp', b'/tmp')
                for flag in (0x10000000, 0x20000, 0x40000000, 0x20000000, 0x4000000, 0x8000000, 0x2000000):
                    call('unshare', flag)
                call('setns', 0, 0)
                call('syscall', 56, 0x10000000 | 17, None, None, None, None)
                call('syscall', 435, None, 88)
                """);
        ExecResult tools = run("unshare -Ur true || unshare -r true || mount -t tmpfs none /tmp");
        assertThat(tools.exit().isSuccess()).isFalse();
    }

    @Test
    void reachesNoKeyNorKernelInterface() throws Exception {
        assertRefused("""
                call('syscall', 248, b'user', b'k', b'v', 1, -3)
                call('syscall', 250, 0, -3, 0, 0, 0)
                call('syscall', 321, 0, None, 0)
                call('syscall', 323, 0)
                call('syscall', 298, None, 0, -1, -1, 0)
                call('syscall', 425, 8, None)
                call('syscall', 246, 0, 0, None, 0)
                call('swapon', b'/tmp/x', 0)
                call('reboot', 0)
                call('sethostname', b'x', 1)
                """);
    }

    @Test
    void gainsNothingFromASetuidProgram() throws Exception {
        try (Box box = create()) {
            assertThat(box.exec(python(CALLS + "print(c.prctl(39, 0, 0, 0, 0))"))
                            .stdoutText())
                    .isEqualTo("1\n"); // PR_GET_NO_NEW_PRIVS
        }
    }

    @Test
    void makesNoDevice() throws Exception {
        ExecResult result = run("mknod device b 8 0 && cat device; mknod /tmp/device c 1 1 && head -c1 /tmp/device");
        assertThat(result.stdout()).isEmpty();
        assertThat(workspace.resolve("device")).doesNotExist();
    }

    @Test
    void hasTheDevicesAShellNeeds() throws Exception { // B085
        ExecResult result =
                run("echo x >/dev/null; head -c 8 /dev/zero | wc -c; head -c 4 /dev/urandom | wc -c; : </dev/null");
        assertThat(result.stdoutText()).isEqualTo("8\n4\n");
        assertThat(result.stderrText()).isEmpty();
    }

    @Test
    void tellsNothingOfTheCallersEnvironment() throws Exception { // B040
        Command command = Command.of("env");
        try (Box box = create()) {
            assertThat(box.exec(command).stdoutText().lines().map(line -> line.substring(0, line.indexOf('='))))
                    .isSubsetOf("PATH", "HOME", "TMPDIR", "LANG", "PWD", "TINYBOX_EXECUTION");
        }
    }
}
