package ai.tinyhumans.tinybox.linux.cgroup;

/** Reads the files in which the kernel counts ("flat keyed" in cgroup-v2.rst): a key, a space and a number a line. Pure. */
final class Counts {

    private Counts() {}

    /** The number of a key; 0 if there is none. */
    static long of(String content, String key) {
        return content.lines()
                .filter(line -> line.startsWith(key + " "))
                .mapToLong(line -> number(line.substring(key.length() + 1)))
                .findFirst()
                .orElse(0);
    }

    /** A number; 0 for what is none. */
    static long number(String word) {
        String digits = word.strip();
        return digits.matches("[0-9]{1,18}") ? Long.parseLong(digits) : 0;
    }
}
