package ai.tinyhumans.tinybox.error;

/** Whose move it is after an error. */
public enum Actor {
    /** The caller asked for something that cannot be done so: change the request. */
    CALLER,
    /** The machine is not set up for it: install, enable or repair something. */
    OPERATOR,
    /** Nothing is wrong with the request or the machine: the same call may succeed later. */
    RETRY,
    /** tinybox or something below it broke a promise: report it. */
    DEVELOPER
}
