package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Forward;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.spec.HostRef;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tinybox forward}: where a port of a box is reached. */
@Command(
        name = "forward",
        description = "Tell the address on this machine at which a published port is reached. If the box is on another"
                + " machine, keep the way there open until tinybox is ended.")
final class ForwardCommand extends MachineCommand {

    /** How often a way is looked at: one that is lost is told of soon enough for people. */
    private static final Duration LOOK = Duration.ofSeconds(1);

    @Parameters(index = "0", paramLabel = "ID", description = "the box")
    private BoxId id;

    @Parameters(
            index = "1",
            paramLabel = "GUEST",
            converter = Converters.Port.class,
            description = "the port in the box")
    private int guest;

    @Override
    int run(Session session) throws IOException, InterruptedException {
        try (Box box = session.box(id);
                Forward forward = box.forward(guest)) {
            String address = "127.0.0.1:" + forward.address().getPort();
            session.tell(Views.named("address", address), List.of(address));
            HostRef host = box.spec().workspace().host();
            return host.scheme().isEmpty() ? Status.OK : hold(forward, host);
        }
    }

    private static int hold(Forward forward, HostRef host) throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        while (forward.isOpen()) {
            never.await(LOOK.toMillis(), TimeUnit.MILLISECONDS);
        }
        throw TinyboxException.of(ErrorCode.HOST_CONNECTION_LOST, "the way to host '" + host + "' is lost")
                .remedy("call it again")
                .build();
    }
}
