/**
 * The system calls tinybox makes, each a static method with its C name over JNA. Nothing outside this package imports JNA.
 * Numbers and layouts are those of 64-bit Linux on x86-64 and aarch64; each cites its header.
 */
package ai.tinyhumans.tinybox.host.local.syscall;
