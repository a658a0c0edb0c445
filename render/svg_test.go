package render

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"yeye/game"
)

// ids reads an SVG document and returns the ids in it. What refers to an id must find it.
func ids(t *testing.T, data []byte) (all []string) {
	t.Helper()
	var used []string
	for d := xml.NewDecoder(bytes.NewReader(data)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		for _, a := range e.Attr {
			switch {
			case a.Name.Local == "id":
				all = append(all, a.Value)
			case a.Name.Local == "href":
				used = append(used, strings.TrimPrefix(a.Value, "#"))
			case strings.HasPrefix(a.Value, "url(#"):
				used = append(used, strings.TrimSuffix(strings.TrimPrefix(a.Value, "url(#"), ")"))
			case strings.Contains(a.Value, "NaN"), strings.Contains(a.Value, "%!"):
				t.Errorf("%s: %s=%q", e.Name.Local, a.Name.Local, a.Value)
			}
		}
	}
	for _, one := range used {
		if !slices.Contains(all, one) {
			t.Errorf("nothing has the id %q", one)
		}
	}
	return all
}

// Every theme and set is drawn for pages: each piece once, of parts that are there, and boards that differ by side
// where they have coordinates.
func TestSVG(t *testing.T) {
	t.Parallel()
	for theme := range themes {
		for _, set := range PieceSets() {
			data, err := PiecesSVG(theme, set)
			if err != nil {
				t.Fatal(err)
			}
			var pieces []string
			for _, one := range ids(t, data) {
				if strings.HasPrefix(one, "p-") {
					pieces = append(pieces, one)
				}
			}
			if got := strings.Join(pieces, ""); got != "p-Kp-Ap-Bp-Np-Rp-Cp-Pp-kp-ap-bp-np-rp-cp-p" {
				t.Errorf("%v %v: %s", theme, set, got)
			}
			for _, plain := range []bool{false, true} {
				data, err := BacksSVG(theme, set, plain)
				if err != nil {
					t.Fatal(err)
				}
				var backs []string
				for _, one := range ids(t, data) {
					if strings.HasPrefix(one, "p-") {
						backs = append(backs, one)
						if slices.Contains(pieces, one) {
							t.Errorf("an open piece and a face-down one are both %s", one)
						}
					}
				}
				if got := strings.Join(backs, ""); got != "p-Xp-Dp-Ep-Hp-Up-Vp-Qp-xp-dp-ep-hp-up-vp-q" {
					t.Errorf("%v %v: backs %s", theme, set, got)
				}
			}
		}
		for coords := range coordStyles {
			var boards [2][]byte
			for side := range boards {
				var err error
				if boards[side], err = BoardSVG(Style{Theme: theme, Coords: coords}, game.Color(side)); err != nil {
					t.Fatal(err)
				}
				ids(t, boards[side])
			}
			// digits are the same, in another order
			if coords != Digits && bytes.Equal(boards[0], boards[1]) != (coords == NoCoords) {
				t.Errorf("%v %v: both sides have the same board, or different ones without coordinates", theme, coords)
			}
		}
	}
	if _, err := PiecesSVG(themes, Classic); err == nil {
		t.Error("a theme that there is not")
	}
	if c := Wood.Colors(); c.Paper != "#f6e7c6" || c.Check == "" {
		t.Errorf("%+v", c)
	}
}
