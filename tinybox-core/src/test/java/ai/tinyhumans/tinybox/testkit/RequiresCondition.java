package ai.tinyhumans.tinybox.testkit;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Skips a test for want of a facility, or fails it where skipping is forbidden. */
final class RequiresCondition implements ExecutionCondition {

    static final String VARIABLE = "TINYBOX_REQUIRE";

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        Optional<Requires> requires = AnnotationSupport.findAnnotation(context.getElement(), Requires.class);
        for (Facility facility : requires.map(Requires::value).orElse(new Facility[0])) {
            Optional<String> obstacle = facility.obstacle();
            if (obstacle.isPresent()) {
                return refuse(facility, obstacle.get());
            }
        }
        return ConditionEvaluationResult.enabled("every facility is there");
    }

    private static ConditionEvaluationResult refuse(Facility facility, String obstacle) {
        List<String> forbidden =
                Arrays.asList(System.getenv().getOrDefault(VARIABLE, "").split(",", -1));
        if (forbidden.contains("all") || forbidden.contains(facility.spelling())) {
            throw new AssertionError(facility.spelling() + " is required by " + VARIABLE + ", but " + obstacle);
        }
        return ConditionEvaluationResult.disabled(
                "skipped: " + obstacle + " (set " + VARIABLE + "=" + facility.spelling() + " to fail instead)");
    }
}
