package ai.tinyhumans.tinybox.store;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.Text;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Where state is kept unless the caller says so: the XDG base directory specification, under a variable of our own. */
final class StateDirectory {

    private StateDirectory() {}

    /** The directory for this process. */
    static Path locate() {
        return locate(System.getenv(), System.getProperty("user.home", ""));
    }

    /**
     * {@code $TINYBOX_STATE_DIR}, else {@code $XDG_STATE_HOME/tinybox}, else {@code ~/.local/state/tinybox}. An empty
     * variable counts as unset, a relative one of XDG as well.
     *
     * @param home the home directory where {@code $HOME} is unset, as on Windows
     * @throws TinyboxException {@code store.failed} if there is none
     */
    static Path locate(Map<String, String> env, String home) {
        try {
            return path(env, "TINYBOX_STATE_DIR")
                    .or(() ->
                            path(env, "XDG_STATE_HOME").filter(Path::isAbsolute).map(base -> base.resolve("tinybox")))
                    .or(() -> path(env, "HOME").filter(Path::isAbsolute).map(StateDirectory::inHome))
                    .or(() ->
                            Optional.of(Path.of(home)).filter(Path::isAbsolute).map(StateDirectory::inHome))
                    .orElseThrow(() -> unknown("there is no home directory").build());
        } catch (InvalidPathException e) {
            throw unknown("'" + Text.printable(e.getInput()) + "' is no path")
                    .cause(e)
                    .build();
        }
    }

    private static Optional<Path> path(Map<String, String> env, String name) {
        return Optional.ofNullable(env.get(name))
                .filter(value -> !value.isEmpty())
                .map(Path::of);
    }

    private static Path inHome(Path home) {
        return home.resolve(".local").resolve("state").resolve("tinybox");
    }

    private static TinyboxException.Builder unknown(String why) {
        return TinyboxException.of(ErrorCode.STORE_FAILED, "cannot tell where the state of tinybox is kept: " + why)
                .remedy("set TINYBOX_STATE_DIR to a directory");
    }
}
