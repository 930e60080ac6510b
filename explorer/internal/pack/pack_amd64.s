#include "textflag.h"

// func cpuid(leaf, sub uint32) (a, b, c, d uint32)
TEXT ·cpuid(SB), NOSPLIT, $0-24
	MOVL leaf+0(FP), AX
	MOVL sub+4(FP), CX
	CPUID
	MOVL AX, a+8(FP)
	MOVL BX, b+12(FP)
	MOVL CX, c+16(FP)
	MOVL DX, d+20(FP)
	RET

// func packBMI2(dst *uint64, src unsafe.Pointer, fields *field, n int) (stray uint64)
//
// AX gathers the packed word, DX the stray bits; a field that fills the word
// (spill != 0) stores it and starts the next with the bits left over.
TEXT ·packBMI2(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ fields+16(FP), BX
	MOVQ n+24(FP), CX
	XORQ AX, AX
	XORQ DX, DX
	XORQ R14, R14 // bits pending in AX?

next:
	MOVQ    (BX), R9            // mask
	MOVL    8(BX), R8           // off
	MOVQ    (SI)(R8*1), R10     // the word
	ANDNQ   R10, R9, R11        // its bits outside the mask
	ORQ     R11, DX
	PEXTQ   R9, R10, R11
	MOVBLZX 12(BX), R12         // shift
	SHLXQ   R12, R11, R13
	ORQ     R13, AX
	MOVQ    $1, R14
	MOVBLZX 13(BX), R12         // spill
	TESTQ   R12, R12
	JZ      done
	MOVQ    AX, (DI)
	ADDQ    $8, DI
	DECQ    R12                 // two shifts: spill may be 64
	SHRXQ   R12, R11, AX
	SHRQ    $1, AX
	POPCNTQ R9, R13
	INCQ    R12
	SUBQ    R12, R13            // bits left over
	MOVQ    R13, R14

done:
	ADDQ $16, BX
	DECQ CX
	JNZ  next
	TESTQ R14, R14
	JZ   out
	MOVQ AX, (DI)

out:
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
