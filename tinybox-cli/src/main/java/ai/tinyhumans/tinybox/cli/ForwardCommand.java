package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.spec.PortMapping;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tinybox forward}: where a port of a box is reached. */
@Command(
        name = "forward",
        description = "Tell the address on the host of the box at which a published port is reached.")
final class ForwardCommand extends MachineCommand {

    @Parameters(index = "0", paramLabel = "ID", description = "the box")
    private BoxId id;

    @Parameters(index = "1", paramLabel = "GUEST", description = "the port in the box")
    private int guest;

    @Override
    int run(Session session) throws IOException, InterruptedException {
        try (Box box = session.box(id)) {
            String address = "127.0.0.1:" + port(box);
            session.tell(Views.named("address", address), List.of(address));
            return Status.OK;
        }
    }

    private int port(Box box) throws InterruptedException {
        return box.ports().stream()
                .filter(mapping -> mapping.guest() == guest)
                .findFirst()
                .flatMap(ForwardCommand::host)
                .orElseThrow(() -> TinyboxException.of(
                                ErrorCode.ARGUMENT_INVALID, "port " + guest + " of box '" + id + "' is not published")
                        .remedy("make the box with --publish " + guest + " and a network")
                        .build());
    }

    private static Optional<Integer> host(PortMapping mapping) {
        return mapping.host().stream().boxed().findFirst();
    }
}
