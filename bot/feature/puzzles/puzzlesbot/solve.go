package puzzlesbot

import (
	"context"
	"slices"

	"yeye/ai/accuracy"
	"yeye/ai/explain"
	collection "yeye/ai/puzzle"
	"yeye/ai/tactics"
	"yeye/bot/feature/daily"
	"yeye/bot/feature/puzzles"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match/rating"
	"yeye/bot/match/view/words"
	"yeye/game"
)

// chooseMove judges a move: right if it is the solution's or ends the game, else the engine decides. Another mate that
// takes no longer is as right as the solution's.
func (f *feat) chooseMove(ctx context.Context, r *interaction.Request, at progress,
	value string) (interaction.Response, error) {
	m, err := game.ParseMove(value)
	g := at.game()
	if err != nil || !g.Position().IsLegal(m) {
		return interaction.Response{}, interaction.ErrOutdated
	}
	at.chosen = game.NoSquare
	after := g.Position().After(m)
	if m == at.solutionMove() || !after.HasLegal() {
		return f.answerRight(ctx, r, at, m)
	}
	if err := g.Play(m); err != nil {
		return interaction.Response{}, interaction.ErrOutdated
	}
	if g.Outcome().Over() {
		return f.answerWrong(ctx, r, at, m, explain.Hint{})
	}
	may, err := f.FairPlay.PermitPosition(ctx, []id.Player{r.Player}, g, at.origin())
	if err != nil {
		return interaction.Response{}, err
	}
	search := func(ctx context.Context) (explain.Hint, error) { return f.Engine.Suggest(ctx, may) }
	return interaction.Await(search, func(ctx context.Context, reply explain.Hint) (interaction.Response, error) {
		value := -reply.Score // for the solver
		mate, mates := value.Mate()
		if mates && mate > 0 && at.Kind == collection.Mate && 1+mate <= at.movesLeft() {
			return f.answerRight(ctx, r, at, m)
		}
		if stillHolds(at.Kind, mates && mate > 0, accuracy.Chance(value)) {
			if _, err := f.recordDaily(ctx, r, &at, daily.Good, false); err != nil {
				return interaction.Response{}, err
			}
			w := f.Readers.For(r).Words
			before := at.game()
			return f.page(r, at, []string{w.Text("puzzle.good."+string(at.Kind),
				locale.Args{"Move": w.Move(before.Position(), m)})}), nil
		}
		return f.answerWrong(ctx, r, at, m, reply)
	}), nil
}

// movesLeft returns the number of moves that the solver has still to make in the line.
func (p *progress) movesLeft() int { return (len(p.Line) - p.ply + 1) / 2 }

// stillHolds reports whether a move that is not the solution still reaches the puzzle's goal. mates means by force;
// chance is the solver's winning chance after it, in percent. Such a move is neither right nor wrong.
func stillHolds(kind collection.Kind, mates bool, chance float64) bool {
	switch kind {
	case collection.Mate:
		return mates || chance >= surelyFrom
	case collection.Win:
		return chance >= wonFrom
	default:
		return chance >= heldFrom
	}
}

// Winning chances, in percent, from which a move still wins, holds, or surely wins without a known mate.
const (
	wonFrom    = 70.0
	heldFrom   = 40.0
	surelyFrom = 95.0
)

// answerRight plays the reply to a right move, or ends the puzzle.
func (f *feat) answerRight(
	ctx context.Context,
	r *interaction.Request,
	at progress,
	m game.Move,
) (interaction.Response, error) {
	w := f.Readers.For(r).Words
	p := at.game().Position()
	said := []string{w.Text("puzzle.right", locale.Args{"Move": w.Move(p, m)})}
	if m == at.solutionMove() && at.ply+2 < len(at.Line) { // any other one mates, at once or by force
		if _, err := f.recordDaily(ctx, r, &at, daily.Right, false); err != nil {
			return interaction.Response{}, err
		}
		at.ply++
		said = append(said, w.Text("puzzle.reply", locale.Args{"Side": w.Color(p.Turn().Other()),
			"Move": w.Move(at.game().Position(), at.solutionMove())}))
		at.ply++
		at.hints = 0
		return f.page(r, at, said), nil
	}
	rated, err := f.Puzzles.RatingOf(ctx, at.Puzzle) // before this try
	if err != nil {
		return interaction.Response{}, err
	}
	change, noted, err := f.record(ctx, r, &at, solvedResult(at), daily.Right, true)
	if err != nil {
		return interaction.Response{}, err
	}
	if at.mode.running {
		if _, err := f.Puzzles.Pass(ctx, r.Player, at.currentRun()); err != nil {
			return interaction.Response{}, err
		}
	}
	if at.mode.missedWin {
		if err := f.Puzzles.SolveChance(ctx, r.Player, at.ID()); err != nil {
			return interaction.Response{}, err
		}
	}
	at = at.endedBy(m)
	more, err := f.dailyLines(ctx, w, r.Player, at)
	if at.mode.day != 0 && !noted.Over() { // its number is closed
		more = append(more, w.Text("puzzle.day.late"))
	}
	return f.page(r, at, slices.Concat(said, f.solvedLines(w, at, rated, change), more)), err
}

// record records a try by recordTry, and by recordDaily if the puzzle is that of the day.
func (f *feat) record(ctx context.Context, r *interaction.Request, at *progress, as puzzles.Result, mark daily.Mark,
	solved bool) (puzzles.Change, dailyResult, error) {
	change, err := f.recordTry(ctx, r, *at, as)
	if err != nil {
		return change, dailyResult{}, err
	}
	noted, err := f.recordDaily(ctx, r, at, mark, solved)
	return change, noted, err
}

// recordTry records a try. A first one changes the ratings if it may; otherwise the puzzle is marked as seen, so that
// it does not count later. A try at an earlier mistake decides when that comes back. A run records its puzzles itself.
func (f *feat) recordTry(
	ctx context.Context,
	r *interaction.Request,
	at progress,
	as puzzles.Result,
) (puzzles.Change, error) {
	switch rated, err := f.firstTryCounts(ctx, r, at); {
	case err != nil || at.mode.running || at.mode.missedWin:
		return puzzles.Change{}, err
	case !rated:
		return puzzles.Change{}, f.Puzzles.MarkSeen(ctx, r.Player, at.ID())
	case at.mode.mistake != "" && at.failed:
		return puzzles.Change{}, nil // it was decided by the fault
	case at.mode.mistake != "":
		if err := f.Puzzles.MarkSeen(ctx, r.Player, at.ID()); err != nil { // it may be another puzzle of its kind
			return puzzles.Change{}, err
		}
		return puzzles.Change{}, f.Puzzles.Repeat(ctx, r.Player, at.mode.mistake, as == puzzles.Solved)
	}
	return f.Puzzles.First(ctx, r.Player, at.Puzzle, puzzles.Try{Result: as, Alone: at.mode.day > 0})
}

// solvedResult returns the result of a solved puzzle's first try.
func solvedResult(at progress) puzzles.Result {
	switch {
	case at.failed:
		return puzzles.Failed
	case at.helped:
		return puzzles.Helped
	default:
		return puzzles.Solved
	}
}

// solvedLines returns the lines about a solved puzzle: why the line works, its themes, and the change of ratings.
func (f *feat) solvedLines(w *words.Words, at progress, rated int, c puzzles.Change) []string {
	said := []string{w.Text("puzzle.solved", locale.Args{"Rating": rated})}
	if at.mode.missedWin {
		said[0] = w.Text("puzzle.missed.solved")
	}
	said = slices.Concat(said, lineReasons(w, &at), ratingLines(w, c))
	switch forRating := at.counts() && !c.Counted; {
	case forRating && at.failed:
		said = append(said, w.Text("puzzle.cost.first"))
	case forRating && at.helped:
		said = append(said, w.Text("puzzle.cost.had"))
	}
	if c.Counted && c.After.Streak > 1 {
		said = append(said, w.Text("puzzle.running", locale.Args{"Count": c.After.Streak}))
	}
	return said
}

// lineReasons says why the line of a puzzle works, and its themes.
func lineReasons(w *words.Words, at *progress) []string {
	said := []string{whyText(w, at)}
	if themes := themeNames(w, at.Puzzle); themes != "" {
		said = append(said, "-# "+themes)
	}
	return said
}

// ratingLines says how a try that counted changed the solver's rating.
func ratingLines(w *words.Words, c puzzles.Change) []string {
	if !c.Counted {
		return nil
	}
	return []string{w.Text("puzzle.rating", locale.Args{"Before": rating.Round(c.Before.Rating.Value),
		"After": pointsOf(w, c.After.Rating)})}
}

// pointsOf formats a rating as a solver.
func pointsOf(w *words.Words, r rating.Rating) string {
	return w.Points(rating.Round(r.Value), r.Provisional())
}

// answerWrong records a wrong move and shows the reply that it allows.
func (f *feat) answerWrong(ctx context.Context, r *interaction.Request, at progress, m game.Move,
	reply explain.Hint) (interaction.Response, error) {
	change, _, err := f.record(ctx, r, &at, failedResult(at), daily.Wrong, false)
	if err != nil {
		return interaction.Response{}, err
	}
	at.failed = true
	w := f.Readers.For(r).Words
	p := at.game().Position()
	said := []string{w.Text("puzzle.wrong", locale.Args{"Move": w.Move(p, m)})}
	if reply.Move != game.NoMove {
		after := p.After(m)
		said[0] = w.Text("puzzle.wrong.reply", locale.Args{"Move": w.Move(p, m), "Side": w.Color(after.Turn()),
			"Reply": w.Move(&after, reply.Move)})
		if allowed := replyText(w, &after, m, reply); allowed != "" {
			said[0] = w.Sentences(said[0], allowed)
		}
	}
	if !at.mode.running {
		said = append(said, w.Text("puzzle.again"))
	}
	said = append(said, ratingLines(w, change)...)
	if at.mode.running {
		over, err := f.runEnds(ctx, r, at)
		if err != nil {
			return interaction.Response{}, err
		}
		said = append(append(said, w.Text("puzzle.run.solution",
			locale.Args{"Line": join(w.Line(*p, at.Line[at.ply:], len(at.Line)))})), over...)
		at.ply = len(at.Line)
	}
	return f.page(r, at, said), nil
}

// replyText says what the reply to a wrong move does, if that is a mate or a capture; "" for anything else. Captures of
// the moved piece are named even if they are exchanges.
func replyText(w *words.Words, p *game.Position, moved game.Move, reply explain.Hint) string {
	after := p.After(reply.Move)
	mate, mates := reply.Score.Mate()
	to := reply.Move.To()
	takes, taken := to == moved.To() || tactics.Capturable(p).Has(to), w.PieceWritten(p.At(to))
	switch {
	case !after.HasLegal():
		return w.Text("puzzle.allows.mate")
	case takes && mates && mate > 0:
		return w.Text("puzzle.allows.takes.winsin", locale.Args{"Count": mate, "Piece": taken})
	case mates && mate > 0:
		return w.Text("puzzle.allows.winsin", locale.Args{"Count": mate})
	case takes:
		return w.Text("puzzle.allows.takes", locale.Args{"Piece": taken})
	}
	return ""
}

// failedResult returns the result of a first try with a wrong move: Helped, which does not count, if there was help
// before.
func failedResult(at progress) puzzles.Result {
	if at.helped {
		return puzzles.Helped
	}
	return puzzles.Failed
}

// hint gives the next hint. After the first one the try does not count.
func (f *feat) hint(ctx context.Context, r *interaction.Request, at progress, _ string) (interaction.Response, error) {
	if _, _, err := f.record(ctx, r, &at, puzzles.Helped, daily.Hint, false); err != nil {
		return interaction.Response{}, err
	}
	at.helped, at.chosen = true, game.NoSquare
	if at.hint() < hintMove {
		at.hints++
	}
	return f.page(r, at, nil), nil
}

// solution shows the rest of the line.
func (f *feat) solution(
	ctx context.Context,
	r *interaction.Request,
	at progress,
	_ string,
) (interaction.Response, error) {
	rated, err := f.Puzzles.RatingOf(ctx, at.Puzzle) // before this try
	if err != nil {
		return interaction.Response{}, err
	}
	change, _, err := f.record(ctx, r, &at, failedResult(at), 0, false)
	if err != nil {
		return interaction.Response{}, err
	}
	w := f.Readers.For(r).Words
	line := join(w.Line(*at.game().Position(), at.Line[at.ply:], len(at.Line)))
	said := []string{w.Text("puzzle.solution", locale.Args{"Line": line, "Rating": rated})}
	if at.mode.missedWin {
		said[0] = w.Text("puzzle.run.solution", locale.Args{"Line": line})
		if err := f.Puzzles.PostponeChance(ctx, r.Player, at.ID()); err != nil {
			return interaction.Response{}, err
		}
	}
	at.ply = len(at.Line)
	return f.page(r, at, slices.Concat(said, lineReasons(w, &at), ratingLines(w, change))), nil
}
