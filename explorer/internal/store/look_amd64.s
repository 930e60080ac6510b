#include "go_asm.h"
#include "textflag.h"

// func lookAVX2(v *view, s *stage)
//
// Y2 holds the tag in every lane, Y0 and Y1 the line, Y4 zero. R8 and R9 are
// bit masks of the slots that have the tag and of those that are empty, with bit
// 8 set as if behind a full line there were one. No branch: whether a state is
// new cannot be guessed. Every vector instruction is of the VEX encoding: MOVQ to
// X2, which leaves the half above it as it was, took half of a whole run on some
// processors and nothing on others.
TEXT ·lookAVX2(SB), NOSPLIT, $0-16
	MOVQ  v+0(FP), SI
	MOVQ  s+8(FP), DI
	MOVQ  view_table(SI), R10
	MOVQ  view_chunks(SI), R11
	MOVQ  view_shift(SI), R12
	MOVQ  view_mask(SI), R13
	MOVQ  view_stride(SI), R15
	MOVQ  stage_n(DI), CX
	LEAQ  stage_hashes(DI), AX
	LEAQ  stage_homes(DI), BX
	LEAQ  stage_found(DI), DI
	VPXOR Y4, Y4, Y4

next:
	MOVQ         (AX), DX
	SHRQ         $const_placeShift, DX
	ANDQ         $const_tagMask, DX
	VMOVQ        DX, X2
	VPBROADCASTQ X2, Y2
	MOVQ         (BX), DX
	SHLQ         $6, DX
	ADDQ         R10, DX // the line
	VMOVDQU      (DX), Y0
	VMOVDQU      32(DX), Y1
	VPCMPEQQ     Y4, Y0, Y3
	VMOVMSKPD    Y3, R9
	VPCMPEQQ     Y4, Y1, Y3
	VMOVMSKPD    Y3, SI
	SHLQ         $4, SI
	ORQ          SI, R9
	ORQ          $256, R9
	VPSRLQ       $const_tagShift, Y0, Y0
	VPCMPEQQ     Y2, Y0, Y3
	VMOVMSKPD    Y3, R8
	VPSRLQ       $const_tagShift, Y1, Y1
	VPCMPEQQ     Y2, Y1, Y3
	VMOVMSKPD    Y3, SI
	SHLQ         $4, SI
	ORQ          SI, R8
	ANDNQ        R8, R9, R8 // an empty slot has no tag
	TZCNTQ       R9, R9
	TZCNTQ       R8, SI
	CMOVQCS      R9, SI
	SBBQ         R8, R8 // all ones if no slot has the tag
	MOVB         SI, (DI)
	MOVQ         SI, R9
	SHRQ         $3, R9
	SHLQ         $6, R9
	ADDQ         DX, R9 // the line, or that behind it, which has to be searched, too
	ANDNQ        SI, R8, SI
	MOVQ         (DX)(SI*8), SI
	ANDNQ        SI, R8, SI
	SHLQ         $(64-const_numberBits), SI
	SHRQ         $(64-const_numberBits), SI
	LEAQ         1(R8), R14
	SUBQ         R14, SI // the state's number, or 0
	SHRXQ        R12, SI, R14
	ANDQ         R13, SI
	IMULQ        R15, SI
	ADDQ         (R11)(R14*8), SI
	TESTQ        R8, R8
	CMOVQNE      R9, SI
	PREFETCHT0   (SI)
	ADDQ         $8, AX
	ADDQ         $8, BX
	INCQ         DI
	DECQ         CX
	JNZ          next
	VZEROUPPER
	RET

// func seekAVX2(table *uint64, s *stage)
//
// As lookAVX2, with what is above the mark for a tag. The stage has a state at
// least.
TEXT ·seekAVX2(SB), NOSPLIT, $0-16
	MOVQ  table+0(FP), R10
	MOVQ  s+8(FP), DI
	MOVQ  stage_n(DI), CX
	LEAQ  stage_hashes(DI), AX
	LEAQ  stage_homes(DI), BX
	LEAQ  stage_found(DI), DI
	VPXOR Y4, Y4, Y4

print:
	MOVQ         (AX), DX
	SHLQ         $(64-const_printTagBits), DX
	SHRQ         $const_printMarkBits, DX // the tag above a detour of 0
	VMOVQ        DX, X2
	VPBROADCASTQ X2, Y2
	MOVQ         (BX), DX
	SHLQ         $6, DX
	ADDQ         R10, DX // the line
	VMOVDQU      (DX), Y0
	VMOVDQU      32(DX), Y1
	VPCMPEQQ     Y4, Y0, Y3
	VMOVMSKPD    Y3, R9
	VPCMPEQQ     Y4, Y1, Y3
	VMOVMSKPD    Y3, SI
	SHLQ         $4, SI
	ORQ          SI, R9
	ORQ          $256, R9
	VPSRLQ       $const_printMarkBits, Y0, Y0
	VPCMPEQQ     Y2, Y0, Y3
	VMOVMSKPD    Y3, R8
	VPSRLQ       $const_printMarkBits, Y1, Y1
	VPCMPEQQ     Y2, Y1, Y3
	VMOVMSKPD    Y3, SI
	SHLQ         $4, SI
	ORQ          SI, R8
	ANDNQ        R8, R9, R8 // an empty slot has no hash
	TZCNTQ       R9, R9
	TZCNTQ       R8, SI
	CMOVQCS      R9, SI
	MOVB         SI, (DI)
	MOVQ         (AX), R8
	ANDQ         $const_mostStep, R8
	INCQ         R8
	SHRQ         $3, SI // 1 if the line is full of others
	IMULQ        R8, SI
	SHLQ         $6, SI
	PREFETCHT0   (DX)(SI*1) // the line, or the next
	ADDQ         $8, AX
	ADDQ         $8, BX
	INCQ         DI
	DECQ         CX
	JNZ          print
	VZEROUPPER
	RET
