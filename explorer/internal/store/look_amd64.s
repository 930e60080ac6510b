#include "go_asm.h"
#include "textflag.h"

// func lookAVX2(v *view, s *stage)
//
// Y2 holds the tag in every lane, Y0 and Y1 the line, Y4 zero. R8 and R9 are
// bit masks of the slots that have the tag and of those that are empty.
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
	MOVQ         DX, X2
	VPBROADCASTQ X2, Y2
	MOVQ         (BX), DX
	SHLQ         $6, DX
	ADDQ         R10, DX // the line
	VMOVDQU      (DX), Y0
	VMOVDQU      32(DX), Y1
	VPSRLQ       $const_tagShift, Y0, Y3
	VPCMPEQQ     Y2, Y3, Y3
	VMOVMSKPD    Y3, R8
	VPSRLQ       $const_tagShift, Y1, Y3
	VPCMPEQQ     Y2, Y3, Y3
	VMOVMSKPD    Y3, R9
	SHLQ         $4, R9
	ORQ          R9, R8
	VPCMPEQQ     Y4, Y0, Y3
	VMOVMSKPD    Y3, R9
	VPCMPEQQ     Y4, Y1, Y3
	VMOVMSKPD    Y3, SI
	SHLQ         $4, SI
	ORQ          SI, R9
	ANDNQ        R8, R9, R8 // an empty slot has no tag
	TZCNTQ       R8, SI
	JC           absent
	MOVB         SI, (DI)
	MOVQ         (DX)(SI*8), SI
	MOVQ         $const_numberMask, R9
	ANDQ         R9, SI
	DECQ         SI // the state's number
	SHRXQ        R12, SI, R9
	ANDQ         R13, SI
	IMULQ        R15, SI
	ADDQ         (R11)(R9*8), SI
	PREFETCHT0   (SI)
	JMP          done

absent:
	ORQ    $(1<<const_elsewhere), R9
	TZCNTQ R9, SI
	MOVB   SI, (DI)
	CMPQ   SI, $const_elsewhere
	JEQ    full
	BYTE   $0x0F; BYTE $0x0D; BYTE $0x0A // PREFETCHW (DX): the slot will be written
	JMP    done

full:
	PREFETCHT0 64(DX) // the line after that has to be searched, too

done:
	ADDQ $8, AX
	ADDQ $8, BX
	INCQ DI
	DECQ CX
	JNZ  next
	VZEROUPPER
	RET
