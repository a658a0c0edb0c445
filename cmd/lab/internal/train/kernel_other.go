//go:build !amd64

package train

const hasVector = false

func sumRows(dst, base, rows []float32, at []int32) { sumRowsGo(dst, base, rows, at) }

func addRows(rows, g []float32, at []int32) { addRowsGo(rows, g, at) }

func adam(params, first, second, grads []float32, c *[adamConstants]float32) {
	adamGo(params, first, second, grads, c)
}

func squareDot(units, weights []float32) float32 { return squareDotGo(units, weights) }

func squareBack(g, units, weights, gw []float32, d float32) { squareBackGo(g, units, weights, gw, d) }
