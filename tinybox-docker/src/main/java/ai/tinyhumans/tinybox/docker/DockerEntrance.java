package ai.tinyhumans.tinybox.docker;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spi.Entrance;
import ai.tinyhumans.tinybox.spi.Inside;
import ai.tinyhumans.tinybox.spi.LaunchPlan;

/** The way into one container: {@code docker exec}. */
record DockerEntrance(DockerCli cli, String name) implements Entrance {

    @Override
    public LaunchPlan enter(Inside program) {
        return cli.starting(DockerArgs.exec(name, program), program.env());
    }

    @Override
    public LaunchPlan diagnosis() {
        return cli.plan(DockerArgs.inspect(name), Env.EMPTY);
    }

    @Override
    public TinyboxException explain(ExecResult diagnosis) {
        if (DockerCli.isAbsent(diagnosis)) {
            return gone("was removed");
        }
        if (!diagnosis.exit().isSuccess()) {
            return DockerCli.failure(DockerArgs.inspect(name), diagnosis);
        }
        DockerInspect container = DockerInspect.parse(diagnosis.stdout());
        return switch (container.state()) {
            case PAUSED ->
                TinyboxException.of(ErrorCode.BOX_STATE, "container '" + name + "' is paused")
                        .remedy("resume the box")
                        .build();
            case STOPPED, ARCHIVED, FAILED ->
                gone("is " + container.status() + ", its process 1 having ended with " + container.exitCode());
            case CREATING, READY, RUNNING ->
                TinyboxException.of(
                                ErrorCode.HOST_FAILED,
                                "container '" + name + "' runs, but no program could be started in it")
                        .remedy("see whether it has processes left of its limit: '" + cli.command() + " top " + name
                                + "'")
                        .build();
        };
    }

    private TinyboxException gone(String what) {
        return TinyboxException.of(ErrorCode.BOX_GONE, "container '" + name + "' " + what)
                .remedy("destroy the box and make another")
                .build();
    }
}
