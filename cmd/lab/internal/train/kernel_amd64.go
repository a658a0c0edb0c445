package train

import "golang.org/x/sys/cpu"

var hasVector = cpu.X86.HasAVX2 && cpu.X86.HasFMA

//go:noescape
func sumRowsAVX2(dst, base, rows *float32, at *int32, n, width int)

//go:noescape
func addRowsAVX2(rows, back *float32, at *int32, n, width int)

//go:noescape
func squareDotAVX2(units, weights *float32, width int) float32

//go:noescape
func squareBackAVX2(back, units, weights, gw *float32, d float32, width int)

//go:noescape
func adamAVX2(params, first, second, grads *float32, n int, c *[adamConstants]float32)

// adam uses assembly for whole registers and Go for the remainder.
func adam(params, first, second, grads []float32, c *[adamConstants]float32) {
	n := 0
	if hasVector {
		n = len(params) / 8 * 8
		if n > 0 {
			adamAVX2(&params[0], &first[0], &second[0], &grads[0], n, c)
		}
	}
	adamGo(params[n:], first[n:], second[n:], grads[n:], c)
}

func sumRows(dst, base, rows []float32, at []int32) {
	if hasVector && len(at) > 0 {
		sumRowsAVX2(&dst[0], &base[0], &rows[0], &at[0], len(at), len(dst))
		return
	}
	sumRowsGo(dst, base, rows, at)
}

func addRows(rows, g []float32, at []int32) {
	if hasVector && len(at) > 0 {
		addRowsAVX2(&rows[0], &g[0], &at[0], len(at), len(g))
		return
	}
	addRowsGo(rows, g, at)
}

func squareDot(units, weights []float32) float32 {
	if hasVector {
		return squareDotAVX2(&units[0], &weights[0], len(units))
	}
	return squareDotGo(units, weights)
}

func squareBack(g, units, weights, gw []float32, d float32) {
	if hasVector {
		squareBackAVX2(&g[0], &units[0], &weights[0], &gw[0], d, len(units))
		return
	}
	squareBackGo(g, units, weights, gw, d)
}
