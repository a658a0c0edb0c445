package view

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/view/words"
	"yeye/game"
)

// Actions of controls that more than one feature puts under a board. They are on messages for ever.
const (
	ActionPiece     = "man"     // choose a piece
	ActionTarget    = "to"      // move the chosen piece
	ActionUndo      = "undo"    // take back
	ActionHint      = "hint"    // suggest a move
	ActionExport    = "export"  // the game as a file
	ActionPlayKid   = "playkid" // begin a game against the Kid
	ActionAccept    = "accept"  // of a challenge
	ActionStudyHere = "study"   // a study from a replay's ply
	ActionRules     = "rules"   // the rules on a page
	ActionAnalyze   = "analyze" // what happened in a finished game
)

// IDs makes the ids of a match's controls as it is now.
func IDs(m *match.Match) func(action, arg string) string {
	return func(action, arg string) string {
		return discord.ControlID{Action: action, ID: m.ID, Turn: m.Turn, Arg: arg, Nonce: strconv.FormatInt(m.Rev, 36)}.String()
	}
}

// MoveRows is the select of pieces that can move and, once one is chosen, that of where it can go.
func MoveRows(w *words.Words, m *match.Match, chosen game.Square) []discord.Row {
	p := m.Game.Position()
	id := IDs(m)
	movable := Movable(p)
	prompt, nonce := w.Text("control.piece"), "-"
	if chosen != game.NoSquare {
		prompt, nonce = w.Text("control.piece.chosen"), chosen.String()
	}
	var options []discord.Option
	for _, one := range movable {
		o := discord.Option{
			Label:       w.PieceAt(p, one.From),
			Value:       one.From.String(),
			Description: w.Text("control.piece.moves", locale.Args{"Count": len(one.Moves)}),
			Emoji:       Emoji(w.Sign(p.At(one.From))),
		}
		if o.Emoji.ID != "" { // the character would only repeat the picture
			o.Label = w.NameAt(p, one.From)
		}
		options = append(options, o)
	}
	rows := []discord.Row{{discord.Select{CustomID: id(ActionPiece, nonce), Placeholder: prompt, Options: options}}}
	for _, one := range movable {
		if one.From != chosen {
			continue
		}
		var targets []discord.Option
		for _, move := range one.Moves {
			o := discord.Option{Label: w.Short(p, move), Value: move.String()}
			if taken := p.At(move.To()); taken != game.NoPiece {
				o.Description = w.Text("control.target.takes", locale.Args{"Piece": w.Piece(taken)})
				o.Emoji = Emoji(w.Sign(taken))
			}
			targets = append(targets, o)
		}
		rows = append(rows, discord.Row{discord.Select{CustomID: id(ActionTarget, nonce),
			Placeholder: w.Text("control.target", locale.Args{"Piece": w.PieceAt(p, chosen)}), Options: targets}})
	}
	return rows
}

// Emoji is a sign of a piece as the emoji of a select's option, the zero Emoji for "".
func Emoji(sign string) discord.Emoji {
	f := strings.Split(strings.Trim(sign, "<>"), ":")
	if len(f) != 3 {
		return discord.Emoji{}
	}
	return discord.Emoji{Name: f[1], ID: f[2]}
}

// Mover is a piece that can move and where to.
type Mover struct {
	From  game.Square
	Moves []game.Move
}

// Movable is the pieces of the side to move that have legal moves, by file and then from its own side outward, never by value.
func Movable(p *game.Position) []Mover {
	var buf [game.MaxMoves]game.Move
	moves := p.LegalMoves(buf[:0])
	order := func(s game.Square) int {
		rank := s.Rank()
		if p.Turn() == game.Black {
			rank = game.Ranks - 1 - rank
		}
		return s.File()*game.Ranks + rank
	}
	slices.SortFunc(moves, func(a, b game.Move) int {
		return cmp.Or(cmp.Compare(order(a.From()), order(b.From())), cmp.Compare(order(a.To()), order(b.To())))
	})
	var all []Mover
	for _, m := range moves {
		if n := len(all); n == 0 || all[n-1].From != m.From() {
			all = append(all, Mover{From: m.From()})
		}
		all[len(all)-1].Moves = append(all[len(all)-1].Moves, m)
	}
	return all
}
