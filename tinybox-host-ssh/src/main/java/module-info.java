/** The host that is another machine, reached through OpenSSH, and the workspaces kept in step with it. */
@org.jspecify.annotations.NullMarked
module ai.tinyhumans.tinybox.host.ssh {
    requires static transitive org.jspecify;
    requires transitive ai.tinyhumans.tinybox.core;
    requires org.apache.commons.codec;
    requires org.apache.commons.compress;

    exports ai.tinyhumans.tinybox.host.ssh;
    exports ai.tinyhumans.tinybox.host.ssh.sync;

    provides ai.tinyhumans.tinybox.spi.HostScheme with
            ai.tinyhumans.tinybox.host.ssh.SshScheme;
}
