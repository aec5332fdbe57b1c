package ai.tinyhumans.tinybox.linux.seccomp;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Assembles a program of the classic Berkeley packet filter, as seccomp(2) takes it: an accumulator, loads of 32-bit words
 * from {@code struct seccomp_data}, jumps forward. Not thread-safe.
 *
 * @param <L> the names of places to jump to
 */
final class BpfAssembler<L extends Enum<L>> {

    /** Bytes of one instruction: {@code struct sock_filter} (linux/filter.h). */
    static final int INSTRUCTION_BYTES = 8;

    // opcodes (linux/bpf_common.h): class, size and mode or operation and source
    static final short LOAD_WORD = 0x20; // BPF_LD | BPF_W | BPF_ABS
    static final short AND = 0x54; // BPF_ALU | BPF_AND | BPF_K
    static final short JUMP_IF_EQUAL = 0x15; // BPF_JMP | BPF_JEQ | BPF_K
    static final short JUMP_IF_AT_LEAST = 0x35; // BPF_JMP | BPF_JGE | BPF_K
    static final short JUMP_IF_ANY_BIT = 0x45; // BPF_JMP | BPF_JSET | BPF_K
    static final short RETURN = 0x06; // BPF_RET | BPF_K

    /** A jump's distance is a byte. */
    private static final int MAX_DISTANCE = 255;

    private record Instruction<L>(
            short code,
            int operand,
            @Nullable L whenTrue,
            @Nullable L whenFalse) {}

    private final List<Instruction<L>> instructions = new ArrayList<>();
    private final Map<L, Integer> places;

    BpfAssembler(Class<L> labels) {
        places = new EnumMap<>(labels);
    }

    /** Loads the word at an offset of the data into the accumulator. */
    BpfAssembler<L> load(int offset) {
        return add(LOAD_WORD, offset, null, null);
    }

    /** Keeps these bits of the accumulator. */
    BpfAssembler<L> and(int mask) {
        return add(AND, mask, null, null);
    }

    BpfAssembler<L> jumpIfEqual(int value, L target) {
        return add(JUMP_IF_EQUAL, value, target, null);
    }

    BpfAssembler<L> jumpUnlessEqual(int value, L target) {
        return add(JUMP_IF_EQUAL, value, null, target);
    }

    /** Compares without sign. */
    BpfAssembler<L> jumpIfAtLeast(int value, L target) {
        return add(JUMP_IF_AT_LEAST, value, target, null);
    }

    BpfAssembler<L> jumpIfAnyBit(int mask, L target) {
        return add(JUMP_IF_ANY_BIT, mask, target, null);
    }

    BpfAssembler<L> answer(int action) {
        return add(RETURN, action, null, null);
    }

    /** Gives the next instruction a name to jump to. */
    BpfAssembler<L> label(L name) {
        if (places.put(name, instructions.size()) != null) {
            throw new IllegalStateException("two places are named " + name);
        }
        return this;
    }

    /** The program as an array of {@code struct sock_filter}, little endian as both architectures are. */
    byte[] assemble() {
        ByteBuffer program =
                ByteBuffer.allocate(instructions.size() * INSTRUCTION_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 0; at < instructions.size(); at++) {
            Instruction<L> instruction = instructions.get(at);
            program.putShort(instruction.code())
                    .put(distance(at, instruction.whenTrue()))
                    .put(distance(at, instruction.whenFalse()))
                    .putInt(instruction.operand());
        }
        return program.array();
    }

    private byte distance(int at, @Nullable L target) {
        if (target == null) {
            return 0;
        }
        Integer place = places.get(target);
        int distance = place == null ? -1 : place - at - 1;
        if (distance < 0 || distance > MAX_DISTANCE) {
            throw new IllegalStateException("instruction " + at + " cannot jump to " + target);
        }
        return (byte) distance;
    }

    private BpfAssembler<L> add(short code, int operand, @Nullable L whenTrue, @Nullable L whenFalse) {
        instructions.add(new Instruction<>(code, operand, whenTrue, whenFalse));
        return this;
    }
}
