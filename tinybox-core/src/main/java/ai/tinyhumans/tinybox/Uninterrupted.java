package ai.tinyhumans.tinybox;

/** Does what must be finished even by a thread that is interrupted. */
final class Uninterrupted {

    private Uninterrupted() {}

    /** A step that may be interrupted, and may then be taken again from its start. */
    @FunctionalInterface
    interface Step<T> {
        T take() throws InterruptedException;
    }

    /** Takes a step until it is not interrupted any more; then sets the interrupt again, if there was one. */
    static <T> T call(Step<T> step) {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return step.take();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
