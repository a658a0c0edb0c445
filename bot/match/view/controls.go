package view

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"yeye/ai/character"
	"yeye/bot/discord"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view/words"
	"yeye/game"
	"yeye/game/notation"
	"yeye/render"
)

// Actions of controls that more than one feature puts under a board. They must not be renamed: old messages still carry
// them.
const (
	ActionPiece     = "man"     // choose a piece
	ActionTarget    = "to"      // move the chosen piece
	ActionUndo      = "undo"    // take back
	ActionHint      = "hint"    // suggest a move
	ActionExport    = "export"  // download the game as a file
	ActionPlayKid   = "playkid" // start a game against the Kid, or the character whose level is the argument
	ActionAccept    = "accept"  // accept a challenge
	ActionStudyHere = "study"   // open a study at the replay's current ply
	ActionRules     = "rules"   // show the rules
	ActionAnalyze   = "analyze" // show the report of a finished game
	ActionReplay    = "watch"   // replay a game from its start, in a new message
	ActionShare     = "share"   // post a finished game as a public card
	ActionTell      = "tell"    // have a character retell a finished game
	ActionLearn     = "learn"   // open the lessons
	ActionGuess     = "guess"   // guess the moves of a game, starting at the replay's current ply
	// ActionDuelHere asks whom to challenge from the replay's current position, or with the argument [DuelStudy] from
	// the study's.
	ActionDuelHere = "duelhere"
)

// DuelStudy is the argument of [ActionDuelHere] on a study's board.
const DuelStudy = "s"

// IDs returns a function that makes custom ids of controls. They carry the match's current turn and revision, so that a
// stale control is recognized.
func IDs(m *match.Match) func(action, arg string) string {
	return func(action, arg string) string {
		return discord.ControlID{Action: action, ID: m.ID, Turn: m.Turn, Arg: arg,
			Nonce: strconv.FormatInt(m.Rev, 36)}.String()
	}
}

// Past returns the buttons of a finished match: report, story, replay and share; none without a move. reviews is set if
// an engine analyzes games.
func Past(w *words.Words, m *match.Match, reviews bool) (all discord.Row) {
	if m.Status != match.Ended || m.Game.Ply() == 0 { // also of flipped chess, which has its own buttons
		return nil
	}
	id := IDs(m)
	button := func(action, key string) discord.Component {
		return discord.Button{CustomID: id(action, ""), Label: w.Text(key), Style: discord.Secondary}
	}
	if reviews {
		all = append(all, button(ActionAnalyze, "control.analyze"), button(ActionTell, "control.tell"))
	}
	return append(all, button(ActionReplay, "control.replay"), button(ActionShare, "control.share"))
}

// MoveRows returns a select of the pieces that can move and, once one is chosen, a select of its targets. nonce must
// differ for each edit of a message within a turn: Discord clients keep the old selection otherwise.
func MoveRows(w *words.Words, m *match.Match, chosen game.Square, nonce string) []discord.Row {
	return moveRows(w, m, m.Board(), Choices(m), chosen, "", nonce)
}

// PremoveRows is MoveRows with premoves, for a player whose opponent is to move.
func PremoveRows(w *words.Words, m *match.Match, chosen game.Square, nonce string) []discord.Row {
	p := m.NullMovePosition()
	return moveRows(w, m, &p, Premovable(&p), chosen, ".ahead", nonce)
}

// moveRows returns the selects of MoveRows or PremoveRows. ahead is the suffix of the text key for premoves, "" for
// moves.
func moveRows(w *words.Words, m *match.Match, p notation.Board, movable []Mover, chosen game.Square,
	ahead, nonce string) []discord.Row {
	return MoveSelects(w, p, movable, chosen, w.Text("control.piece"+ahead), nonce, IDs(m))
}

// MoveSelects returns a select of the pieces that can move and, once one is chosen, a select of its targets, on any
// board. id makes the custom ids of [ActionPiece] and [ActionTarget]; their nonces start with the given one.
func MoveSelects(w *words.Words, p notation.Board, movable []Mover, chosen game.Square, prompt, nonce string,
	id func(action, nonce string) string) []discord.Row {
	if chosen == game.NoSquare {
		nonce += "-"
	} else {
		prompt, nonce = w.Text("control.piece.chosen"), nonce+chosen.String()
	}
	var options []discord.Option
	for _, one := range movable {
		o := discord.Option{
			Label:       w.PieceAt(p, one.From),
			Value:       one.From.String(),
			Description: w.Text("control.piece.moves", locale.Args{"Count": len(one.Moves)}),
		}
		if !words.FaceDown(p, one.From) {
			o.Emoji = Emoji(w.Sign(p.At(one.From)))
		}
		if o.Emoji.ID != "" { // the character would only repeat the picture
			o.Label = w.NameAt(p, one.From)
		}
		options = append(options, o)
	}
	if len(options) == 0 {
		return nil
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
				key := "control.target.takes"
				if taken.Color() == p.Turn() {
					key = "control.target.back"
				}
				if o.Emoji = Emoji(w.Sign(taken)); words.FaceDown(p, move.To()) {
					key, o.Emoji = "control.target.takes.facedown", discord.Emoji{}
				}
				o.Description = w.Text(key, locale.Args{"Piece": w.Piece(taken)})
			}
			targets = append(targets, o)
		}
		rows = append(rows, discord.Row{discord.Select{CustomID: id(ActionTarget, nonce),
			Placeholder: w.Text("control.target", locale.Args{"Piece": w.PieceAt(p, chosen)}), Options: targets}})
	}
	return rows
}

// Emoji parses a custom emoji as written in a text, like <:name:id>. It returns the zero Emoji for any other text.
func Emoji(sign string) discord.Emoji {
	f := strings.Split(strings.Trim(sign, "<>"), ":")
	if len(f) != 3 {
		return discord.Emoji{}
	}
	return discord.Emoji{Name: f[1], ID: f[2]}
}

// Mover is a piece that can move, with its moves.
type Mover struct {
	From  game.Square
	Moves []game.Move
}

// Choices returns the pieces that selects offer for the next move, as [Movable] does; none in a blindfold match.
func Choices(m *match.Match) []Mover {
	if m.Hidden() {
		return nil
	}
	return Movable(m.Board())
}

// Movable returns the pieces of the side to move that have legal moves, ordered by file and then by rank from their own
// side, never by value.
func Movable(p notation.Board) []Mover {
	var buf [game.MaxMoves]game.Move
	return movers(p.Turn(), p.LegalMoves(buf[:0]))
}

// Premovable is Movable for premoves; in p the premoving side must be to move.
func Premovable(p *game.Position) []Mover { return movers(p.Turn(), match.Premovable(p)) }

// MarkPremoves marks where a chosen piece could go next turn.
func MarkPremoves(marks *render.Marks, m *match.Match, chosen game.Square) {
	p := m.NullMovePosition()
	for _, move := range match.Premovable(&p) {
		if move.From() == chosen {
			marks.Selected, marks.Targets = game.BB(chosen), marks.Targets.Or(game.BB(move.To()))
		}
	}
}

// movers groups moves by the piece that makes them, in the order of Movable.
func movers(side game.Color, moves []game.Move) []Mover {
	order := func(s game.Square) int {
		rank := s.Rank()
		if side == game.Black {
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

// FirstGame returns the button that starts a newcomer's first game, against the weakest character.
func FirstGame(r *Reader) discord.Button { return GameWith(r, character.Newborn) }

// GameWith returns the button that starts a game against a character.
func GameWith(r *Reader, level character.Level) discord.Button {
	return discord.Button{CustomID: discord.ControlID{Action: ActionPlayKid, Arg: level.Digit()}.String(),
		Label: r.Text("control.next", locale.Args{"Who": r.Character(level)}), Emoji: Emoji(r.Face(level)),
		Style: discord.Primary}
}
