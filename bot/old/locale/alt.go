package locale

import (
	"strings"

	"yeye/game"
)

// Board is what the text that stands for a picture says.
type Board struct {
	Position game.Position
	Below    game.Color
	Last     game.Move // game.NoMove for none
	Chosen   game.Square
	Targets  game.Bitboard // of the man on Chosen
	Outcome  game.Outcome
}

// AltLimit is the longest alt text Discord takes, in characters.
const AltLimit = 1024

// Alt describes a board completely enough to play by, within AltLimit.
func (s *Speaker) Alt(b Board) string {
	p := &b.Position
	turn := Args{"Side": s.Color(p.Turn())}
	parts := []string{}
	say := func(key string, args Args) { parts = append(parts, s.Say(key, args)) }
	switch {
	case b.Outcome.Over():
		say("alt.board", Args{"Below": s.Color(b.Below), "Turn": s.Say("alt.over", Args{"Result": b.Outcome.Result.String()})})
	case p.King(p.Turn()) != game.NoSquare && p.InCheck(): // a board being set up may lack one
		say("alt.board", Args{"Below": s.Color(b.Below), "Turn": s.Say("alt.check", turn)})
	default:
		say("alt.board", Args{"Below": s.Color(b.Below), "Turn": s.Say("alt.turn", turn)})
	}
	if b.Last != game.NoMove {
		say("alt.last", Args{"Man": s.ManOf(p.At(b.Last.To())), "From": b.Last.From().String(), "To": b.Last.To().String()})
	}
	if b.Targets.Any() {
		say("alt.targets", Args{"Man": s.ManOf(p.At(b.Chosen)), "From": b.Chosen.String(), "Squares": squares(b.Targets)})
	}
	for _, c := range [2]game.Color{game.Red, game.Black} {
		var men []string
		for r := game.King; r <= game.Pawn; r++ {
			if set := p.Pieces(c, r); set.Any() {
				name := s.men(r, set.Count())
				if man := game.NewPiece(c, r); s.ManOf(man) == s.Glyph(man) { // which has no plural
					name = s.Glyph(man)
				}
				men = append(men, s.Say("alt.men", Args{"Man": name, "Squares": squares(set)}))
			}
		}
		say("alt.side", Args{"Side": s.Color(c), "Men": strings.Join(men, ", ")})
	}
	return cut(strings.Join(parts, " "), AltLimit)
}

func squares(b game.Bitboard) string {
	var names []string
	for b.Any() {
		names = append(names, b.PopFirst().String())
	}
	return strings.Join(names, " ")
}

func cut(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return string(runes[:most-1]) + "…"
}
