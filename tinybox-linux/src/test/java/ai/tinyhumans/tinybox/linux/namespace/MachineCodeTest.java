package ai.tinyhumans.tinybox.linux.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.linux.seccomp.Architecture;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The listings of programs are what they say they are. */
class MachineCodeTest {

    private static final int CODE = 0xB0; // behind the header and two segments

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({"first,X86_64,62", "first,AARCH64,183", "hold,X86_64,62", "hold,AARCH64,183"}) // EM_… (elf-em.h)
    void isAnElfFileForItsMachine(String name, Architecture architecture, int machine) {
        byte[] program = MachineCode.of(name, architecture);
        ByteBuffer bytes = ByteBuffer.wrap(program).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(Arrays.copyOf(program, 4)).isEqualTo(new byte[] {0x7F, 'E', 'L', 'F'});
        assertThat(bytes.getShort(18)).isEqualTo((short) machine);
        assertThat(bytes.getLong(96)).as("p_filesz").isEqualTo(program.length);
        assertThat(bytes.getLong(104)).as("p_memsz").isEqualTo(program.length);
        assertThat(bytes.getLong(24) - bytes.getLong(80)).as("e_entry").isEqualTo(CODE);
    }

    @ParameterizedTest
    @CsvSource({"first,X86_64", "first,AARCH64", "hold,X86_64", "hold,AARCH64"})
    void isNeverWritableWhereItCanBeExecuted(String name, Architecture architecture) {
        ByteBuffer bytes = ByteBuffer.wrap(MachineCode.of(name, architecture)).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(bytes.getInt(68)).as("flags of the program").isEqualTo(5);
        assertThat(bytes.getInt(124)).as("flags of the stack").isEqualTo(6);
    }

    @ParameterizedTest
    @ValueSource(strings = {FirstProcess.NAME, LinkHolder.NAME})
    @Requires(Facility.ASSEMBLER)
    void isWhatAnAssemblerMakesOfItsListing(String name) throws Exception {
        Architecture mine = Architecture.current().orElseThrow();
        boolean intel = mine == Architecture.X86_64;
        Path source = Files.writeString(
                directory.resolve("program.s"),
                (intel ? ".intel_syntax noprefix\n" : "") + listing(name + (intel ? "-x86_64.hex" : "-aarch64.hex")));
        Path object = directory.resolve("program.o");
        Process as = new ProcessBuilder("as", "-o", object.toString(), source.toString())
                .redirectErrorStream(true)
                .start();
        assertThat(new String(as.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEmpty();
        assertThat(as.waitFor()).isZero();
        byte[] program = MachineCode.of(name, mine);
        byte[] code = Arrays.copyOfRange(program, CODE, program.length);
        assertThat(new String(Files.readAllBytes(object), StandardCharsets.ISO_8859_1))
                .contains(new String(code, StandardCharsets.ISO_8859_1));
    }

    /** What stands behind the bytes, from the first label on. */
    private static String listing(String name) throws Exception {
        try (InputStream in = Objects.requireNonNull(MachineCode.class.getResourceAsStream(name))) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .dropWhile(line -> !line.equals("# start:"))
                    .map(line -> line.replaceFirst("[^#]*# ?", "").replaceFirst(" ; .*", ""))
                    .collect(Collectors.joining("\n", "", "\n"));
        }
    }
}
