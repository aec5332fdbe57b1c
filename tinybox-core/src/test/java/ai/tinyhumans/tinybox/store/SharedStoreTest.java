package ai.tinyhumans.tinybox.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.spec.BoxId;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One file, several stores in one JVM. */
class SharedStoreTest {

    private static final Duration SHORT = Duration.ofMillis(50);

    @TempDir
    private Path directory;

    /** Inserts records; public, so that it can be loaded by another class loader. */
    public static final class Inserter implements Callable<Void> {

        private final Path directory;
        private final String prefix;
        private final int count;

        /** Makes an inserter of {@code count} records. */
        public Inserter(Path directory, String prefix, int count) {
            this.directory = directory;
            this.prefix = prefix;
            this.count = count;
        }

        @Override
        public Void call() {
            FileStore store = FileStore.open(directory);
            for (int i = 0; i < count; i++) {
                store.insert(Records.plain(prefix + i));
            }
            return null;
        }
    }

    private static void run(List<Callable<?>> tasks) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
        try {
            List<Future<?>> results = new ArrayList<>();
            tasks.forEach(task -> results.add(threads.submit(task)));
            for (Future<?> result : results) {
                result.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static long openDescriptors() throws IOException {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            return descriptors.count();
        }
    }

    @Test // B130
    void letsThreadsOfTwoStoresWaitForEachOther() throws Exception {
        assumeTrue(Files.isDirectory(Path.of("/proc/self/fd")), "no /proc/self/fd to count descriptors in");
        List<FileStore> stores = List.of(FileStore.open(directory), FileStore.open(directory.resolve(".")));
        stores.get(0).insertNew(id -> Records.plain(id.value()));
        long before = openDescriptors();
        List<Callable<?>> tasks = new ArrayList<>();
        for (int thread = 0; thread < 16; thread++) {
            FileStore store = stores.get(thread % 2);
            tasks.add(() -> {
                for (int i = 0; i < 25; i++) {
                    store.insertNew(id -> Records.plain(id.value()));
                }
                return null;
            });
        }
        run(tasks);
        assertThat(stores.get(1).list())
                .extracting(box -> box.id().value())
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(0, 400).mapToObj(n -> "box-" + n).toList());
        assertThat(openDescriptors()).isEqualTo(before);
    }

    @Test
    void letsStoresOfTwoClassLoadersWaitForEachOther() throws Exception {
        List<Callable<?>> tasks = new ArrayList<>();
        try (URLClassLoader first = isolated();
                URLClassLoader second = isolated()) {
            for (int thread = 0; thread < 3; thread++) {
                tasks.add(new Inserter(directory, "own-" + thread + "-", 20));
                tasks.add(inserter(first, "first-" + thread + "-"));
                tasks.add(inserter(second, "second-" + thread + "-"));
            }
            run(tasks);
        }
        assertThat(FileStore.open(directory).list()).hasSize(180);
    }

    private static URLClassLoader isolated() throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    private Callable<?> inserter(ClassLoader loader, String prefix) throws ReflectiveOperationException {
        Class<?> type = loader.loadClass(Inserter.class.getName());
        assertThat(type).isNotEqualTo(Inserter.class);
        return (Callable<?>)
                type.getConstructor(Path.class, String.class, int.class).newInstance(directory, prefix, 20);
    }

    @Test
    void isBusyWhileTheLockIsHeldTooLongAndReadsAllTheSame() throws IOException {
        FileStore store = new FileStore(new JsonFile(directory, FileStore.FILE_NAME, SHORT));
        store.insert(Records.plain("a"));
        try (FileChannel channel = FileChannel.open(directory.resolve("boxes.json.lock"), StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            assertThat(lock.isValid()).isTrue();
            StoreContract.assertRefused(ErrorCode.STORE_BUSY, () -> store.insert(Records.plain("b")));
            StoreContract.assertRefused(ErrorCode.STORE_BUSY, () -> store.remove(new BoxId("a")));
            assertThat(store.list()).containsExactly(Records.plain("a"));
        }
        assertThat(store.remove(new BoxId("a"))).isTrue();
    }

    @Test
    void isBusyWhileAnotherThreadsChangeTakesTooLong() throws Exception {
        FileStore store = new FileStore(new JsonFile(directory, FileStore.FILE_NAME, SHORT));
        store.insert(Records.plain("a"));
        CompletableFuture<Void> started = new CompletableFuture<>();
        CompletableFuture<Void> release = new CompletableFuture<>();
        CompletableFuture<?> slow = CompletableFuture.runAsync(() -> store.update(new BoxId("a"), box -> {
            started.complete(null);
            release.join();
            return box.withClosing();
        }));
        started.get();
        try {
            StoreContract.assertRefused(ErrorCode.STORE_BUSY, () -> store.insert(Records.plain("b")));
        } finally {
            release.complete(null);
        }
        slow.get();
        store.insert(Records.plain("b"));
        assertThat(store.list()).containsExactly(Records.plain("a").withClosing(), Records.plain("b"));
    }

    @Test
    void goesOnWaitingWhenItIsInterrupted() throws Exception {
        FileStore store = FileStore.open(directory);
        store.insert(Records.plain("a"));
        Path lockFile = directory.resolve("boxes.json.lock");
        CompletableFuture<Boolean> interruptKept = new CompletableFuture<>();
        Thread waiter = new Thread(() -> {
            store.insert(Records.plain("b"));
            interruptKept.complete(Thread.currentThread().isInterrupted());
        });
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            assertThat(lock.isValid()).isTrue();
            waiter.start();
            await().until(() -> waiter.getState() == Thread.State.TIMED_WAITING);
            waiter.interrupt();
            await().until(() -> !waiter.isInterrupted());
            assertThat(interruptKept).isNotDone();
        }
        assertThat(interruptKept.get()).isTrue();
        assertThat(store.list()).hasSize(2);
    }
}
