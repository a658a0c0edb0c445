#include "textflag.h"

// Widths are multiples of 64 floats; see kernel.go for what each does.

// func sumRowsAVX2(dst, base, rows *float32, at *int32, n, width int)
//
// Column by column of 64 floats, which stay in registers while the rows go by.
TEXT ·sumRowsAVX2(SB), NOSPLIT, $0-48
	MOVQ dst+0(FP), DI
	MOVQ base+8(FP), SI
	MOVQ rows+16(FP), R8
	MOVQ at+24(FP), R9
	MOVQ n+32(FP), CX
	MOVQ width+40(FP), R10
	SHRQ $6, R10

column:
	VMOVUPS (SI), Y0
	VMOVUPS 32(SI), Y1
	VMOVUPS 64(SI), Y2
	VMOVUPS 96(SI), Y3
	VMOVUPS 128(SI), Y4
	VMOVUPS 160(SI), Y5
	VMOVUPS 192(SI), Y6
	VMOVUPS 224(SI), Y7
	XORQ    AX, AX

row:
	MOVLQSX (R9)(AX*4), DX
	LEAQ    (R8)(DX*4), DX
	VADDPS  (DX), Y0, Y0
	VADDPS  32(DX), Y1, Y1
	VADDPS  64(DX), Y2, Y2
	VADDPS  96(DX), Y3, Y3
	VADDPS  128(DX), Y4, Y4
	VADDPS  160(DX), Y5, Y5
	VADDPS  192(DX), Y6, Y6
	VADDPS  224(DX), Y7, Y7
	INCQ    AX
	CMPQ    AX, CX
	JLT     row
	VMOVUPS Y0, (DI)
	VMOVUPS Y1, 32(DI)
	VMOVUPS Y2, 64(DI)
	VMOVUPS Y3, 96(DI)
	VMOVUPS Y4, 128(DI)
	VMOVUPS Y5, 160(DI)
	VMOVUPS Y6, 192(DI)
	VMOVUPS Y7, 224(DI)
	ADDQ    $256, SI
	ADDQ    $256, DI
	ADDQ    $256, R8
	DECQ    R10
	JNZ     column
	VZEROUPPER
	RET

// func addRowsAVX2(rows, back *float32, at *int32, n, width int)
TEXT ·addRowsAVX2(SB), NOSPLIT, $0-40
	MOVQ rows+0(FP), R8
	MOVQ back+8(FP), SI
	MOVQ at+16(FP), R9
	MOVQ n+24(FP), CX
	MOVQ width+32(FP), R10
	SHRQ $6, R10

column:
	VMOVUPS (SI), Y0
	VMOVUPS 32(SI), Y1
	VMOVUPS 64(SI), Y2
	VMOVUPS 96(SI), Y3
	VMOVUPS 128(SI), Y4
	VMOVUPS 160(SI), Y5
	VMOVUPS 192(SI), Y6
	VMOVUPS 224(SI), Y7
	XORQ    AX, AX

row:
	MOVLQSX (R9)(AX*4), DX
	LEAQ    (R8)(DX*4), DX
	VADDPS  (DX), Y0, Y8
	VADDPS  32(DX), Y1, Y9
	VADDPS  64(DX), Y2, Y10
	VADDPS  96(DX), Y3, Y11
	VADDPS  128(DX), Y4, Y12
	VADDPS  160(DX), Y5, Y13
	VADDPS  192(DX), Y6, Y14
	VADDPS  224(DX), Y7, Y15
	VMOVUPS Y8, (DX)
	VMOVUPS Y9, 32(DX)
	VMOVUPS Y10, 64(DX)
	VMOVUPS Y11, 96(DX)
	VMOVUPS Y12, 128(DX)
	VMOVUPS Y13, 160(DX)
	VMOVUPS Y14, 192(DX)
	VMOVUPS Y15, 224(DX)
	INCQ    AX
	CMPQ    AX, CX
	JLT     row
	ADDQ    $256, SI
	ADDQ    $256, R8
	DECQ    R10
	JNZ     column
	VZEROUPPER
	RET

// func squareDotAVX2(units, weights *float32, width int) float32
TEXT ·squareDotAVX2(SB), NOSPLIT, $0-28
	MOVQ         units+0(FP), SI
	MOVQ         weights+8(FP), R8
	MOVQ         width+16(FP), CX
	VXORPS       Y12, Y12, Y12
	MOVL         $0x3f800000, AX
	VMOVD        AX, X13
	VPBROADCASTD X13, Y13
	VXORPS       Y4, Y4, Y4
	VXORPS       Y5, Y5, Y5
	XORQ         AX, AX

loop:
	VMOVUPS     (SI)(AX*4), Y0
	VMOVUPS     32(SI)(AX*4), Y1
	VMAXPS      Y12, Y0, Y0
	VMAXPS      Y12, Y1, Y1
	VMINPS      Y13, Y0, Y0
	VMINPS      Y13, Y1, Y1
	VMULPS      Y0, Y0, Y0
	VMULPS      Y1, Y1, Y1
	VFMADD231PS (R8)(AX*4), Y0, Y4
	VFMADD231PS 32(R8)(AX*4), Y1, Y5
	ADDQ        $16, AX
	CMPQ        AX, CX
	JLT         loop
	VADDPS      Y5, Y4, Y4
	VEXTRACTF128 $1, Y4, X0
	VADDPS      X0, X4, X4
	VHADDPS     X4, X4, X4
	VHADDPS     X4, X4, X4
	VMOVSS      X4, ret+24(FP)
	VZEROUPPER
	RET

// func squareBackAVX2(back, units, weights, gw *float32, d float32, width int)
TEXT ·squareBackAVX2(SB), NOSPLIT, $0-48
	MOVQ         back+0(FP), DI
	MOVQ         units+8(FP), SI
	MOVQ         weights+16(FP), R8
	MOVQ         gw+24(FP), R9
	VBROADCASTSS d+32(FP), Y14
	MOVQ         width+40(FP), CX
	VADDPS       Y14, Y14, Y15
	VXORPS       Y12, Y12, Y12
	MOVL         $0x3f800000, AX
	VMOVD        AX, X13
	VPBROADCASTD X13, Y13
	XORQ         AX, AX

loop:
	VMOVUPS     (SI)(AX*4), Y0
	VCMPPS      $1, Y13, Y0, Y2 // units below 1
	VMAXPS      Y12, Y0, Y0
	VMINPS      Y13, Y0, Y0
	VMULPS      Y14, Y0, Y1     // d c
	VMOVUPS     (R9)(AX*4), Y3
	VFMADD231PS Y1, Y0, Y3      // d c c
	VMOVUPS     Y3, (R9)(AX*4)
	VMULPS      Y15, Y0, Y1     // 2 d c
	VMULPS      (R8)(AX*4), Y1, Y1
	VANDPS      Y2, Y1, Y1
	VMOVUPS     Y1, (DI)(AX*4)
	ADDQ        $8, AX
	CMPQ        AX, CX
	JLT         loop
	VZEROUPPER
	RET

// func adamAVX2(params, first, second, grads *float32, n int, c *[8]float32)
TEXT ·adamAVX2(SB), NOSPLIT, $0-48
	MOVQ         params+0(FP), DI
	MOVQ         first+8(FP), R8
	MOVQ         second+16(FP), R9
	MOVQ         grads+24(FP), SI
	MOVQ         n+32(FP), CX
	MOVQ         c+40(FP), DX
	VBROADCASTSS (DX), Y8    // scale
	VBROADCASTSS 4(DX), Y9   // decay of the first moment
	VBROADCASTSS 8(DX), Y10  // 1 - that
	VBROADCASTSS 12(DX), Y11 // decay of the second
	VBROADCASTSS 16(DX), Y12 // 1 - that
	VBROADCASTSS 20(DX), Y13 // tiny
	VBROADCASTSS 24(DX), Y14 // size of the step
	VBROADCASTSS 28(DX), Y15 // limit
	VXORPS       Y7, Y7, Y7
	VSUBPS       Y15, Y7, Y7 // -limit
	XORQ         AX, AX

loop:
	VMULPS      (SI)(AX*4), Y8, Y0
	VMULPS      (R8)(AX*4), Y9, Y1
	VFMADD231PS Y0, Y10, Y1
	VMOVUPS     Y1, (R8)(AX*4)
	VMULPS      Y0, Y0, Y0
	VMULPS      (R9)(AX*4), Y11, Y2
	VFMADD231PS Y0, Y12, Y2
	VMOVUPS     Y2, (R9)(AX*4)
	VSQRTPS     Y2, Y2
	VADDPS      Y13, Y2, Y2
	VMULPS      Y14, Y1, Y1
	VDIVPS      Y2, Y1, Y1
	VMOVUPS     (DI)(AX*4), Y3
	VSUBPS      Y1, Y3, Y3
	VMAXPS      Y7, Y3, Y3
	VMINPS      Y15, Y3, Y3
	VMOVUPS     Y3, (DI)(AX*4)
	ADDQ        $8, AX
	CMPQ        AX, CX
	JLT         loop
	VZEROUPPER
	RET
