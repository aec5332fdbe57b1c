package ai.tinyhumans.tinybox.store;

import ai.tinyhumans.tinybox.bus.json.Json;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Times in JSON. A moment is {@code {"secs_since_epoch":n,"nanos_since_epoch":n}}, a span {@code {"secs":n,"nanos":n}}.
 *
 * <p>A value that is written over one that reads the same leaves it as it stands: it may say more than can be read here, as
 * an unreadable moment or a span beyond 2⁶³ seconds does.
 */
final class TimeJson {

    private static final int NANOS_PER_SECOND = 1_000_000_000;

    private TimeJson() {}

    /** The moment, or empty if the value is none. */
    static Optional<Instant> instant(JsonNode node) {
        JsonNode seconds = node.path("secs_since_epoch");
        JsonNode nanos = node.path("nanos_since_epoch");
        if (!seconds.isIntegralNumber() || !seconds.canConvertToLong() || !isNanos(nanos)) {
            return Optional.empty();
        }
        long second = seconds.longValue();
        return second < Instant.MIN.getEpochSecond() || second > Instant.MAX.getEpochSecond()
                ? Optional.empty()
                : Optional.of(Instant.ofEpochSecond(second, nanos.intValue()));
    }

    static Instant instant(JsonPlace place) {
        return instant(place.node()).orElseThrow(() -> place.corrupt("is not a moment"));
    }

    /** The span, or empty if the value is none. Seconds have 64 bits and no sign: from 2⁶³ on all are one span. */
    static Optional<Duration> duration(JsonNode node) {
        JsonNode seconds = node.path("secs");
        JsonNode nanos = node.path("nanos");
        if (!seconds.isIntegralNumber() || seconds.bigIntegerValue().signum() < 0 || !isNanos(nanos)) {
            return Optional.empty();
        }
        return Optional.of(Duration.ofSeconds(
                seconds.canConvertToLong() ? seconds.longValue() : Long.MAX_VALUE, nanos.intValue()));
    }

    static Duration duration(JsonPlace place) {
        return duration(place.node()).orElseThrow(() -> place.corrupt("is not a time span"));
    }

    static JsonNode instant(Optional<Instant> instant, @Nullable JsonNode old) {
        return write(
                instant,
                old,
                TimeJson::instant,
                time -> Json.object()
                        .put("secs_since_epoch", time.getEpochSecond())
                        .put("nanos_since_epoch", time.getNano()));
    }

    static JsonNode duration(Optional<Duration> duration, @Nullable JsonNode old) {
        return write(
                duration,
                old,
                TimeJson::duration,
                span -> Json.object().put("secs", span.getSeconds()).put("nanos", span.getNano()));
    }

    private static <T> JsonNode write(
            Optional<T> value,
            @Nullable JsonNode old,
            Function<JsonNode, Optional<T>> read,
            Function<T, ObjectNode> write) {
        if (old != null && read.apply(old).equals(value)) {
            return old;
        }
        return value.<JsonNode>map(write).orElseGet(NullNode::getInstance);
    }

    private static boolean isNanos(JsonNode node) {
        return node.isIntegralNumber()
                && node.canConvertToInt()
                && node.intValue() >= 0
                && node.intValue() < NANOS_PER_SECOND;
    }
}
