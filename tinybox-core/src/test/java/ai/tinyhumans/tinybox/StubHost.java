package ai.tinyhumans.tinybox;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.ProcessRef;
import ai.tinyhumans.tinybox.exec.Signal;
import ai.tinyhumans.tinybox.exec.Survivor;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spec.HostRef;
import ai.tinyhumans.tinybox.spi.Finding;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.HostProcess;
import ai.tinyhumans.tinybox.spi.HostProvider;
import ai.tinyhumans.tinybox.spi.Launch;
import ai.tinyhumans.tinybox.spi.Lifetime;
import ai.tinyhumans.tinybox.spi.Passage;
import ai.tinyhumans.tinybox.spi.Probe;
import ai.tinyhumans.tinybox.spi.ProcessListener;
import ai.tinyhumans.tinybox.spi.ProcessTable;
import ai.tinyhumans.tinybox.spi.WorkspaceFiles;
import java.util.List;

/** A host as on a machine for which there is no launcher: boxes are recorded, nothing runs. */
final class StubHost implements HostProvider, Host {

    @Override
    public HostRef name() {
        return new HostRef("local");
    }

    @Override
    public Probe probe() {
        return Probe.of(new Finding.Blocked("starting processes", "this host starts nothing", "use another"));
    }

    @Override
    public Host open() {
        return this;
    }

    @Override
    public Env environment() {
        return Env.EMPTY;
    }

    @Override
    public String newMarker(Lifetime lifetime) {
        return "marker";
    }

    @Override
    public HostProcess start(Launch launch, ProcessListener listener) {
        throw TinyboxException.of(ErrorCode.PROVIDER_UNUSABLE, "this host starts nothing")
                .build();
    }

    @Override
    public ProcessTable processes() {
        return new ProcessTable() {
            @Override
            public List<Survivor> living(ProcessRef ref) {
                return List.of();
            }

            @Override
            public void signal(ProcessRef ref, Signal signal) {}

            @Override
            public void signalBelow(ProcessRef ref, Signal signal) {}
        };
    }

    @Override
    public WorkspaceFiles openWorkspace(String root) {
        throw TinyboxException.of(ErrorCode.FILE_UNSUPPORTED, "this host gives no access to files")
                .build();
    }

    @Override
    public Passage forward(int port) {
        throw TinyboxException.of(ErrorCode.HOST_FAILED, "this host has no ports")
                .build();
    }

    @Override
    public void close() {}
}
