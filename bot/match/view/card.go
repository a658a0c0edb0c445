package view

import (
	"strings"
	"time"

	"yeye/bot/id"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view/words"
	"yeye/game"
	"yeye/game/jieqi"
	"yeye/game/notation"
	"yeye/render"
)

// Below returns the side at the bottom of the public picture: the player's against a character, Red's otherwise.
func Below(m *match.Match) game.Color {
	if c, ok := m.Opponent(); ok && !m.Seats[c.Other()].Character() {
		return c.Other()
	}
	return game.Red
}

// Board returns the public picture of a match, with the targets of the piece on chosen; game.NoSquare means none.
func Board(w *words.Words, m *match.Match, style render.Style, below game.Color, chosen game.Square) render.View {
	return BoardFor(w, m, "", style, below, chosen)
}

// BoardFor is Board as player p may see it: in flipped chess a player knows more than the public.
func BoardFor(w *words.Words, m *match.Match, p id.Player, style render.Style, below game.Color,
	chosen game.Square) render.View {
	v := boardOf(m, p, style, below)
	switch {
	case m.Mode.OnePlayer:
		MarkEnd(w, &v.Marks, m.Game, m.Game.Outcome())
	case m.Status == match.Ended:
		MarkEnd(w, &v.Marks, m.Game, m.Outcome)
	}
	if targets := Targets(m.Board(), chosen); targets.Any() {
		v.Marks.Selected, v.Marks.Targets = game.BB(chosen), targets
	}
	return v
}

func boardOf(m *match.Match, p id.Player, style render.Style, below game.Color) render.View {
	if m.Mode.FaceDown() {
		w := m.ViewOf(p)
		return render.FlippedView(&w, below, style)
	}
	at := m.Game.Position()
	v := render.View{Position: *at, Below: below, Style: style,
		Frame: Frame(m.Game.Start(), *at, m.Game.Moves(), style.Language)}
	MarkLast(&v.Marks, m.Game.Start(), m.Game.Moves())
	return v
}

// Text describes a match in words. Its first lines are those a notification shows: what happened, then whose turn it
// is.
func Text(r *Reader, m *match.Match, now time.Time) string {
	w := r.Words
	var lines []string
	names := [2]string{Who(w, m.Seats[game.Red]), Who(w, m.Seats[game.Black])}
	if last := LastMoves(r, m); last != "" {
		lines = append(lines, last)
	}
	lines = append(lines, stateLine(w, m, names))
	if t := m.Displacement; !t.Until.IsZero() && !m.Paused() {
		lines = append(lines, w.Text("card.comes", locale.Args{"Who": names[t.Side], "When": Relative(t.Until)}))
	}
	if line := clockLine(w, m, now); line != "" && !m.AsksForWord() {
		lines = append(lines, line)
	}
	lines = append(lines, flippedLines(r, m)...)
	if line := casualLine(r, m); line != "" {
		lines = append(lines, line)
	}
	if m.Reminded && m.Status == match.Open {
		lines = append(lines, w.Text("card.reminded"))
	}
	if warning := Warning(w, m); warning != "" {
		lines = append(lines, warning)
	}
	opening := m.Ply() < OpeningPlies
	side, own := m.SeatOf(r.Alone) // own: this is the private board of a player
	if m.Hidden() {
		lines = append(lines, "-# "+w.Text("blindfold.hidden"))
	}
	if m.Status == match.Open && (opening || r.Addressed) && m.Next.Kind != match.Think && !m.AsksForWord() &&
		!m.Voted() && (!own || side == m.ToMove()) {
		how := m.Mode.How(m.Mode.TwoPlayers && !r.Addressed && !own)
		if r.Addressed {
			how += ".reply"
		}
		lines = append(lines, w.Text(how, locale.Args{"Example": Example(w, m.Board())}))
	}
	if m.Status == match.Open && opening && r.Slow > 0 && !m.Mode.Unattended && !m.Voted() {
		lines = append(lines, "-# "+w.Text("card.slow", locale.Args{"Wait": Minutes(r.Slow)}))
	}
	if m.Odds != match.Even && opening {
		lines = append(lines, OddsText(w, m.Odds, m.Seats))
	}
	foot := w.Text("card.seats", locale.Args{"Red": WhoWithFace(w, m.Seats[game.Red]),
		"Black": WhoWithFace(w, m.Seats[game.Black])})
	if n := MoveNumber(m); n > 0 { // skipped if a match ended before its first move
		foot += " · " + w.Text("card.at", locale.Args{"Number": n})
	}
	lines = append(lines, "-# "+foot+footer(r, m))
	return strings.Join(lines, "\n")
}

// MoveNumber returns the number of the next move, and for a finished match its number of moves, as in the lists of
// finished games, reports and pictures.
func MoveNumber(m *match.Match) int {
	if m.Status == match.Ended {
		return (m.Ply() + 1) / 2
	}
	return m.MoveNumber()
}

// stateLine says whose turn it is, or how the match ended.
func stateLine(w *words.Words, m *match.Match, names [2]string) string {
	turn := m.ToMove()
	args := locale.Args{"Who": names[turn], "Side": w.Color(turn)}
	switch {
	case m.Status == match.Ended && m.Ruling == match.EndedByModerator:
		return w.Text("card.ruled.over")
	case m.Paused():
		return w.Text("card.held", args)
	case m.Status == match.Ended:
		return Finale(w, m, names)
	case m.Status == match.Adjourned:
		return w.Text("card.adjourned", args)
	case m.AsksForWord():
		return WordText(w, m, names[m.AwaitedSide()])
	case m.Next.Kind == match.Think:
		return w.Text("card.thinking", args)
	case m.Board().InCheck():
		return w.Text("card.turn.check", args)
	}
	return w.Text("card.turn", args)
}

// Finale says how a match ended, with the name of the mating pattern if a mate of xiangqi has one.
func Finale(w *words.Words, m *match.Match, names [2]string) string {
	if m.Mode.FaceDown() {
		return w.FlippedEnding(m.Outcome, names)
	}
	return w.Finale(m.Game, m.Outcome, names)
}

// LastMoves returns the last two moves, the older first, each with its side; for a screen reader in words, one a line.
func LastMoves(r *Reader, m *match.Match) string {
	if m.Mode.FaceDown() {
		return flippedLastMoves(r, m)
	}
	w := r.Words
	if p, last, ok := m.Announced(); ok { // the move without what it captures
		return w.Text("card.last", locale.Args{"Side": w.Color(p.Turn()), "Move": w.Move(&p, last)})
	}
	g := m.Game.Clone()
	moves := m.Game.Moves()
	var all []string
	for i := len(moves) - 1; i >= max(0, len(moves)-2); i-- {
		check := g.Position().InCheck()
		g.Takeback()
		p := g.Position()
		one := w.Text("card.last", locale.Args{"Side": w.Color(p.Turn()), "Move": w.Move(p, moves[i])})
		if r.Aloud() {
			one = w.Aloud(p, moves[i], check)
		}
		all = append([]string{one}, all...)
	}
	if r.Aloud() {
		return strings.Join(all, "\n")
	}
	return strings.Join(all, " · ")
}

// Example returns a move that could be typed now, as the reader writes it: the move that [ExampleMove] chooses.
func Example(w *words.Words, p notation.Board) string {
	m := ExampleMove(p)
	if m == game.NoMove { // the game is over; show the form of a move anyway
		return "`h2e2`"
	}
	return w.InText(p, m)
}

// ExampleMove returns the first of the usual opening moves that is legal, else any legal move; game.NoMove where there
// is none.
func ExampleMove(p notation.Board) game.Move {
	for _, t := range []string{"h2e2", "h7e7", "h0g2", "h9g7", "b0c2", "b9c7", "c3c4", "c6c5"} {
		if m, err := game.ParseMove(t); err == nil && p.IsLegal(m) {
			return m
		}
	}
	var buf [game.MaxMoves]game.Move
	for _, m := range p.LegalMoves(buf[:0]) {
		return m
	}
	return game.NoMove
}

// Warning says at a position's second occurrence what will be ruled at the third, and who must deviate, and otherwise
// how near the move limit is; "" where neither applies.
func Warning(w *words.Words, m *match.Match) string {
	if m.Status != match.Open {
		return ""
	}
	o := m.Warning()
	switch o.Method {
	case game.PerpetualCheck, game.PerpetualChase, game.PerpetualKill, game.PerpetualAttack:
		winner, _ := o.Result.Winner()
		return w.Text("warn."+o.Method.String(), locale.Args{"Side": w.Color(winner.Other())})
	case game.Repetition, game.MutualCheck, game.MutualChase, game.MutualAttack:
		return w.Text("warn.draw")
	}
	if m.Mode.FaceDown() {
		if n := m.HalfmoveClock(); n >= jieqi.MoveLimitWarnPlies && n < jieqi.MoveLimitPlies {
			return w.Text("flipped.warn.limit", locale.Args{"Count": jieqi.MoveLimitPlies - n})
		}
		return ""
	}
	if n := m.Game.CountedPlies(); n >= game.MoveLimitWarnPlies && n < game.MoveLimitPlies {
		return w.Text("warn.limit", locale.Args{"Count": game.MoveLimitPlies - n})
	}
	return ""
}

// Targets returns the points to which the piece on s can move legally; empty for NoSquare.
func Targets(p notation.Board, s game.Square) (b game.Bitboard) {
	var buf [game.MaxMoves]game.Move
	for _, m := range p.LegalMoves(buf[:0]) {
		if m.From() == s {
			b = b.Or(game.BB(m.To()))
		}
	}
	return
}
