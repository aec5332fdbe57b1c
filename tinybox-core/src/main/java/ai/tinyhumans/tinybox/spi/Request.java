package ai.tinyhumans.tinybox.spi;

import java.util.function.Function;

/**
 * What the program of a plan is asked to do, where the program is the same for every command: a file of bytes on a
 * descriptor, at its start. A host may {@linkplain Host#reserve start such a program in advance}. That finds a socket there
 * instead, on which one message comes: any byte, and with it the descriptors that are to be its 0, 1 and 2, and the file
 * (SCM_RIGHTS in unix(7)); or the end, and then it ends as well.
 *
 * @param descriptor beyond 2
 * @param content the bytes, for the value of the marker variable
 * @param footing what of the host the program takes in before it looks for the request
 */
public record Request(int descriptor, Function<String, byte[]> content, Footing footing) {}
