package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.ProviderInfo;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.bus.json.Json;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.host.ssh.BoxDirectories;
import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.spec.HostRef;
import ai.tinyhumans.tinybox.store.BoxRecord;
import ai.tinyhumans.tinybox.store.Templates;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * What a subcommand works with.
 *
 * @param console its streams
 * @param json whether what it tells is for a program
 * @param tinybox the boxes of its store
 * @param templates the templates of its store
 * @param nearWorkspaces the directories tinybox made itself on this machine
 * @param machine which machine was asked for
 */
record Session(
        Console console,
        boolean json,
        Tinybox tinybox,
        Templates templates,
        NearWorkspaces nearWorkspaces,
        Optional<SshOptions> machine) {

    /** The machine that was asked for; this one unless one was. */
    HostRef host() {
        return machine.flatMap(SshOptions::asked).orElse(SshOptions.LOCAL);
    }

    /** The directories tinybox made itself on a machine. */
    Workspaces workspaces(HostRef host) {
        return host.scheme().isEmpty() ? nearWorkspaces : new FarWorkspaces(new BoxDirectories(tinybox.on(host)));
    }

    /** Answers whether a box is on the machine that was asked for, or none was. */
    boolean covers(BoxRecord box) {
        return covers(box.spec().workspace().host());
    }

    private boolean covers(HostRef host) {
        return machine.map(asked -> asked.covers(host)).orElse(true);
    }

    /**
     * Finds a box, which must be on the machine that was asked for.
     *
     * @return a handle that does not own it
     */
    Box box(BoxId id) {
        Box box = tinybox.box(id);
        HostRef host = box.spec().workspace().host();
        if (!covers(host)) {
            throw TinyboxException.of(ErrorCode.ARGUMENT_INVALID, "box '" + id + "' is on host '" + host + "'")
                    .remedy("leave out --host, or name that one")
                    .build();
        }
        return box;
    }

    /** What there is on the machine that was asked for; on this one, and which hosts there are, unless one was. */
    List<ProviderInfo> survey() {
        return machine.flatMap(SshOptions::asked).map(tinybox::survey).orElseGet(tinybox::survey);
    }

    /** Tells the same to a program or to people. */
    void tell(ObjectNode object, List<String> lines) throws IOException {
        console.print(json ? List.of(Json.line(object)) : lines);
    }
}
