package ai.tinyhumans.tinybox.linux.seccomp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class BpfAssemblerTest {

    private enum Place {
        YES,
        NO
    }

    private static BpfAssembler<Place> assembler() {
        return new BpfAssembler<>(Place.class);
    }

    @Test
    void writesInstructionsAsTheKernelReadsThem() {
        byte[] program = assembler()
                .load(4)
                .jumpUnlessEqual(0x01020304, Place.NO)
                .answer(0x7FFF_0000)
                .label(Place.NO)
                .answer(1)
                .assemble();
        assertThat(program)
                .containsExactly(
                        0x20, 0, 0, 0, 4, 0, 0, 0, //
                        0x15, 0, 0, 1, 4, 3, 2, 1, //
                        0x06, 0, 0, 0, 0, 0, 0xFF, 0x7F, //
                        0x06, 0, 0, 0, 1, 0, 0, 0);
    }

    @Test
    void refusesToJumpBackNowhereOrTooFar() {
        assertThatThrownBy(assembler().label(Place.YES).answer(0).jumpIfEqual(1, Place.YES)::assemble)
                .hasMessage("instruction 1 cannot jump to YES");
        assertThatThrownBy(assembler().jumpIfEqual(1, Place.NO)::assemble)
                .hasMessage("instruction 0 cannot jump to NO");
        BpfAssembler<Place> far = assembler().jumpIfEqual(1, Place.YES);
        for (int i = 0; i < 256; i++) {
            far.load(0);
        }
        assertThatThrownBy(far.label(Place.YES).answer(0)::assemble).hasMessage("instruction 0 cannot jump to YES");
    }

    @Test
    void jumpsAsFarAsAByteReaches() {
        BpfAssembler<Place> far = assembler().jumpIfEqual(0, Place.YES);
        for (int i = 0; i < 255; i++) {
            far.answer(1);
        }
        byte[] program = far.label(Place.YES).answer(2).assemble();
        assertThat(new BpfMachine(program).answer(Architecture.X86_64, 0)).isEqualTo(2);
    }

    @Test
    void refusesTwoPlacesOfOneName() {
        assertThatThrownBy(() -> assembler().label(Place.YES).label(Place.YES)).hasMessage("two places are named YES");
    }
}
