package render

import (
	"fmt"
	"strings"
)

// Theme is how the board looks.
type Theme uint8

// The themes.
const (
	Wood Theme = iota
	Night
	Contrast
	themes
)

// Men is how the men look.
type Men uint8

// The styles of men.
const (
	Traditional Men = iota // 俥傌炮仕相帥兵, 車馬砲士象將卒
	Simplified             // 车马炮仕相帅兵, 车马炮士象将卒
	Pictogram              // drawn figures
	Letter                 // R H C A E K P
	menStyles
)

// Coords is what stands at the board's edges.
type Coords uint8

// The coordinates.
const (
	Chinese    Coords = iota // files 九…一 on Red's side, 1…9 on Black's
	Algebraic                // files a–i, ranks 0–9
	BothCoords               // files in both, ranks 0–9
	NoCoords
	coordStyles
)

var (
	themeNames = [themes]string{"wood", "night", "contrast"}
	menNames   = [menStyles]string{"traditional", "simplified", "pictogram", "letter"}
	coordNames = [coordStyles]string{"chinese", "algebraic", "both", "none"}
)

// String is the name that UnmarshalText reads.
func (t Theme) String() string { return nameOf(themeNames[:], int(t)) }

// String is the name that UnmarshalText reads.
func (m Men) String() string { return nameOf(menNames[:], int(m)) }

// String is the name that UnmarshalText reads.
func (c Coords) String() string { return nameOf(coordNames[:], int(c)) }

// MenStyles is every style of men, the one that boards have by themselves first.
func MenStyles() []Men { return []Men{Traditional, Simplified, Pictogram, Letter} }

// UnmarshalText reads wood, night or contrast.
func (t *Theme) UnmarshalText(text []byte) error {
	i, err := parseName("theme", themeNames[:], string(text))
	*t = Theme(i)
	return err
}

// UnmarshalText reads traditional, simplified, pictogram or letter.
func (m *Men) UnmarshalText(text []byte) error {
	i, err := parseName("style of men", menNames[:], string(text))
	*m = Men(i)
	return err
}

// UnmarshalText reads chinese, algebraic, both or none.
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

// Style is how a player likes boards. The zero Style is wood, traditional men,
// Chinese coordinates, full size.
type Style struct {
	Theme    Theme
	Men      Men
	Coords   Coords
	Scale    int  // 1 (576×646) or 2 (1152×1292); 0 means 2
	Newcomer bool // each man carries a small sign of how it moves
}

// normal fills in defaults and refuses what does not exist.
func (s Style) normal() (Style, error) {
	if s.Scale == 0 {
		s.Scale = 2
	}
	if s.Scale < 1 || s.Scale > 2 {
		return s, fmt.Errorf("render: no scale %d: it is 1 or 2", s.Scale)
	}
	if s.Theme >= themes || s.Men >= menStyles || s.Coords >= coordStyles {
		return s, fmt.Errorf("render: no such style: theme %v, men %v, coordinates %v", s.Theme, s.Men, s.Coords)
	}
	return s, nil
}
