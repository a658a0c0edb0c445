package words

import (
	"strings"

	"yeye/bot/locale"
	"yeye/game"
)

// Board is what the alt text of a picture describes.
type Board struct {
	Position game.Position
	Below    game.Color
	Last     game.Move  // game.NoMove if none
	Taken    game.Piece // by Last; game.NoPiece if none
	Chosen   game.Square
	Targets  game.Bitboard // of the piece on Chosen
	Outcome  game.Outcome
	Finish   string   // the name of the mating pattern that ended the game, "" if none
	Opening  string   // its name, "" if none
	Flipped  *Flipped // shown instead of Position, nil if none
}

// MaxAlt is Discord's limit for the description of a picture, in characters.
const MaxAlt = 1024

// Alt describes a board in at most MaxAlt characters, completely enough to play without seeing it.
func (w *Words) Alt(b Board) string {
	p := b.position()
	turn := locale.Args{"Side": w.Color(p.Turn())}
	parts := []string{}
	add := func(key string, args locale.Args) { parts = append(parts, w.Text(key, args)) }
	state := w.Text("alt.turn", turn)
	switch {
	case b.Outcome.Over():
		state = w.Text("alt.over", locale.Args{"Result": w.result(b)})
	case p.King(p.Turn()) != game.NoSquare && p.InCheck(): // a board being set up may lack one
		state = w.Text("alt.check", turn)
	}
	board := "alt.board"
	if b.Flipped != nil {
		board = "alt.flipped"
	}
	add(board, locale.Args{"Below": w.Color(b.Below), "Turn": state})
	if b.Last != game.NoMove {
		last, args := "alt.last", locale.Args{"Piece": w.Piece(p.At(b.Last.To())), "From": b.Last.From().String(),
			"To": b.Last.To().String()}
		turned := b.Flipped != nil && b.Flipped.Turned
		if turned {
			last = "alt.turned"
		}
		if b.Taken != game.NoPiece {
			last, args["Taken"] = "alt.took", w.capturedName(b)
			if turned {
				last = "alt.turned.took"
			}
		}
		add(last, args)
	}
	if b.Targets.Any() {
		add("alt.targets", locale.Args{"Piece": w.Piece(p.At(b.Chosen)), "From": b.Chosen.String(),
			"Squares": squares(b.Targets)})
	}
	for _, c := range [2]game.Color{game.Red, game.Black} {
		var open, dark []string
		for r := game.King; r <= game.Pawn; r++ {
			set, down := p.Pieces(c, r), b.dark(c, r)
			if set = set.Minus(down); set.Any() {
				open = append(open, w.Text("alt.pieces", locale.Args{"Piece": w.roleName(c, r, set.Count()),
					"Squares": squares(set)}))
			}
			if down.Any() {
				dark = append(dark, w.Text("alt.dark.pieces",
					locale.Args{"Piece": w.roleName(c, r, 1), "Squares": squares(down)}))
			}
		}
		pieces := strings.Join(open, w.Text("list.and"))
		if len(dark) > 0 {
			pieces = w.Text("alt.dark", locale.Args{"Open": pieces, "Dark": strings.Join(dark, w.Text("list.and"))})
		}
		add("alt.side", locale.Args{"Side": w.Color(c), "Pieces": pieces})
	}
	for _, c := range [2]game.Color{game.Red, game.Black} {
		if taken := w.capturedPieces(b, c); taken != "" {
			add("alt.taken", locale.Args{"Side": w.Color(c), "Pieces": taken})
		}
	}
	if b.Opening != "" {
		add("alt.opening", locale.Args{"Name": b.Opening})
	}
	return locale.Cut(strings.Join(parts, " "), MaxAlt)
}

// roleName names n pieces of a role.
func (w *Words) roleName(c game.Color, r game.Role, n int) string {
	if piece := game.NewPiece(c, r); w.Piece(piece) == w.Glyph(piece) { // characters have no plural
		return w.Glyph(piece)
	}
	return w.roles(r, n)
}

// result says how a game ended, without Markdown.
func (w *Words) result(b Board) string {
	names := [2]string{w.Color(game.Red), w.Color(game.Black)}
	text := w.ending(b.Outcome, b.Finish, names)
	if b.Flipped != nil {
		text = w.FlippedEnding(b.Outcome, names)
	}
	return strings.ReplaceAll(text, "**", "")
}

func squares(b game.Bitboard) string {
	var names []string
	for b.Any() {
		names = append(names, b.PopFirst().String())
	}
	return strings.Join(names, " ")
}
