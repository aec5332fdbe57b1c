package ai.tinyhumans.tinybox.linux.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.linux.WorkloadContract;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** Ordinary programs work in namespaces and under the filter, the network denied. */
@Requires(Facility.BUBBLEWRAP)
class NamespaceWorkloadIT extends WorkloadContract {

    @Override
    protected Placement placement() {
        return Placement.of("local", "namespace");
    }

    @Test
    @Requires(Facility.BASH)
    void aShellPipesRedirectsAndSubstitutes() throws Exception {
        assertThat(output(Command.of(
                        "bash",
                        "-c",
                        "set -euo pipefail; cat <(echo one) <(echo two) | tr a-z A-Z > out; cat out; cat <<< three;"
                                + " f=$(mktemp); echo four > $f; cat $f; [[ $f == /tmp/* ]]; sleep 0.01 & wait")))
                .isEqualTo("ONE\nTWO\nthree\nfour\n");
    }

    @Test
    @Requires(Facility.PYTHON)
    void pythonWorksWithThreadsSocketsAndProcesses() throws Exception { // B068, B093
        assertThat(output(python("""
                import asyncio, multiprocessing, os, socket, sqlite3, subprocess, threading
                async def woken():
                    loop = asyncio.get_running_loop()
                    future = loop.create_future()
                    threading.Thread(target=lambda: loop.call_soon_threadsafe(future.set_result, 'woken')).start()
                    return await asyncio.wait_for(future, 5)
                async def served():
                    async def answer(r, w): w.write(await r.read(4)); w.close()
                    server = await asyncio.start_unix_server(answer, 'socket')
                    r, w = await asyncio.open_unix_connection('socket'); w.write(b'unix'); print((await r.read(4)).decode())
                    server = await asyncio.start_server(answer, '127.0.0.1', 0)
                    r, w = await asyncio.open_connection(*server.sockets[0].getsockname()); w.write(b'loop')
                    print((await r.read(4)).decode())
                threads = [threading.Thread(target=str) for i in range(4)]
                for t in threads: t.start()
                for t in threads: t.join()
                print(asyncio.run(woken())); asyncio.run(served())
                print(multiprocessing.Pool(2).map(abs, [-1, -2]))
                db = sqlite3.connect('data.db'); db.execute('create table t (a)'); db.commit()
                m, s = os.openpty(); os.write(s, b'pty'); print(os.read(m, 3).decode())
                print(subprocess.run(['true']).returncode, socket.getaddrinfo('127.0.0.1', 1)[0][4][0])
                """))).isEqualTo("woken\nunix\nloop\n[1, 2]\npty\n0 127.0.0.1\n");
    }

    @Test
    @Requires(Facility.JAVA)
    void javaStartsThreadsAndProcesses() throws Exception {
        Files.writeString(workspace.resolve("Main.java"), """
                import java.nio.file.*;
                import java.util.stream.*;
                public class Main {
                    public static void main(String[] args) throws Exception {
                        System.out.println(Files.createTempFile("x", "y").getParent());
                        System.out.println(IntStream.range(0, 1000).parallel().sum());
                        System.out.println(new ProcessBuilder("true").start().waitFor());
                    }
                }
                """);
        assertThat(output(sh("java Main.java"))).isEqualTo("/tmp\n499500\n0\n");
    }

    @Test
    @Requires(Facility.NODE)
    void nodeRunsItsLoopItsWorkersAndItsChildren() throws Exception {
        assertThat(output(Command.of("/usr/bin/node", "-e", """
                const fs = require('fs'), os = require('os'), { execFileSync } = require('child_process');
                const { Worker } = require('worker_threads');
                fs.writeFileSync('f', 'x');
                fs.mkdtempSync(os.tmpdir() + '/x');
                console.log(execFileSync('echo', ['child']).toString().trim());
                new Worker('require("worker_threads").parentPort.postMessage("worker")', { eval: true })
                    .on('message', m => setTimeout(() => console.log(m), 5));
                """))).isEqualTo("child\nworker\n");
    }
}
