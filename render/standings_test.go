package render

import (
	"bytes"
	"image/png"
	"testing"
)

func sampleStandings(rows, rounds int) Standings {
	g := Standings{Title: "Friday", Rounds: rounds}
	for i := range rows {
		r := StandingsRow{Place: i + 1, Number: rows - i, Name: []string{"Mei", "Thảo", "😀", "王小明",
			"A name of thirty-two characters!!"}[i%5], Points: max(0, 2*rounds-i)}
		for n := range rounds {
			r.Cells = append(r.Cells, StandingsCell{Opponent: (i+n)%rows + 1, Points: (i + n) % 3,
				Empty: (i*n)%11 == 10})
		}
		g.Rows = append(g.Rows, r)
	}
	return g
}

// Tables of any size are drawn, in every theme; what cannot be written is left out.
func TestStandings(t *testing.T) {
	p := New()
	for _, size := range [][2]int{{1, 0}, {2, 1}, {8, 5}, {16, 9}} {
		for _, theme := range []Theme{Wood, Night} {
			g := sampleStandings(size[0], size[1])
			g.Theme = theme
			card, err := p.Standings(g)
			if err != nil {
				t.Fatal(err)
			}
			im, err := png.Decode(bytes.NewReader(card.PNG))
			if err != nil || im.Bounds().Dx() != card.Width || im.Bounds().Dy() != card.Height {
				t.Errorf("%v: %v, %v", size, im.Bounds(), err)
			}
			if want := 1 + min(size[0], 2); len(card.Names) < want {
				t.Errorf("%v: names %q", size, card.Names)
			}
		}
	}
	same := func(a, b StandingsRow) bool {
		one, err := p.Standings(Standings{Rows: []StandingsRow{a}})
		two, err2 := p.Standings(Standings{Rows: []StandingsRow{b}})
		return err == nil && err2 == nil && bytes.Equal(one.PNG, two.PNG)
	}
	if !same(StandingsRow{Place: 1, Name: "😀"}, StandingsRow{Place: 1}) ||
		same(StandingsRow{Place: 1, Name: "😀", Number: 5}, StandingsRow{Place: 1}) {
		t.Error("only a number that was given stands for a name")
	}
	for _, bad := range []Standings{{}, sampleStandings(17, 3), sampleStandings(4, 10), {Rows: make([]StandingsRow, 1),
		Rounds: -1}} {
		if _, err := p.Standings(bad); err == nil {
			t.Errorf("%d rows and %d rounds are drawn", len(bad.Rows), bad.Rounds)
		}
	}
}
