package ai.tinyhumans.tinybox.store;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.spec.SnapshotId;
import ai.tinyhumans.tinybox.spec.TemplateName;
import org.junit.jupiter.api.Test;

/** What all templates do. */
abstract class TemplatesContract {

    private static final TemplateName PYTHON = new TemplateName("python");
    private static final SnapshotId FIRST = new SnapshotId("snap-1");
    private static final SnapshotId SECOND = new SnapshotId("snap-2");

    /** New templates, without any name. */
    abstract Templates templates();

    @Test
    void findsTheSnapshotOfAName() {
        Templates templates = templates();
        assertThat(templates.get(PYTHON)).isEmpty();
        templates.save(PYTHON, FIRST);
        assertThat(templates.get(PYTHON)).contains(FIRST);
    }

    @Test
    void givesANameToTheLastSnapshotSavedUnderIt() {
        Templates templates = templates();
        templates.save(PYTHON, FIRST);
        templates.save(PYTHON, SECOND);
        assertThat(templates.list()).containsOnlyKeys(PYTHON).containsValue(SECOND);
    }

    @Test
    void listsInTheOrderOfTheNames() {
        Templates templates = templates();
        templates.save(PYTHON, FIRST);
        templates.save(new TemplateName("java"), FIRST);
        assertThat(templates.list().keySet()).containsExactly(new TemplateName("java"), PYTHON);
    }

    @Test
    void removesANameOnce() {
        Templates templates = templates();
        templates.save(PYTHON, FIRST);
        assertThat(templates.remove(PYTHON)).isTrue();
        assertThat(templates.remove(PYTHON)).isFalse();
        assertThat(templates.list()).isEmpty();
    }
}
