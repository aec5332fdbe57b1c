package ai.tinyhumans.tinybox.host.local.syscall;

import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;

/** Lets a test treat the children of its JVM as other native code might. */
public final class Children {

    private static final int SIGCHLD = 17; // asm-generic/signal.h
    private static final Pointer SIG_IGN = new Pointer(1); // asm-generic/signal-defs.h

    private Children() {}

    /** From now on the kernel reaps every child itself, and its exit is nobody's to take (wait(2)). */
    public static void ignore() {
        NativeLibrary.getInstance("c").getFunction("signal").invokePointer(new Object[] {SIGCHLD, SIG_IGN});
    }
}
