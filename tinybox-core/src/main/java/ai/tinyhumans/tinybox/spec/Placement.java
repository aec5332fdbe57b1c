package ai.tinyhumans.tinybox.spec;

/**
 * Where a box is: a host says which machine, a sandbox says how confined. The two are independent. Immutable.
 *
 * @param host which machine
 * @param sandbox how confined
 */
public record Placement(HostRef host, SandboxRef sandbox) {

    /**
     * Makes a placement of two names.
     *
     * @throws ai.tinyhumans.tinybox.error.TinyboxException {@code identifier.invalid}
     */
    public static Placement of(String host, String sandbox) {
        return new Placement(new HostRef(host), new SandboxRef(sandbox));
    }

    /** Answers whether both placements are on the same machine. */
    public boolean sharesHostWith(Placement other) {
        return host.equals(other.host);
    }

    @Override
    public String toString() {
        return host + "/" + sandbox;
    }
}
