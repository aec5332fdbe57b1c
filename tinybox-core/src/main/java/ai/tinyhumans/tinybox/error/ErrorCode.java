package ai.tinyhumans.tinybox.error;

import java.util.OptionalInt;

/**
 * The stable names of what can go wrong. A name never changes its meaning; the prose of a message may change at any
 * time. {@code docs/errors.md} has a section for each.
 */
public enum ErrorCode {
    /** A value of a request is not acceptable: the message names its place. */
    ARGUMENT_INVALID("argument.invalid", Actor.CALLER),
    /** A name is not made of 1 to 64 of {@code [A-Za-z0-9._-]}, or is {@code .} or {@code ..}. */
    IDENTIFIER_INVALID("identifier.invalid", Actor.CALLER),
    /** An egress allowlist has an entry that cannot be enforced exactly or must not be reachable. */
    EGRESS_INVALID("egress.invalid", Actor.CALLER),

    /** No provider of that name was found. */
    PROVIDER_UNKNOWN("provider.unknown", Actor.CALLER),
    /** A provider was found but could not be loaded. */
    PROVIDER_BROKEN("provider.broken", Actor.OPERATOR),
    /** The provider cannot work on this machine as it is. */
    PROVIDER_UNUSABLE("provider.unusable", Actor.OPERATOR),

    /** The sandbox does not declare a capability the call needs. */
    CAPABILITY_UNSUPPORTED("capability.unsupported", Actor.CALLER),
    /** A policy of the specification is not enforced by the sandbox. */
    CONSTRAINT_NOT_ENFORCED("constraint.not_enforced", Actor.CALLER),
    /** The sandbox isolates less than the specification requires. */
    ISOLATION_TOO_WEAK("isolation.too_weak", Actor.CALLER),
    /** The sandbox cannot make a box from that kind of source. */
    SOURCE_UNSUPPORTED("source.unsupported", Actor.CALLER),
    /** What the box was to start from is not there and could not be fetched. */
    SOURCE_UNAVAILABLE("source.unavailable", Actor.CALLER),
    /** A port of the host that was to be published on is taken. */
    PORT_IN_USE("port.in_use", Actor.RETRY),

    /** No box of that name is in the store. */
    BOX_UNKNOWN("box.unknown", Actor.CALLER),
    /** A box of that name is in the store already. */
    BOX_DUPLICATE("box.duplicate", Actor.CALLER),
    /** The box is in a state that does not allow the call. */
    BOX_STATE("box.state", Actor.CALLER),
    /** What the box ran in is gone or has stopped, and all its programs with it. */
    BOX_GONE("box.gone", Actor.CALLER),
    /** No spawned process of that name belongs to the box. */
    PROCESS_UNKNOWN("process.unknown", Actor.CALLER),
    /** No template of that name is in the store. */
    TEMPLATE_UNKNOWN("template.unknown", Actor.CALLER),
    /** The handle was closed. */
    HANDLE_CLOSED("handle.closed", Actor.CALLER),
    /** As many as allowed are live already. */
    LIMIT_REACHED("limit.reached", Actor.RETRY),

    /** The program was not found. */
    LAUNCH_NOT_FOUND("launch.not_found", Actor.CALLER, 127),
    /** The file exists but may not be executed, or is in no executable format. */
    LAUNCH_NOT_EXECUTABLE("launch.not_executable", Actor.CALLER, 126),
    /** The program's path is a directory. */
    LAUNCH_IS_DIRECTORY("launch.is_directory", Actor.CALLER, 126),
    /** The program exists, but the interpreter or loader it names does not. */
    LAUNCH_BAD_INTERPRETER("launch.bad_interpreter", Actor.CALLER, 127),
    /** The working directory does not exist. */
    LAUNCH_CWD_MISSING("launch.cwd_missing", Actor.CALLER),
    /** The working directory is not a directory. */
    LAUNCH_CWD_NOT_DIRECTORY("launch.cwd_not_directory", Actor.CALLER),
    /** The working directory may not be entered. */
    LAUNCH_CWD_FORBIDDEN("launch.cwd_forbidden", Actor.CALLER),
    /** One argument, or all arguments and the environment together, are longer than the kernel takes. */
    LAUNCH_ARGUMENTS_TOO_LONG("launch.arguments_too_long", Actor.CALLER, 126),
    /** The program's file is open for writing. */
    LAUNCH_TEXT_BUSY("launch.text_busy", Actor.RETRY, 126),
    /** The machine has no room for another process: memory, processes or descriptors. */
    LAUNCH_NO_ROOM("launch.no_room", Actor.RETRY),
    /** The kernel refused the launch for another reason: the message names the call and the error. */
    LAUNCH_FAILED("launch.failed", Actor.OPERATOR),

    /** A command was required to succeed and did not. */
    EXEC_UNSUCCESSFUL("exec.unsuccessful", Actor.CALLER),
    /** Somebody else in this JVM reaped the process, so its exit is not known. */
    EXEC_STATUS_LOST("exec.status_lost", Actor.DEVELOPER),
    /** What connected the caller to a program in a box broke, so the program was ended. */
    EXEC_CONNECTION_LOST("exec.connection_lost", Actor.RETRY),
    /** The stream given as standard input failed, so the command was ended. */
    EXEC_STDIN_FAILED("exec.stdin_failed", Actor.CALLER),
    /** The cursor is behind what the window still holds, or ahead of what was written. */
    OUTPUT_CURSOR("output.cursor", Actor.CALLER),

    /** A workspace path is not a plain relative path inside the workspace. */
    FILE_PATH_INVALID("file.path_invalid", Actor.CALLER),
    /** No file of that name is in the workspace. */
    FILE_NOT_FOUND("file.not_found", Actor.CALLER),
    /** The file is of another type than the call needs, or a link stands in the path. */
    FILE_WRONG_TYPE("file.wrong_type", Actor.CALLER),
    /** The file is larger than the bound of the call. */
    FILE_TOO_LARGE("file.too_large", Actor.CALLER),
    /** The host or the sandbox gives no access to workspace files. */
    FILE_UNSUPPORTED("file.unsupported", Actor.CALLER),
    /** The operating system refused a file operation for another reason. */
    FILE_FAILED("file.failed", Actor.OPERATOR),

    /** The store's file cannot be read as a store; it was not changed. */
    STORE_CORRUPT("store.corrupt", Actor.OPERATOR),
    /** Another process held the store's lock for too long. */
    STORE_BUSY("store.busy", Actor.RETRY),
    /** The store's file could not be read or written. */
    STORE_FAILED("store.failed", Actor.OPERATOR),

    /** The workspace to sync is beyond a limit. */
    SYNC_TOO_LARGE("sync.too_large", Actor.CALLER),
    /** A file of the workspace changed, or another sync came between, while it was being sent. */
    SYNC_CHANGED("sync.changed", Actor.RETRY),
    /** The far side could not be brought up to date. */
    SYNC_FAILED("sync.failed", Actor.OPERATOR),
    /** The host lacks a program that the call needs there. */
    HOST_TOOL_MISSING("host.tool_missing", Actor.OPERATOR),

    /** No machine of that name is known. */
    HOST_NAME_UNKNOWN("host.name_unknown", Actor.CALLER),
    /** The machine does not answer. */
    HOST_UNREACHABLE("host.unreachable", Actor.RETRY),
    /** The machine's key is not known. */
    HOST_KEY_UNKNOWN("host.key_unknown", Actor.OPERATOR),
    /** The machine's key is another than the known one. */
    HOST_KEY_CHANGED("host.key_changed", Actor.OPERATOR),
    /** The machine does not let this user in. */
    HOST_AUTH_REFUSED("host.auth_refused", Actor.OPERATOR),
    /** The connection to the machine ended. */
    HOST_CONNECTION_LOST("host.connection_lost", Actor.RETRY),

    /** Something could not be ended or removed; the handle stays, so that the call can be made again. */
    CLEANUP_FAILED("cleanup.failed", Actor.RETRY),
    /** The host's machinery failed: its event loop, a system call that must not fail. */
    HOST_FAILED("host.failed", Actor.DEVELOPER);

    private final String dotted;
    private final Actor actor;
    private final int shellStatus;

    ErrorCode(String dotted, Actor actor) {
        this(dotted, actor, -1);
    }

    ErrorCode(String dotted, Actor actor, int shellStatus) {
        this.dotted = dotted;
        this.actor = actor;
        this.shellStatus = shellStatus;
    }

    /** The stable dotted name, as in {@code launch.not_found}. */
    public String dotted() {
        return dotted;
    }

    /** Whose move it is. */
    public Actor actor() {
        return actor;
    }

    /**
     * What a POSIX shell would report in {@code $?} for a command that could not be started: 127 if it was not found, 126
     * if it was found but not executed (POSIX.1-2017, Shell Command Language, 2.8.2). Empty for every other error.
     */
    public OptionalInt shellStatus() {
        return shellStatus < 0 ? OptionalInt.empty() : OptionalInt.of(shellStatus);
    }

    @Override
    public String toString() {
        return dotted;
    }
}
