package words

import (
	"strings"

	"yeye/bot/locale"
	"yeye/game"
)

// Board holds what the alt text of a picture describes.
type Board struct {
	Position game.Position
	Below    game.Color
	Last     game.Move // game.NoMove if none
	Chosen   game.Square
	Targets  game.Bitboard // of the piece on Chosen
	Outcome  game.Outcome
	Opening  string // its name, "" if none
}

// MaxAlt is Discord's limit for the description of a picture, in characters.
const MaxAlt = 1024

// Alt describes a board completely enough to play by, within MaxAlt.
func (w *Words) Alt(b Board) string {
	p := &b.Position
	turn := locale.Args{"Side": w.Color(p.Turn())}
	parts := []string{}
	add := func(key string, args locale.Args) { parts = append(parts, w.Text(key, args)) }
	switch {
	case b.Outcome.Over():
		add("alt.board", locale.Args{"Below": w.Color(b.Below), "Turn": w.Text("alt.over", locale.Args{"Result": b.Outcome.Result.String()})})
	case p.King(p.Turn()) != game.NoSquare && p.InCheck(): // a board being set up may lack one
		add("alt.board", locale.Args{"Below": w.Color(b.Below), "Turn": w.Text("alt.check", turn)})
	default:
		add("alt.board", locale.Args{"Below": w.Color(b.Below), "Turn": w.Text("alt.turn", turn)})
	}
	if b.Last != game.NoMove {
		add("alt.last", locale.Args{"Piece": w.Piece(p.At(b.Last.To())), "From": b.Last.From().String(), "To": b.Last.To().String()})
	}
	if b.Targets.Any() {
		add("alt.targets", locale.Args{"Piece": w.Piece(p.At(b.Chosen)), "From": b.Chosen.String(), "Squares": squares(b.Targets)})
	}
	for _, c := range [2]game.Color{game.Red, game.Black} {
		var pieces []string
		for r := game.King; r <= game.Pawn; r++ {
			if set := p.Pieces(c, r); set.Any() {
				name := w.roles(r, set.Count())
				if piece := game.NewPiece(c, r); w.Piece(piece) == w.Glyph(piece) { // which has no plural
					name = w.Glyph(piece)
				}
				pieces = append(pieces, w.Text("alt.pieces", locale.Args{"Piece": name, "Squares": squares(set)}))
			}
		}
		add("alt.side", locale.Args{"Side": w.Color(c), "Pieces": strings.Join(pieces, w.Text("list.and"))})
	}
	if b.Opening != "" {
		add("alt.opening", locale.Args{"Name": b.Opening})
	}
	return locale.Cut(strings.Join(parts, " "), MaxAlt)
}

func squares(b game.Bitboard) string {
	var names []string
	for b.Any() {
		names = append(names, b.PopFirst().String())
	}
	return strings.Join(names, " ")
}
