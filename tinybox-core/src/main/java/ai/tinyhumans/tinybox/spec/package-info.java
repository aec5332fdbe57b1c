/** What is asked: a box, where it is placed, what it starts from and what it may use. Every value is checked when made. */
package ai.tinyhumans.tinybox.spec;
