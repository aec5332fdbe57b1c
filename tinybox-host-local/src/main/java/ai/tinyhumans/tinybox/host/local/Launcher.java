package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.host.local.syscall.Errno;
import ai.tinyhumans.tinybox.host.local.syscall.Fd;
import ai.tinyhumans.tinybox.host.local.syscall.Spawner;
import ai.tinyhumans.tinybox.host.local.syscall.SyscallException;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spec.Text;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/** Finds a program and starts it, or says exactly why it does not start. Thread-safe. */
final class Launcher implements AutoCloseable {

    /**
     * How often a file that is open for writing is tried again: a thread that just wrote it may have forked meanwhile, and
     * the copy of its descriptor lives until that child executes. Waits of 1, 2, 4 … ms make a quarter of a second.
     */
    private static final int TEXT_BUSY_ATTEMPTS = 8;

    private final Spawner spawner;

    Launcher(Spawner spawner) {
        this.spawner = spawner;
    }

    /**
     * Starts the program of a plan.
     *
     * @param marker the value of the marker variable
     * @param given what the program finds open besides the files of the plan, by number there: a descriptor of ours
     * @param origin the thread to start it from
     * @return its process id
     * @throws TinyboxException {@code launch.*}
     */
    int launch(LaunchPlan plan, String marker, Map<Integer, Integer> given, Origin origin) {
        try (Scope scope = new Scope()) {
            int directory = scope.add(WorkingDirectory.open(plan.cwd()));
            SortedMap<Integer, Integer> map = new TreeMap<>(given);
            plan.descriptors().forEach((fd, content) -> map.put(fd, scope.add(Fd.memory(content))));
            List<byte[]> argv = new ArrayList<>();
            plan.argv().forEach(argument -> argv.add(Text.encode(argument)));
            Spawner.Prepared prepared = spawner.prepare(argv, environment(plan.env(), marker), directory, map);
            scope.add(prepared::close);
            Attempt attempt = new Attempt(plan, directory, prepared, origin);
            String program = plan.argv().get(0);
            return program.indexOf('/') >= 0 ? attempt.start(program) : attempt.search(program);
        } catch (SyscallException e) {
            throw LaunchFailure.ofMachine(e);
        }
    }

    /** The marker comes first, where the guard finds it soonest. */
    private static List<byte[]> environment(Env env, String marker) {
        List<byte[]> entries = new ArrayList<>();
        entries.add(Text.encode(Env.MARKER + "=" + marker));
        for (Map.Entry<String, String> variable : env.variables().entrySet()) {
            entries.add(Text.encode(variable.getKey() + "=" + variable.getValue()));
        }
        return entries;
    }

    @Override
    public void close() {
        spawner.close();
    }

    /** One launch, which may try several files. */
    private static final class Attempt {

        private final LaunchPlan plan;
        private final int directory;
        private final Spawner.Prepared prepared;
        private final Origin origin;

        Attempt(LaunchPlan plan, int directory, Spawner.Prepared prepared, Origin origin) {
            this.plan = plan;
            this.directory = directory;
            this.prepared = prepared;
            this.origin = origin;
        }

        /** Starts a file; a relative path is taken from the working directory. */
        int start(String path) {
            try {
                return spawn(path);
            } catch (SyscallException e) {
                throw LaunchFailure.of(path, directory, e);
            }
        }

        /**
         * Looks a name up in the command's own PATH, as execvp(3) does, but without the current directory for an empty
         * element and without a default when there is no PATH: what is not named is not searched.
         */
        int search(String name) {
            Optional<TinyboxException> forbidden = Optional.empty();
            for (String element :
                    plan.env().variables().getOrDefault("PATH", "").split(":", -1)) {
                String path = element + "/" + name;
                if (element.isEmpty() || !Fd.exists(directory, Text.encode(path))) {
                    continue;
                }
                try {
                    return spawn(path);
                } catch (SyscallException e) {
                    TinyboxException failure = LaunchFailure.of(path, directory, e);
                    if (e.errno() != Errno.EACCES) {
                        throw failure;
                    }
                    forbidden = forbidden.or(() -> Optional.of(failure));
                }
            }
            throw forbidden.orElseGet(() -> LaunchFailure.notInPath(name, plan.env()));
        }

        private int spawn(String path) {
            byte[] file = Text.encode(path);
            for (int attempt = 1; ; attempt++) {
                try {
                    return Spawner.started(origin.attempt(prepared, file));
                } catch (SyscallException e) {
                    if (e.errno() != Errno.ETXTBSY || attempt == TEXT_BUSY_ATTEMPTS) {
                        throw e;
                    }
                    LockSupport.parkNanos(1_000_000L << (attempt - 1));
                }
            }
        }
    }
}
