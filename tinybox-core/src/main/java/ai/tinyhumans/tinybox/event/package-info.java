/** What happens in boxes, told as it happens. */
package ai.tinyhumans.tinybox.event;
