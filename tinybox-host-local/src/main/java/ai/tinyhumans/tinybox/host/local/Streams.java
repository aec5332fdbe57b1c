package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.StdStream;
import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.host.local.syscall.Fd;
import ai.tinyhumans.tinybox.host.local.syscall.SyscallException;
import ai.tinyhumans.tinybox.spec.Text;
import ai.tinyhumans.tinybox.spi.Launch;
import ai.tinyhumans.tinybox.spi.ProcessListener;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The standard streams of a program that is about to be started. Not thread-safe.
 *
 * @param stdin what the program gets as descriptor 0
 * @param stdout as 1
 * @param stderr as 2
 * @param pipes our ends
 */
record Streams(int stdin, int stdout, int stderr, LocalProcess.Pipes pipes) {

    /**
     * Opens the streams for a launch.
     *
     * @param nowhere a descriptor of /dev/null
     * @param mine gets our ends
     * @param theirs gets the program's
     * @throws TinyboxException {@code file.not_found} if its standard input cannot be read
     * @throws SyscallException if there is no room for a descriptor
     */
    static Streams open(
            Launch launch, EventLoop loop, int nowhere, Scope mine, Scope theirs, ProcessListener listener) {
        return new Opening(launch, loop, nowhere, mine, theirs, listener).open();
    }

    private record Opening(
            Launch launch, EventLoop loop, int nowhere, Scope mine, Scope theirs, ProcessListener listener) {

        private record Input(int theirs, @Nullable InputPipe pipe) {}

        Streams open() {
            Input input = input();
            if (launch.output() == Launch.Output.DISCARDED) {
                return new Streams(input.theirs, nowhere, nowhere, new LocalProcess.Pipes(input.pipe, Map.of()));
            }
            int[] stdout = output();
            int[] stderr = output();
            Map<StdStream, OutputPipe> outputs = OutputPipe.both(loop, stdout[0], stderr[0], listener);
            return new Streams(input.theirs, stdout[1], stderr[1], new LocalProcess.Pipes(input.pipe, outputs));
        }

        private Input input() {
            boolean alone = launch.output() == Launch.Output.DISCARDED; // nobody listens, so nobody would feed it
            return launch.stdin()
                    .match(
                            () -> new Input(nowhere, null),
                            bytes -> alone ? new Input(theirs.add(Fd.memory(bytes.content())), null) : pipedInput(),
                            file -> new Input(theirs.add(openFile(file)), null),
                            stream -> pipedInput(),
                            this::pipedInput);
        }

        private Input pipedInput() {
            int[] ends = Fd.pipe();
            theirs.add(ends[0]);
            mine.add(ends[1]);
            Fd.setNonBlocking(ends[1]);
            return new Input(ends[0], new InputPipe(loop, ends[1], listener));
        }

        private static int openFile(Stdin.File file) {
            String path = file.path().toAbsolutePath().toString();
            try {
                return Fd.open(Text.encode(path), Fd.O_RDONLY);
            } catch (SyscallException e) {
                throw TinyboxException.of(
                                ErrorCode.FILE_NOT_FOUND,
                                "standard input '" + Text.printable(path) + "' cannot be read: " + e.getMessage())
                        .remedy("check the path and its permissions")
                        .build();
            }
        }

        private int[] output() {
            int[] ends = Fd.pipe();
            mine.add(ends[0]);
            theirs.add(ends[1]);
            Fd.setNonBlocking(ends[0]);
            return ends;
        }
    }
}
