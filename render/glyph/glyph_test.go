package glyph

import (
	"strings"
	"testing"
)

// trace is a Pen that records its positions.
type trace struct {
	box     Box
	started bool
	open    int
}

func (p *trace) see(x, y float64) {
	if !p.started {
		p.box, p.started = Box{x, y, x, y}, true
	}
	p.box = Box{min(p.box.X0, x), min(p.box.Y0, y), max(p.box.X1, x), max(p.box.Y1, y)}
}
func (p *trace) MoveTo(x, y float64)              { p.see(x, y); p.open++ }
func (p *trace) LineTo(x, y float64)              { p.see(x, y) }
func (p *trace) QuadraticTo(x1, y1, x, y float64) { p.see(x1, y1); p.see(x, y) }
func (p *trace) ClosePath()                       { p.open-- }

func TestHan(t *testing.T) {
	runes := Runes()
	if len(runes) < 200 {
		t.Fatalf("%d characters embedded", len(runes))
	}
	for _, r := range runes {
		p, err := Han(r)
		if err != nil {
			t.Fatal(err)
		}
		b := p.Bounds()
		if w, h := b.Size(); w < 0.3 || w > 1.05 || h < 0.05 || h > 1.05 {
			t.Errorf("%c is %.2f×%.2f em", r, w, h)
		}
		if b.X0 < -0.05 || b.X1 > 1.05 || b.Y0 < -0.95 || b.Y1 > 0.25 {
			t.Errorf("%c leaves its em: %+v", r, b)
		}
		var pen trace
		p.DrawCentered(&pen, 10, 20, 2)
		if pen.open != 0 {
			t.Errorf("%c: %d contours not closed", r, pen.open)
		}
		if x, y := pen.box.Center(); x < 9.999 || x > 10.001 || y < 19.999 || y > 20.001 {
			t.Errorf("%c is drawn around %.2f, %.2f", r, x, y)
		}
	}
	if _, err := Han('龍'); err == nil || !strings.Contains(err.Error(), "龍") {
		t.Errorf("an outline that is not embedded: %v", err)
	}
}

// TestSize limits the size of the outlines: they are part of every copy of the
// program.
func TestSize(t *testing.T) {
	if n := len(outlines); n > 600_000 {
		t.Errorf("%d bytes of outlines", n)
	}
}

func TestPiecesEmbedded(t *testing.T) {
	for _, r := range "俥傌炮仕相帥兵車馬砲士象將卒车马帅将楚河漢界一二三四五六七八九紅勝黑和棋" {
		if _, err := Han(r); err != nil {
			t.Error(err)
		}
	}
}

func TestLatin(t *testing.T) {
	for _, w := range []Weight{Medium, Bold} {
		p, adv, err := Latin(w, "R2")
		if err != nil {
			t.Fatal(err)
		}
		one, first, err := Latin(w, "R")
		if err != nil {
			t.Fatal(err)
		}
		if adv < 1 || adv > 1.6 || first >= adv || len(one) >= len(p) {
			t.Errorf("R2 is %.2f em wide, R %.2f", adv, first)
		}
		if b := p.Bounds(); b.Y0 > -0.6 || b.Y0 < -0.85 || b.Y1 > 0.05 {
			t.Errorf("digits and capitals reach from %.2f to %.2f", b.Y0, b.Y1)
		}
	}
	if _, _, err := Latin(Medium, "象"); err == nil {
		t.Error("the Go font has no Chinese")
	}
}

// TestVietnamese: every letter of the language can be written, with its marks
// above or below the bare letter and clear of it.
func TestVietnamese(t *testing.T) {
	const small = "àáảãạăằắẳẵặâầấẩẫậđèéẻẽẹêềếểễệìíỉĩịòóỏõọôồốổỗộơờớởỡợùúủũụưừứửữựỳýỷỹỵ"
	for _, text := range []string{small, strings.ToUpper(small)} {
		if !HasLatin(text) {
			t.Errorf("%s cannot be written", text)
		}
		for _, r := range text {
			p, advance, err := Latin(Bold, string(r))
			if err != nil {
				t.Fatal(err)
			}
			var pen trace
			p.Draw(&pen, 0, 0, 1)
			if b := p.Bounds(); advance < 0.2 || advance > 1 || b.Y0 < -1.28 || b.Y1 > 0.45 || pen.open != 0 {
				t.Errorf("%c: %.2f wide, %+v, %d contours open", r, advance, b, pen.open)
			}
		}
	}
	bounds := func(text string) Box {
		p, _, err := Latin(Medium, text)
		if err != nil {
			t.Fatal(err)
		}
		return p.Bounds()
	}
	for _, tt := range []struct{ whole, part string }{{"ế", "ê"}, {"ở", "o"}, {"ẵ", "ă"}, {"Ẩ", "Â"}} {
		if a, b := bounds(tt.whole), bounds(tt.part); a.Y0 > b.Y0-0.05 || a.Y1 != b.Y1 {
			t.Errorf("%s reaches from %.2f to %.2f, %s from %.2f to %.2f", tt.whole, a.Y0, a.Y1, tt.part, b.Y0, b.Y1)
		}
	}
	if a, b := bounds("ệ"), bounds("ê"); a.Y1 < b.Y1+0.05 || a.Y0 != b.Y0 {
		t.Errorf("the dot below: %+v and %+v", a, b)
	}
	if a, b := bounds("ư"), bounds("u"); a.X1 < b.X1+0.03 {
		t.Errorf("the horn: %+v and %+v", a, b)
	}
	if a, b := bounds("ế"), bounds("ế"); a != b {
		t.Error("a letter and its marks written apart look otherwise")
	}
	for _, none := range []string{"象", "a\u0334", "😀"} {
		if HasLatin(none) {
			t.Errorf("%q is said to be there", none)
		}
	}
}

func FuzzParseOutline(f *testing.F) {
	f.Add("m135-308l20-2q4 0 21-2z")
	f.Add("m1 2 l")
	f.Add("q")
	f.Add(outlineLines()['馬'])
	f.Fuzz(func(t *testing.T, text string) {
		p, err := parseOutline(text)
		if err != nil {
			return
		}
		box := p.Bounds()
		for _, s := range p {
			if s.Op.points() == 0 && s.Op != Close {
				t.Errorf("operation %q", s.Op)
			}
			for _, q := range s.P[:s.Op.points()] {
				if !(q.X >= box.X0 && q.X <= box.X1 && q.Y >= box.Y0 && q.Y <= box.Y1) {
					t.Errorf("%v lies outside %v", q, box)
				}
			}
		}
	})
}
