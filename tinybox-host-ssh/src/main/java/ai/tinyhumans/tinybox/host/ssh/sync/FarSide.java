package ai.tinyhumans.tinybox.host.ssh.sync;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spec.HostPath;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.SandboxContext;
import ai.tinyhumans.tinybox.spi.ShellScript;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/**
 * The directory that is to become like the tree, on whichever host. Needs {@code sh}, {@code tar} and {@code xargs} there, and
 * {@code stat}, {@code cmp}, {@code sort} and {@code uniq} to be believed that it still is what was sent.
 */
final class FarSide {

    private static final String SCRIPT = ShellScript.read(FarSide.class.getResourceAsStream("sync.sh"));

    /** What that script ends with if the far side lacks a program it needs. */
    private static final int TOOL_MISSING = 69;

    /** What it ends with if two entries of the tree are one there. */
    private static final int MERGED = 65;

    /** What it ends with if another sync began in between. */
    private static final int OVERTAKEN = 75;

    /** What it keeps in the directory itself. */
    static final List<String> OWN = List.of(".tinybox-fingerprint", ".tinybox-sync");

    /**
     * What the far side is found to be.
     *
     * @param same whether it is the tree already
     * @param believed whether it still is what was sent last
     * @param turn what the last sync left, so that the next one notices another in between
     * @param manifest what was sent last
     */
    record Found(boolean same, boolean believed, String turn, Manifest manifest) {}

    private final SandboxContext context;
    private final HostPath directory;
    private final Duration time;
    private final String turn = UUID.randomUUID().toString();

    FarSide(SandboxContext context, HostPath directory, Duration time) {
        this.context = context;
        this.directory = directory;
        this.time = time;
    }

    /** Looks what is there, and whether it is the tree. */
    Found look(Fingerprint wanted) throws InterruptedException {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        ExecResult result = context.run(
                plan("look", wanted.hex()), Stdin.none(), time, chunk -> output.writeBytes(chunk.toByteArray()));
        check(result, said -> List.of());
        byte[] all = output.toByteArray();
        int end = 0;
        while (end < all.length && all[end] != '\n') {
            end++;
        }
        String[] words = new String(all, 0, end, StandardCharsets.US_ASCII).split(" ", -1);
        String seen = words.length > 1 ? words[1] : "";
        return switch (words[0]) {
            case "same" -> new Found(true, true, seen, Manifest.EMPTY);
            case "believed", "doubted" -> found(words[0].equals("believed"), seen, all, end + 1);
            default -> new Found(false, false, seen, Manifest.EMPTY);
        };
    }

    private static Found found(boolean believed, String turn, byte[] all, int from) {
        Map<String, byte[]> files = new TreeMap<>();
        try (TarArchiveInputStream tar =
                new TarArchiveInputStream(new ByteArrayInputStream(all, from, all.length - from))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                files.put(entry.getName(), tar.readAllBytes());
            }
        } catch (IOException broken) {
            files.clear(); // as if there were none
        }
        byte[] none = {};
        Optional<Manifest> manifest = Manifest.parse(
                files.getOrDefault(".tinybox-sync/paths", none), files.getOrDefault(".tinybox-sync/contents", none));
        return new Found(false, believed && manifest.isPresent(), turn, manifest.orElse(Manifest.EMPTY));
    }

    /**
     * Takes away what is no more in the tree, unless the file system there takes some of the tree's names for one. From here
     * on until the end of {@link #send} the far side is not believed.
     */
    void prepare(Found found, Changes changes) throws InterruptedException {
        Archive lists = new Archive(SyncProgress.NONE)
                .with(".tinybox-sync/turn", (turn + "\n").getBytes(StandardCharsets.US_ASCII))
                .with(".tinybox-sync/gone", Manifest.list(changes.gone()))
                .with(".tinybox-sync/left", Manifest.list(changes.left()))
                .with(".tinybox-sync/passed", Manifest.list(changes.passed()))
                .with(".tinybox-sync/alike", changes.alike().names());
        feed("prepare", found.turn(), lists, changes.alike()::merged);
    }

    /** Sends files, and what the tree is by then. */
    void send(Changes changes, TreeDigest digest, SyncProgress progress) throws InterruptedException {
        Archive files = new Archive(progress)
                .with(changes.toSend(), digest.manifest())
                .with(".tinybox-sync/paths", digest.manifest().paths())
                .with(".tinybox-sync/contents", digest.manifest().lines())
                .with(".tinybox-fingerprint", (digest.fingerprint().hex() + "\n").getBytes(StandardCharsets.US_ASCII));
        feed("send", turn, files, digest.manifest()::at);
    }

    /** Runs a step; what it says of entries that are one there, a function makes paths of. */
    private void feed(String step, String argument, Archive archive, Function<String, List<String>> merged)
            throws InterruptedException {
        try (archive) {
            check(context.run(plan(step, argument), Stdin.stream(archive), time), merged);
        } catch (TinyboxException e) {
            throw archive.failure().orElse(e);
        } catch (IOException e) {
            throw new IllegalStateException("closing a file that was read failed", e);
        }
    }

    private LaunchPlan plan(String step, String argument) {
        Map<String, String> variables = new TreeMap<>(Map.of("LC_ALL", "C", "TZ", "UTC0"));
        variables.put("PATH", context.host().environment().variables().getOrDefault("PATH", "/usr/bin:/bin"));
        return LaunchPlan.of(
                List.of("/bin/sh", "-c", SCRIPT, "tinybox-sync", step, directory.value(), argument),
                new Env(variables),
                "/");
    }

    private void check(ExecResult result, Function<String, List<String>> merged) {
        if (result.exit().isSuccess()) {
            return;
        }
        int code = result.exit().match(e -> e.code(), s -> -1, t -> -1, c -> -1, l -> -1);
        throw switch (code) {
            case TOOL_MISSING ->
                TinyboxException.of(
                                ErrorCode.HOST_TOOL_MISSING,
                                "the far side lacks a program that sync needs: "
                                        + result.stderrText().strip())
                        .remedy("install it there")
                        .build();
            case MERGED -> merged(merged.apply(new String(result.stdout(), StandardCharsets.ISO_8859_1)));
            case OVERTAKEN ->
                TinyboxException.of(
                                ErrorCode.SYNC_CHANGED,
                                "another sync to '" + directory + "' began while this one was at work")
                        .remedy("sync again, one at a time")
                        .build();
            default ->
                TinyboxException.of(
                                ErrorCode.SYNC_FAILED,
                                "'" + directory + "' could not be brought up to date: " + result.exit())
                        .stderr(result.stderr())
                        .remedy("see that there is room and that the directory may be written, then sync again")
                        .build();
        };
    }

    private TinyboxException merged(List<String> alike) {
        String names =
                alike.stream().map(path -> "'" + TreeFile.shown(path) + "'").collect(Collectors.joining(", "));
        return TinyboxException.of(
                        ErrorCode.SYNC_FAILED,
                        "'" + directory + "' could not be brought up to date: its file system takes the last of these"
                                + " names for another of them: " + names)
                .remedy("give it a name that differs in more than case and the composing of letters, or sync to a"
                        + " directory that keeps them apart")
                .build();
    }
}
