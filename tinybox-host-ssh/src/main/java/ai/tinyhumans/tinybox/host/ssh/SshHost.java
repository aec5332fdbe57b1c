package ai.tinyhumans.tinybox.host.ssh;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spec.Text;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.HostProcess;
import ai.tinyhumans.tinybox.spi.Launch;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.Lifetime;
import ai.tinyhumans.tinybox.spi.Passage;
import ai.tinyhumans.tinybox.spi.ProcessListener;
import ai.tinyhumans.tinybox.spi.ProcessTable;
import ai.tinyhumans.tinybox.spi.WorkspaceFiles;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A machine that the ssh client of another host reaches. Each program is one ssh client there. */
final class SshHost implements Host {

    /** How long the far side may take to say anything: a connection of its own, a slow login shell, and then some. */
    private static final int PATIENCE_SECONDS = 60;

    private final SshTarget target;
    private final Host near;
    private final Optional<Connection> shared;
    private final String id = UUID.randomUUID().toString();
    private final AtomicLong executions = new AtomicLong();
    private final Pulse pulse;
    private volatile @Nullable Env environment;
    private volatile boolean closed;

    /**
     * Makes a host.
     *
     * @param near where the ssh client runs; closed with this host
     * @param share whether the clients share a connection, for which {@code near} must be this machine
     */
    SshHost(SshTarget target, Host near, boolean share) {
        this.target = target;
        this.near = near;
        this.shared = share ? Optional.of(new Connection(target, near)) : Optional.empty();
        this.pulse = new Pulse(near, () -> argv(SshArgs.BARE), () -> FarScript.other("guard", newToken(), List.of(id)));
    }

    @Override
    public Env environment() {
        Env known = environment;
        if (known == null) {
            known = parse(ask("environment", SshArgs.AS_LOGIN, List.of()));
            environment = known;
        }
        return known;
    }

    /** Leaves out what no shell can pass on: bash exports its functions under such names. */
    private static Env parse(byte[] entries) {
        Map<String, String> variables = new LinkedHashMap<>();
        for (String entry : Text.decode(entries).split("\0", -1)) {
            int equals = entry.indexOf('=');
            if (equals > 0 && FarScript.canSet(entry.substring(0, equals))) {
                variables.put(entry.substring(0, equals), entry.substring(equals + 1));
            }
        }
        return new Env(variables);
    }

    /** By its beginning the far side knows what ends with this host. */
    @Override
    public String newMarker(Lifetime lifetime) {
        return lifetime == Lifetime.EXECUTION
                ? id + "-" + executions.incrementAndGet()
                : UUID.randomUUID().toString();
    }

    @Override
    public HostProcess start(Launch launch, ProcessListener listener) {
        requireOpen();
        LaunchPlan plan = launch.plan();
        requireNothingOfThisMachine(plan);
        pulse.begin();
        String step = launch.output() == Launch.Output.DISCARDED ? "spawn" : "run";
        String token = newToken();
        FarInput input = new FarInput(FarScript.program(step, token, plan, launch.marker()), launch.stdin(), listener);
        SshProcess process =
                new SshProcess(target, launch, listener, input, token, arguments -> tell("group", arguments));
        try {
            process.attach(client(SshArgs.BARE, process));
            await(process.started());
            return process;
        } catch (RuntimeException | Error e) {
            process.giveUp();
            throw e;
        }
    }

    private void requireNothingOfThisMachine(LaunchPlan plan) {
        if (plan.restriction().isPresent()) {
            throw TinyboxException.of(
                            ErrorCode.PROVIDER_UNUSABLE,
                            "ssh host '" + target + "' starts programs from no thread of this JVM, which this sandbox"
                                    + " would restrict")
                    .remedy("choose another sandbox")
                    .build();
        }
        if (plan.quota().isPresent()) {
            throw TinyboxException.of(
                            ErrorCode.CONSTRAINT_NOT_ENFORCED,
                            "ssh host '" + target + "' is another machine, and limits by control groups of this one"
                                    + " hold there for nothing")
                    .remedy("accept that they are not enforced, or choose a sandbox that has its own")
                    .build();
        }
    }

    private List<String> argv(String command) {
        return SshArgs.run(target, shared.map(Connection::socket), command);
    }

    private HostProcess client(String command, ProcessListener listener) {
        LaunchPlan plan = LaunchPlan.of(argv(command), near.environment(), "/");
        String marker = near.newMarker(Lifetime.EXECUTION);
        return near.start(new Launch(plan, marker, Stdin.open(), Launch.Output.LISTENED), listener);
    }

    /** A word that nothing else says, and that begins with a byte that it does not hold again. */
    private static String newToken() {
        return "\1tinybox-" + UUID.randomUUID();
    }

    /** Has the far side do something and waits for what it says. */
    private byte[] ask(String step, String command, List<String> arguments) {
        requireOpen();
        String token = newToken();
        Answer answer = begin(step, command, token, arguments);
        await(answer.over());
        return answer.between(token).orElseThrow(() -> SshFailure.ofConnecting(target, answer.stderr()));
    }

    /** Has the far side do something and does not wait. */
    private void tell(String step, List<String> arguments) {
        begin(step, SshArgs.BARE, newToken(), arguments);
    }

    private Answer begin(String step, String command, String token, List<String> arguments) {
        Answer answer = new Answer(new FarInput(FarScript.other(step, token, arguments), Stdin.none(), () -> {}));
        answer.attach(client(command, answer));
        return answer;
    }

    private <T> T await(CompletableFuture<T> future) {
        try {
            return Patience.await(future, PATIENCE_SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof TinyboxException cause ? cause : new IllegalStateException(e.getCause());
        } catch (TimeoutException e) {
            throw SshFailure.ofConnecting(target, "ssh: the far side timed out".getBytes(StandardCharsets.US_ASCII));
        }
    }

    @Override
    public ProcessTable processes() {
        try {
            String text = Text.decode(ask("table", SshArgs.BARE, List.of()));
            return new FarTable(text, arguments -> ask("signal", SshArgs.BARE, arguments));
        } catch (TinyboxException e) {
            throw SshFailure.ofBlindness(target, e);
        }
    }

    @Override
    public WorkspaceFiles openWorkspace(String root) {
        requireOpen();
        return FarFiles.open(root, this::shell);
    }

    /** A shell there that reaches files. */
    private FarShell shell(String step, List<String> arguments) {
        requireOpen();
        pulse.begin();
        String token = newToken();
        FarShell shell = new FarShell(target, token, FarScript.files(step, token, arguments));
        shell.attach(client(SshArgs.BARE, shell));
        return shell;
    }

    @Override
    public Passage forward(int port) {
        requireOpen();
        return Tunnel.open(target, near, port);
    }

    private void requireOpen() {
        if (closed) {
            throw TinyboxException.of(ErrorCode.HANDLE_CLOSED, "ssh host '" + target + "' is closed")
                    .build();
        }
    }

    @Override
    public void close() {
        closed = true;
        pulse.close();
        shared.ifPresent(Connection::close);
        near.close();
    }
}
