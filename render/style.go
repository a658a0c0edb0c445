package render

import (
	"fmt"
	"strings"
)

// Theme is the color scheme of the board.
type Theme uint8

// The themes.
const (
	Wood Theme = iota
	Night
	Contrast
	themes
)

// PieceSet is the style of the pieces.
type PieceSet uint8

// Styles of pieces.
const (
	Traditional PieceSet = iota // 帥仕相馬車炮兵, 將士象馬車炮卒: as in text
	Simplified                  // 帅仕相马车炮兵, 将士象马车炮卒
	Pictogram                   // drawn figures
	Letter                      // K A E H R C P
	Classic                     // 帥仕相傌俥炮兵, 將士象馬車砲卒: as on carved sets, different for each side
	pieceStyles
)

// Coords selects the coordinates at the board's edges.
type Coords uint8

// Coordinates.
const (
	Chinese    Coords = iota // files 九…一 on Red's side, 1…9 on Black's
	Algebraic                // files a–i, ranks 0–9
	BothCoords               // files in both, ranks 0–9
	NoCoords
	Digits // files 1…9 for both sides, each from its right: Vietnamese, WXF
	coordStyles
)

var (
	themeNames      = [themes]string{"wood", "night", "contrast"}
	pieceStyleNames = [pieceStyles]string{"traditional", "simplified", "pictogram", "letter", "classic"}
	coordNames      = [coordStyles]string{"chinese", "algebraic", "both", "none", "digits"}
)

// String returns the name that UnmarshalText reads.
func (t Theme) String() string { return nameOf(themeNames[:], int(t)) }

// String returns the name that UnmarshalText reads.
func (m PieceSet) String() string { return nameOf(pieceStyleNames[:], int(m)) }

// String returns the name that UnmarshalText reads.
func (c Coords) String() string { return nameOf(coordNames[:], int(c)) }

// PieceSets returns every style of pieces, the default one first.
func PieceSets() []PieceSet { return []PieceSet{Traditional, Simplified, Pictogram, Letter, Classic} }

// UnmarshalText reads wood, night or contrast.
func (t *Theme) UnmarshalText(text []byte) error {
	i, err := parseName("theme", themeNames[:], string(text))
	*t = Theme(i)
	return err
}

// UnmarshalText reads traditional, simplified, pictogram, letter or classic.
func (m *PieceSet) UnmarshalText(text []byte) error {
	i, err := parseName("style of pieces", pieceStyleNames[:], string(text))
	*m = PieceSet(i)
	return err
}

// UnmarshalText reads chinese, algebraic, both, none or digits.
func (c *Coords) UnmarshalText(text []byte) error {
	i, err := parseName("style of coordinates", coordNames[:], string(text))
	*c = Coords(i)
	return err
}

func nameOf(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return fmt.Sprintf("unknown(%d)", i)
}

func parseName(what string, names []string, text string) (int, error) {
	for i, name := range names {
		if strings.EqualFold(name, text) {
			return i, nil
		}
	}
	return 0, fmt.Errorf("render: no %s %q: it is one of %s", what, text, strings.Join(names, ", "))
}

// Style is a player's preferred style of boards. The zero Style is wood, traditional pieces, Chinese coordinates, full
// size.
type Style struct {
	Theme    Theme
	Pieces   PieceSet
	Coords   Coords
	Scale    int      // 1 (576×646) or 2 (1152×1292); 0 means 2
	Language Language // of the result's words and of a newcomer's names
	// Newcomer draws larger pieces, each with its name and small signs for its moves.
	Newcomer bool
	// PlainBacks draws face-down pieces without the role they move as.
	PlainBacks bool
}

// normal returns the style with defaults filled in. The error names an invalid value.
func (s Style) normal() (Style, error) {
	if s.Scale == 0 {
		s.Scale = 2
	}
	if s.Scale < 1 || s.Scale > 2 {
		return s, fmt.Errorf("render: no scale %d: it is 1 or 2", s.Scale)
	}
	if s.Theme >= themes || s.Pieces >= pieceStyles || s.Coords >= coordStyles || s.Language >= languages {
		return s, fmt.Errorf("render: no such style: theme %v, pieces %v, coordinates %v, language %v", s.Theme,
			s.Pieces, s.Coords, s.Language)
	}
	return s, nil
}
