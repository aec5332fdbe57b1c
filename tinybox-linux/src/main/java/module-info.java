/** Confinement by the Linux kernel: Landlock and seccomp, without a program to install. */
@org.jspecify.annotations.NullMarked
module ai.tinyhumans.tinybox.linux {
    requires static transitive org.jspecify;
    requires transitive ai.tinyhumans.tinybox.core;
    requires ai.tinyhumans.tinybox.host.local;
    requires org.slf4j;
}
