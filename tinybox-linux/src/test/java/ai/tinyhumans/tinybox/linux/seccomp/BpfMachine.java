package ai.tinyhumans.tinybox.linux.seccomp;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Runs a filter on one call, as the kernel would (net/core/filter.c), and refuses what the kernel would not load. */
final class BpfMachine {

    private static final int DATA_BYTES = 64; // struct seccomp_data

    private final ByteBuffer program;

    BpfMachine(byte[] program) {
        if (program.length == 0 || program.length % BpfAssembler.INSTRUCTION_BYTES != 0) {
            throw new IllegalArgumentException("no whole number of instructions: " + program.length + " bytes");
        }
        this.program = ByteBuffer.wrap(program).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The answer to a call. */
    int answer(Architecture architecture, int number, long... arguments) {
        ByteBuffer data = ByteBuffer.allocate(DATA_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        data.putInt(0, number).putInt(4, architecture.auditNumber());
        for (int i = 0; i < arguments.length; i++) {
            data.putLong(16 + 8 * i, arguments[i]);
        }
        return run(data);
    }

    private int run(ByteBuffer data) {
        int accumulator = 0;
        int counter = 0;
        while (true) {
            int at = counter * BpfAssembler.INSTRUCTION_BYTES;
            short code = program.getShort(at);
            int whenTrue = program.get(at + 2) & 0xFF;
            int whenFalse = program.get(at + 3) & 0xFF;
            int operand = program.getInt(at + 4);
            counter++;
            switch (code) {
                case BpfAssembler.LOAD_WORD -> accumulator = data.getInt(operand);
                case BpfAssembler.AND -> accumulator &= operand;
                case BpfAssembler.JUMP_IF_EQUAL -> counter += accumulator == operand ? whenTrue : whenFalse;
                case BpfAssembler.JUMP_IF_AT_LEAST ->
                    counter += Integer.compareUnsigned(accumulator, operand) >= 0 ? whenTrue : whenFalse;
                case BpfAssembler.JUMP_IF_ANY_BIT -> counter += (accumulator & operand) != 0 ? whenTrue : whenFalse;
                case BpfAssembler.RETURN -> {
                    return operand;
                }
                default -> throw new IllegalStateException("unknown instruction " + code + " at " + (counter - 1));
            }
        }
    }
}
