#include "textflag.h"

// func packBMI2(a *packArgs)
//
// Field by field, so that its mask and shift stay in registers while all
// states go by.
TEXT ·packBMI2(SB), NOSPLIT, $0-8
	MOVQ a+0(FP), AX
	MOVQ 0(AX), DI  // dst: the word being filled, of the first state
	MOVQ 16(AX), BX // fields
	MOVQ 24(AX), CX // how many
	MOVQ 40(AX), R8 // bytes from state to state at the source
	MOVQ 48(AX), R12 // and packed

field:
	MOVL    8(BX), SI
	ADDQ    8(AX), SI  // src: the field in the first state
	MOVQ    (BX), R9   // mask
	MOVBLZX 12(BX), R10 // shift
	MOVBLZX 13(BX), R11 // spill
	MOVQ    32(AX), R15 // states to go
	MOVQ    DI, R14
	TESTQ   R11, R11
	JNZ     spill
	TESTQ   R10, R10
	JNZ     merge

first: // the first bits of a word
	MOVQ  (SI), R13
	PEXTQ R9, R13, R13
	MOVQ  R13, (R14)
	ADDQ  R8, SI
	ADDQ  R12, R14
	DECQ  R15
	JNZ   first
	JMP   done

merge: // beside others
	MOVQ  (SI), R13
	PEXTQ R9, R13, R13
	SHLXQ R10, R13, R13
	ORQ   R13, (R14)
	ADDQ  R8, SI
	ADDQ  R12, R14
	DECQ  R15
	JNZ   merge
	JMP   done

spill: // the last bits of a word, and perhaps the first of the next
	ADDQ    $8, DI
	POPCNTQ R9, R13
	CMPQ    R13, R11
	JEQ     full

straddle: // its shift is not 0, as no mask has more than 64 bits
	MOVQ  (SI), R13
	PEXTQ R9, R13, R13
	SHLXQ R10, R13, DX
	ORQ   DX, (R14)
	SHRXQ R11, R13, R13
	MOVQ  R13, 8(R14)
	ADDQ  R8, SI
	ADDQ  R12, R14
	DECQ  R15
	JNZ   straddle
	JMP   done

full:
	TESTQ R10, R10
	JZ    first
	JMP   merge

done:
	ADDQ $16, BX
	DECQ CX
	JNZ  field
	RET

// func strayAVX2(src unsafe.Pointer, foreign *uint64, words, n int) (stray uint64)
//
// It ors the foreign bits of n states of so many words together, four words at
// a time in Y0, the rest in DX.
TEXT ·strayAVX2(SB), NOSPLIT, $0-40
	MOVQ  src+0(FP), SI
	MOVQ  foreign+8(FP), BX
	MOVQ  words+16(FP), R8
	MOVQ  n+24(FP), CX
	VPXOR Y0, Y0, Y0
	XORQ  DX, DX
	MOVQ  R8, R9
	ANDQ  $~3, R9 // words that go by fours

state:
	XORQ  R10, R10
	TESTQ R9, R9
	JZ    rest

four:
	VMOVDQU (SI)(R10*8), Y1
	VPAND   (BX)(R10*8), Y1, Y1
	VPOR    Y1, Y0, Y0
	ADDQ    $4, R10
	CMPQ    R10, R9
	JLT     four

rest:
	CMPQ R10, R8
	JGE  over
	MOVQ (SI)(R10*8), AX
	ANDQ (BX)(R10*8), AX
	ORQ  AX, DX
	INCQ R10
	JMP  rest

over:
	LEAQ (SI)(R8*8), SI
	DECQ CX
	JNZ  state

	VEXTRACTI128 $1, Y0, X1
	VPOR         X1, X0, X0
	VPEXTRQ      $1, X0, AX
	ORQ          AX, DX
	VMOVQ        X0, AX
	ORQ          AX, DX
	VZEROUPPER
	MOVQ DX, stray+32(FP)
	RET

// func unpackBMI2(dst unsafe.Pointer, src *uint64, fields *field, n int)
TEXT ·unpackBMI2(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ fields+16(FP), BX
	MOVQ n+24(FP), CX
	MOVQ (SI), AX

scatter:
	MOVQ    (BX), R9
	MOVL    8(BX), R8
	MOVBLZX 12(BX), R12
	SHRXQ   R12, AX, R11
	MOVBLZX 13(BX), R12
	TESTQ   R12, R12
	JZ      put
	POPCNTQ R9, R13
	CMPQ    R13, R12
	JHI     straddles           // more bits than fitted: the next word has the rest
	CMPQ    CX, $1
	JEQ     put                 // full to the last bit, and no field follows

straddles:
	ADDQ  $8, SI
	MOVQ  (SI), AX
	DECQ  R12
	SHLXQ R12, AX, R13
	SHLQ  $1, R13
	ORQ   R13, R11

put:
	PDEPQ R9, R11, R10
	MOVQ  R10, (DI)(R8*1)
	ADDQ  $16, BX
	DECQ  CX
	JNZ   scatter
	RET
