#include "textflag.h"

// func prefetch(p unsafe.Pointer)
TEXT ·prefetch(SB), NOSPLIT, $0-8
	MOVQ p+0(FP), AX
	PREFETCHT0 (AX)
	RET

// func prefetchLines(table *uint64, lines *uint64, n int)
TEXT ·prefetchLines(SB), NOSPLIT, $0-24
	MOVQ  table+0(FP), AX
	MOVQ  lines+8(FP), BX
	MOVQ  n+16(FP), CX
	TESTQ CX, CX
	JZ    over

line:
	MOVQ       (BX), DX
	SHLQ       $6, DX
	PREFETCHT0 (AX)(DX*1)
	ADDQ       $8, BX
	DECQ       CX
	JNZ        line

over:
	RET
