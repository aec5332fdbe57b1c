/** Contract version, limits and identifiers that both ends of the wire share. */
package ai.tinyhumans.tinybox.bus;
