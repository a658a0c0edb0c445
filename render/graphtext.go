package render

import (
	"image/color"
	"math"

	"yeye/render/glyph"
)

const (
	// decided is the balance beyond which a game counts as decided, a 90 % chance. The area there is filled more
	// palely.
	decided = 0.8
	// labelSize is the size of the graph's text, pixels at scale 1.
	labelSize = 16
)

var phaseWords = [3]words{{"opening", "布局", "布局", "khai cuộc"}, {"middle game", "中局", "中局", "trung cuộc"},
	{"endgame", "残局", "殘局", "tàn cuộc"}}

// fadeDecided fills the area where the game is decided more palely.
func (d *diagram) fadeDecided() {
	for from := 0; from < d.last; from++ {
		to := from
		for to < d.last && d.known(to) && d.known(to+1) &&
			min(math.Abs(d.balance[to]), math.Abs(d.balance[to+1])) >= decided && d.balance[to]*d.balance[to+1] > 0 {
			to++
		}
		if to == from {
			continue
		}
		side := d.colors.chartRed
		if d.balance[from] < 0 {
			side = d.colors.chartBlack
		}
		d.dc.MoveTo(d.x(float64(from)), d.y(0))
		for i := from; i <= to; i++ {
			d.dc.LineTo(d.x(float64(i)), d.y(d.balance[i]))
		}
		d.dc.LineTo(d.x(float64(to)), d.y(0))
		d.dc.ClosePath()
		d.dc.SetColor(blend(d.colors.paper, side, 0.30))
		d.dc.Fill()
		from = to
	}
}

// drawPercents writes the chances beside the axis: Red's above, Black's below.
func (d *diagram) drawPercents() {
	for _, at := range []struct {
		text string
		b    float64
	}{{"100%", 1}, {"50%", 0}, {"100%", -1}} {
		if w, ok := d.layoutText(at.text, labelSize-2); ok {
			w.draw(d.dc, d.x(0)-w.width-5*d.unit, d.y(at.b)+w.capCenter()*w.size)
		}
	}
}

// drawNames writes the players' names into the corners of the two halves. A name that cannot be written or is too long
// is replaced by the side.
func (d *diagram) drawNames(drawNames [2]string, l Language) {
	const pad = 5
	for c, name := range drawNames {
		w, err := layoutRun(name, labelSize*d.unit, glyph.Medium)
		if err != nil || w.width > (graphWidth-graphLeft-graphRight)/2*d.unit {
			w, err = layoutRun(sideWords[c][l], labelSize*d.unit, glyph.Medium)
		}
		if err != nil || name == "" {
			continue
		}
		x, y := d.x(0)+10*d.unit, d.y(1)+16*d.unit
		if c == 1 {
			y = d.y(-1) - 14*d.unit
		}
		d.dc.SetColor(d.colors.paper)
		d.dc.DrawRoundedRectangle(x-pad*d.unit, y-0.75*w.size, w.width+2*pad*d.unit, 1.5*w.size, 4*d.unit)
		d.dc.Fill()
		d.dc.SetColor(d.colors.text)
		w.draw(d.dc, x, y+w.capCenter()*w.size)
	}
}

// drawPhases marks where the phases of the game start, and names those that are long enough for their name.
func (d *diagram) drawPhases(g *Graph) {
	starts := [4]int{0, g.Phases[0], g.Phases[1], d.last}
	if starts[1] == 0 {
		starts[1] = d.last
	}
	if starts[2] == 0 {
		starts[2] = d.last
	}
	for i, phase := range phaseWords {
		from, to := starts[i], starts[i+1]
		if to <= from || g.Phases == [2]int{} {
			continue
		}
		if i > 0 {
			d.dc.SetColor(d.colors.axis)
			d.dc.SetLineWidth(math.Max(1, d.unit))
			d.dc.SetDash(4*d.unit, 4*d.unit)
			d.dc.DrawLine(d.x(float64(from)), d.y(1), d.x(float64(from)), d.y(-1))
			d.dc.Stroke()
			d.dc.SetDash()
		}
		w, ok := d.layoutText(phase[g.Language], labelSize)
		if room := d.x(float64(to)) - d.x(float64(from)); ok && w.width < room {
			w.draw(d.dc, d.x(float64(from))+(room-w.width)/2, d.y(1)-0.75*w.size+w.capCenter()*w.size)
		}
	}
}

// layoutText lays out a text and sets its color. It returns false, and records the error, if the text cannot be drawn.
func (d *diagram) layoutText(text string, size float64) (glyphRun, bool) {
	w, err := layoutRun(text, size*d.unit, glyph.Medium)
	if err != nil {
		if d.err == nil {
			d.err = err
		}
		return w, false
	}
	d.dc.SetColor(color.RGBA(d.colors.text))
	return w, true
}
