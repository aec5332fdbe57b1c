package ai.tinyhumans.tinybox.linux.landlock;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.linux.WorkloadContract;
import ai.tinyhumans.tinybox.spec.Grants;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Ordinary programs work in the jail, the network denied. */
@Requires(Facility.LANDLOCK)
class LandlockWorkloadIT extends WorkloadContract {

    @Override
    protected Placement placement() {
        return Placement.of("local", "landlock");
    }

    @Test
    void aShellPipesRedirectsAndSubstitutes() throws Exception {
        assertThat(output(Command.of(
                        "bash",
                        "-c",
                        "set -euo pipefail; cat <(echo one) <(echo two) | tr a-z A-Z > out; cat out; cat <<< three;"
                                + " f=$(mktemp); echo four > $f; cat $f; [[ $f == $TMPDIR/* ]]; rm $f")))
                .isEqualTo("ONE\nTWO\nthree\nfour\n");
    }

    @Test
    void scriptsFindTheirInterpreters() throws Exception { // B089
        for (String line : new String[] {"#!/bin/sh", "#!/usr/bin/env sh", "#!/usr/bin/env bash"}) {
            Path script = Files.writeString(workspace.resolve("script"), line + "\necho ran\n");
            Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
            assertThat(output(Command.of("./script"))).isEqualTo("ran\n");
        }
        Files.createSymbolicLink(workspace.resolve("link"), Path.of("/bin/true"));
        output(Command.of("./link"));
    }

    @Test
    @Requires(Facility.PYTHON)
    void pythonWorksWithFilesSocketsAndProcesses() throws Exception { // B093
        assertThat(output(python("""
                import asyncio, hashlib, json, multiprocessing, os, random, socket, sqlite3, ssl, subprocess, tempfile, threading
                def work(pipe): pipe.send(pipe.recv() * 2)
                async def woken():
                    loop = asyncio.get_running_loop()
                    future = loop.create_future()
                    threading.Thread(target=lambda: loop.call_soon_threadsafe(future.set_result, 'woken')).start()
                    return await asyncio.wait_for(future, 5)
                with tempfile.NamedTemporaryFile('w') as f: f.write('x')
                db = sqlite3.connect('data.db'); db.execute('create table t (a)'); db.commit()
                a, b = socket.socketpair(); a.send(b'pair'); print(b.recv(4).decode())
                print(asyncio.run(woken()))
                pipes = [multiprocessing.Pipe() for i in range(2)]
                workers = [multiprocessing.Process(target=work, args=(theirs,)) for mine, theirs in pipes]
                for w in workers: w.start()
                for i, (mine, theirs) in enumerate(pipes): mine.send(i + 1)
                print([mine.recv() for mine, theirs in pipes])
                for w in workers: w.join()
                print(subprocess.run(['git', '--version'], capture_output=True).returncode, os.urandom(4) != b'')
                """))).isEqualTo("pair\nwoken\n[2, 4]\n0 True\n");
    }

    @Test
    @Requires(Facility.PYTHON)
    void namedSemaphoresNeedTheSharedMemoryOfTheHost() throws Exception {
        String pool = "import multiprocessing; print(multiprocessing.Pool(2).map(abs, [-1, -2]))";
        try (Box box = create()) {
            assertThat(box.exec(python(pool)).stderrText()).contains("PermissionError");
        }
        try (Box box =
                tinybox.create(spec().grants(Grants.NONE.writable("/dev/shm")).build())) {
            assertThat(box.exec(python(pool)).stdoutText()).isEqualTo("[1, 2]\n");
        }
    }

    @Test
    @Requires(Facility.JAVA)
    void javaStartsThreadsAndCompiles() throws Exception {
        Files.writeString(workspace.resolve("Main.java"), """
                import java.nio.file.*;
                import java.util.stream.*;
                public class Main {
                    public static void main(String[] args) throws Exception {
                        Path temporary = Files.createTempFile("x", "y");
                        System.out.println(temporary.startsWith(System.getenv("TMPDIR")));
                        System.out.println(IntStream.range(0, 1000).parallel().sum());
                        System.out.println(new ProcessBuilder("true").start().waitFor());
                    }
                }
                """);
        try (Box box = create()) {
            ExecResult result = box.exec(Command.of("java", "-version").timeout(Duration.ofSeconds(60)));
            assertThat(result.stderrText()).contains("Runtime Environment");
            ExecResult main = box.exec(sh("java -Djava.io.tmpdir=$TMPDIR Main.java"));
            assertThat(main.stderrText()).isEmpty();
            assertThat(main.stdoutText()).isEqualTo("true\n499500\n0\n");
        }
    }

    @Test
    @Requires(Facility.NODE)
    void nodeRunsItsLoopAndItsChildren() throws Exception {
        assertThat(output(Command.of("node", "-e", """
                const fs = require('fs'), os = require('os'), { execFileSync } = require('child_process');
                const { Worker } = require('worker_threads');
                fs.writeFileSync('f', 'x');
                fs.mkdtempSync(os.tmpdir() + '/x');
                console.log(execFileSync('git', ['--version']).length > 0);
                new Worker('require("worker_threads").parentPort.postMessage("worker")', { eval: true })
                    .on('message', m => setTimeout(() => console.log(m), 5));
                """))).isEqualTo("true\nworker\n");
    }

    @Test
    @Requires(Facility.PYTHON)
    void aPseudoTerminalNeedsToBeGranted() throws Exception { // B090
        Command openpty = python("import os; m, s = os.openpty(); os.write(s, b'x'); print(os.read(m, 1).decode())");
        try (Box box = create()) {
            assertThat(box.exec(openpty).stderrText())
                    .contains("Permission denied")
                    .doesNotContain("timed out");
        }
        try (Box box = tinybox.create(
                spec().grants(Grants.NONE.writable("/dev/ptmx", "/dev/pts")).build())) {
            ExecResult result = box.exec(openpty);
            assertThat(result.stdoutText()).as(result.stderrText()).isEqualTo("x\n");
        }
    }

    @Test
    void aProgramThatMayNotBeExecutedIsNotCalledMissing() throws Exception { // B089
        Path script = Files.writeString(outside.resolve("script"), "#!/bin/sh\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (Box box = create()) {
            assertRefused(ErrorCode.LAUNCH_NOT_EXECUTABLE, () -> box.exec(Command.of(script.toString())))
                    .hasMessageContaining(script.toString());
        }
    }
}
