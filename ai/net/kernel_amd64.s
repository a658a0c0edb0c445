#include "textflag.h"

// The kernels work on 64 lanes of 16 bits (four registers) a turn; words is the number
// of 64-bit words, a multiple of 16. They are addSubLanes, addSubSubLanes and dotLanes.

// func addSubAVX2(dst, src, add, sub *uint64, words int)
TEXT ·addSubAVX2(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ add+16(FP), R8
	MOVQ sub+24(FP), R9
	MOVQ words+32(FP), CX
	XORQ AX, AX

loop:
	VMOVDQU (SI)(AX*8), Y0
	VMOVDQU 32(SI)(AX*8), Y1
	VMOVDQU 64(SI)(AX*8), Y2
	VMOVDQU 96(SI)(AX*8), Y3
	VPADDW  (R8)(AX*8), Y0, Y0
	VPADDW  32(R8)(AX*8), Y1, Y1
	VPADDW  64(R8)(AX*8), Y2, Y2
	VPADDW  96(R8)(AX*8), Y3, Y3
	VPSUBW  (R9)(AX*8), Y0, Y0
	VPSUBW  32(R9)(AX*8), Y1, Y1
	VPSUBW  64(R9)(AX*8), Y2, Y2
	VPSUBW  96(R9)(AX*8), Y3, Y3
	VMOVDQU Y0, (DI)(AX*8)
	VMOVDQU Y1, 32(DI)(AX*8)
	VMOVDQU Y2, 64(DI)(AX*8)
	VMOVDQU Y3, 96(DI)(AX*8)
	ADDQ    $16, AX
	CMPQ    AX, CX
	JLT     loop
	VZEROUPPER
	RET

// func addSubSubAVX2(dst, src, add, sub, sub2 *uint64, words int)
TEXT ·addSubSubAVX2(SB), NOSPLIT, $0-48
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ add+16(FP), R8
	MOVQ sub+24(FP), R9
	MOVQ sub2+32(FP), R10
	MOVQ words+40(FP), CX
	XORQ AX, AX

loop:
	VMOVDQU (SI)(AX*8), Y0
	VMOVDQU 32(SI)(AX*8), Y1
	VMOVDQU 64(SI)(AX*8), Y2
	VMOVDQU 96(SI)(AX*8), Y3
	VPADDW  (R8)(AX*8), Y0, Y0
	VPADDW  32(R8)(AX*8), Y1, Y1
	VPADDW  64(R8)(AX*8), Y2, Y2
	VPADDW  96(R8)(AX*8), Y3, Y3
	VPSUBW  (R9)(AX*8), Y0, Y0
	VPSUBW  32(R9)(AX*8), Y1, Y1
	VPSUBW  64(R9)(AX*8), Y2, Y2
	VPSUBW  96(R9)(AX*8), Y3, Y3
	VPSUBW  (R10)(AX*8), Y0, Y0
	VPSUBW  32(R10)(AX*8), Y1, Y1
	VPSUBW  64(R10)(AX*8), Y2, Y2
	VPSUBW  96(R10)(AX*8), Y3, Y3
	VMOVDQU Y0, (DI)(AX*8)
	VMOVDQU Y1, 32(DI)(AX*8)
	VMOVDQU Y2, 64(DI)(AX*8)
	VMOVDQU Y3, 96(DI)(AX*8)
	ADDQ    $16, AX
	CMPQ    AX, CX
	JLT     loop
	VZEROUPPER
	RET

// HALF adds to Y8–Y11 the clamped units at SI, times their weights at R8 (which fits
// 16 bits), times themselves.
#define HALF(loop) \
	XORQ      AX, AX; \
loop: \
	VMOVDQU   (SI)(AX*8), Y0; \
	VMOVDQU   32(SI)(AX*8), Y1; \
	VMOVDQU   64(SI)(AX*8), Y2; \
	VMOVDQU   96(SI)(AX*8), Y3; \
	VPMAXSW   Y12, Y0, Y0; \
	VPMAXSW   Y12, Y1, Y1; \
	VPMAXSW   Y12, Y2, Y2; \
	VPMAXSW   Y12, Y3, Y3; \
	VPMINSW   Y13, Y0, Y0; \
	VPMINSW   Y13, Y1, Y1; \
	VPMINSW   Y13, Y2, Y2; \
	VPMINSW   Y13, Y3, Y3; \
	VPMULLW   (R8)(AX*8), Y0, Y4; \
	VPMULLW   32(R8)(AX*8), Y1, Y5; \
	VPMULLW   64(R8)(AX*8), Y2, Y6; \
	VPMULLW   96(R8)(AX*8), Y3, Y7; \
	VPMADDWD  Y4, Y0, Y0; \
	VPMADDWD  Y5, Y1, Y1; \
	VPMADDWD  Y6, Y2, Y2; \
	VPMADDWD  Y7, Y3, Y3; \
	VPADDD    Y0, Y8, Y8; \
	VPADDD    Y1, Y9, Y9; \
	VPADDD    Y2, Y10, Y10; \
	VPADDD    Y3, Y11, Y11; \
	ADDQ      $16, AX; \
	CMPQ      AX, CX; \
	JLT       loop

// func dotAVX2(us, them, weights *uint64, words int) int32
TEXT ·dotAVX2(SB), NOSPLIT, $0-36
	MOVQ         us+0(FP), SI
	MOVQ         weights+16(FP), R8
	MOVQ         words+24(FP), CX
	VPXOR        Y12, Y12, Y12
	MOVL         $0x00ff00ff, AX
	VMOVD        AX, X13
	VPBROADCASTD X13, Y13
	VPXOR        Y8, Y8, Y8
	VPXOR        Y9, Y9, Y9
	VPXOR        Y10, Y10, Y10
	VPXOR        Y11, Y11, Y11
	HALF(first)
	MOVQ         them+8(FP), SI
	LEAQ         (R8)(CX*8), R8
	HALF(second)
	VPADDD       Y9, Y8, Y8
	VPADDD       Y11, Y10, Y10
	VPADDD       Y10, Y8, Y8
	VEXTRACTI128 $1, Y8, X0
	VPADDD       X0, X8, X8
	VPSHUFD      $0x4e, X8, X0
	VPADDD       X0, X8, X8
	VPSHUFD      $0xb1, X8, X0
	VPADDD       X0, X8, X8
	VMOVD        X8, AX
	MOVL         AX, ret+32(FP)
	VZEROUPPER
	RET
