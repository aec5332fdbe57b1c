package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.spec.BoxSpec;

/**
 * Directories for boxes that were given none, in one directory of their own. By their place they are known to be tinybox's,
 * so they are removed with their boxes, and no other directory is.
 */
interface Workspaces {

    /** Makes an empty directory, for its owner only, and returns its absolute path on its machine. */
    String make() throws InterruptedException;

    /** Removes a directory that was made here, and all it holds; links are removed, not followed. */
    void remove(String workspace) throws InterruptedException;

    /** Removes the directory of a box that is gone, if it was made here. */
    void removeOf(BoxSpec spec) throws InterruptedException;
}
