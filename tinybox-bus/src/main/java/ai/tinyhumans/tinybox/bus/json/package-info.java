/** The one JSON dialect of tinybox. Not exported to users: no public signature names a JSON type. */
package ai.tinyhumans.tinybox.bus.json;
