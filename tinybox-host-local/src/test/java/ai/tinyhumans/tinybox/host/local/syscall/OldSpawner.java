package ai.tinyhumans.tinybox.host.local.syscall;

/** Lets tests of other packages have the spawner of an older C library. */
public final class OldSpawner {

    private OldSpawner() {}

    /** A spawner that does without closefrom. */
    public static Spawner make() {
        return new Spawner(false);
    }
}
