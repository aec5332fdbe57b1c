package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.capability.SnapshotSupport;
import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.spec.SnapshotId;
import ai.tinyhumans.tinybox.spec.TemplateName;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tinybox template}: snapshots by name. */
@Command(
        name = "template",
        description = "Keep boxes as templates, which new boxes start from.",
        subcommands = {TemplateCommand.Save.class, TemplateCommand.Ls.class, TemplateCommand.Rm.class})
final class TemplateCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing: save, ls or rm");
    }

    /** {@code tinybox template save}. */
    @Command(name = "save", description = "Keep the files of a box as a template. A template of that name is replaced.")
    static final class Save extends MachineCommand {

        @Parameters(index = "0", paramLabel = "ID", description = "the box")
        private BoxId id;

        @Parameters(index = "1", paramLabel = "NAME", description = "the template")
        private TemplateName name;

        @Override
        int run(Session session) throws IOException, InterruptedException {
            try (Box box = session.box(id)) {
                SnapshotId snapshot = box.snapshot(SnapshotSupport.FILESYSTEM);
                session.templates().save(name, snapshot);
                session.tell(Views.named("template", name).put("snapshot", snapshot.value()), List.of(name.value()));
                return Status.OK;
            }
        }
    }

    /** {@code tinybox template ls}. */
    @Command(name = "ls", description = "List the templates.")
    static final class Ls extends StoreCommand {

        @Override
        int run(Session session) throws IOException {
            List<Map.Entry<TemplateName, SnapshotId>> all =
                    List.copyOf(session.templates().list().entrySet());
            session.tell(
                    Views.array(
                            "templates",
                            all,
                            entry -> Views.named("template", entry.getKey())
                                    .put("snapshot", entry.getValue().value())),
                    Tables.table(
                            List.of("TEMPLATE", "SNAPSHOT"),
                            all,
                            entry -> List.of(
                                    entry.getKey().value(), entry.getValue().value())));
            return Status.OK;
        }
    }

    /** {@code tinybox template rm}. */
    @Command(name = "rm", description = "Forget a template. Its snapshot stays.")
    static final class Rm extends StoreCommand {

        @Parameters(paramLabel = "NAME", description = "the template")
        private TemplateName name;

        @Override
        int run(Session session) throws IOException {
            if (!session.templates().remove(name)) {
                throw BoxOptions.unknown(name);
            }
            session.tell(Views.named("removed", name), List.of(name.value()));
            return Status.OK;
        }
    }
}
