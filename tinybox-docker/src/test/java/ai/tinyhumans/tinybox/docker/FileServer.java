package ai.tinyhumans.tinybox.docker;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Serves the files of a directory by HTTP/1.0 (RFC 1945), one after the other, to whoever has the credentials it wants. */
final class FileServer implements AutoCloseable {

    private final Path directory;
    private final Runnable onFile;
    private final ServerSocket socket;
    private volatile String wanted = "";

    FileServer(Path directory, String address, Runnable onFile) throws IOException {
        this.directory = directory;
        this.onFile = onFile;
        this.socket = new ServerSocket(0, 50, InetAddress.getByName(address));
        Thread thread = new Thread(this::serve, "file-server");
        thread.setDaemon(true);
        thread.start();
    }

    String authority() {
        return socket.getInetAddress().getHostAddress() + ":" + socket.getLocalPort();
    }

    /** Wants a header of this value from now on. */
    void want(String authorization) {
        wanted = authorization;
    }

    private void serve() {
        while (!socket.isClosed()) {
            try (Socket client = socket.accept()) {
                answer(client);
            } catch (IOException closedOrGone) {
                // the loop ends with the socket; a client that left is not missed
            }
        }
    }

    private void answer(Socket client) throws IOException {
        BufferedReader request =
                new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.ISO_8859_1));
        String first = request.readLine();
        String path = first == null ? "/" : first.split(" ", -1)[1].replaceFirst("\\?.*", "");
        boolean allowed = wanted.isEmpty();
        for (String line = request.readLine(); line != null && !line.isEmpty(); line = request.readLine()) {
            allowed = allowed || line.equals("Authorization: " + wanted);
        }
        OutputStream out = client.getOutputStream();
        Path file = directory.resolve("." + path);
        if (!allowed) {
            out.write(head("401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"r\""));
        } else if (Files.isRegularFile(file)) {
            onFile.run();
            out.write(head("200 OK"));
            Files.copy(file, out);
        } else {
            out.write(head("404 Not Found"));
        }
    }

    private static byte[] head(String status) {
        return ("HTTP/1.0 " + status + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
