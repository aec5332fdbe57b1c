package ai.tinyhumans.tinybox.error;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The one exception of tinybox. Its {@link #code()} is stable, its message is for people: what failed, on what, why, and
 * after {@code hint:} what to do now. Immutable. A command that ran and ended badly is a result, not an exception.
 */
public final class TinyboxException extends RuntimeException {

    /** How much of a helper program's standard error rides along, in bytes: enough for its last words. */
    public static final int MAX_STDERR_BYTES = 4 << 10;

    private static final long serialVersionUID = 1;

    private final ErrorCode code;
    private final @Nullable String remedy;
    private final @Nullable String placement;
    private final @Nullable String step;
    private final String stderr;

    private TinyboxException(Builder builder) {
        super(builder.text(), builder.cause);
        this.code = builder.code;
        this.remedy = builder.remedy;
        this.placement = builder.placement;
        this.step = builder.step;
        this.stderr = builder.stderr;
    }

    /** Starts an exception with its code and a message in lower case, values quoted, without a stop. */
    public static Builder of(ErrorCode code, String message) {
        return new Builder(code, message);
    }

    /** What failed, on what, why, and what to do now. */
    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }

    /** What went wrong, by its stable name. */
    public ErrorCode code() {
        return code;
    }

    /** What to do now, if there is something to do. */
    public Optional<String> remedy() {
        return Optional.ofNullable(remedy);
    }

    /** Where the box is placed, as in {@code local/docker}, if a box was involved. */
    public Optional<String> placement() {
        return Optional.ofNullable(placement);
    }

    /** The step that failed, as in {@code create}, if there are several. */
    public Optional<String> step() {
        return Optional.ofNullable(step);
    }

    /** The last {@value #MAX_STDERR_BYTES} bytes a helper program wrote to its standard error; empty if none ran. */
    public String stderr() {
        return stderr;
    }

    /** Collects the parts of an exception. Not thread-safe. */
    public static final class Builder {

        private final ErrorCode code;
        private final String message;
        private @Nullable String remedy;
        private @Nullable String placement;
        private @Nullable String step;
        private @Nullable Throwable cause;
        private String stderr = "";

        private Builder(ErrorCode code, String message) {
            this.code = code;
            this.message = message;
        }

        /** Says what to do now. */
        public Builder remedy(String text) {
            this.remedy = text;
            return this;
        }

        /** Says where the box is placed. */
        public Builder placement(Object where) {
            this.placement = where.toString();
            return this;
        }

        /** Says which step failed. */
        public Builder step(String name) {
            this.step = name;
            return this;
        }

        /**
         * Keeps the last {@value TinyboxException#MAX_STDERR_BYTES} bytes of a helper's standard error, less the rest of a
         * character whose beginning is beyond them.
         */
        public Builder stderr(byte[] bytes) {
            int from = Math.max(0, bytes.length - MAX_STDERR_BYTES);
            int beyondRest = from == 0 ? 0 : from + 3; // no character of UTF-8 continues for more than three bytes
            while (from < beyondRest && (bytes[from] & 0xC0) == 0x80) {
                from++;
            }
            this.stderr = new String(Arrays.copyOfRange(bytes, from, bytes.length), StandardCharsets.UTF_8).strip();
            return this;
        }

        /** Keeps what caused it. */
        public Builder cause(Throwable throwable) {
            this.cause = throwable;
            return this;
        }

        /** Makes the exception. */
        public TinyboxException build() {
            return new TinyboxException(this);
        }

        private String text() {
            StringBuilder text = new StringBuilder(message);
            if (!stderr.isEmpty()) {
                text.append(": ").append(stderr);
            }
            if (remedy != null) {
                text.append("; hint: ").append(remedy);
            }
            return text.toString();
        }
    }
}
