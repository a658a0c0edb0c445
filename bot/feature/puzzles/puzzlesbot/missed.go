package puzzlesbot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	collection "yeye/ai/puzzle"
	"yeye/ai/report"
	"yeye/bot/discord"
	"yeye/bot/feature/puzzles"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/engine"
	"yeye/bot/match/fairplay"
	"yeye/bot/match/view/words"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
	"yeye/game"
)

// jobMissed is the slot and the kind of the jobs that prove the missed wins of a match.
const jobMissed = "missed wins"

// The limits of a missed win, in percent of winning chance, and how many are stored for a player in a game.
const (
	missedFrom = 75.0 // before the move
	missedLoss = 25.0 // by the move
	maxMissed  = 3
)

// Missed is called with the report on a match, in the transaction in which its analysis is finished. It stores the wins
// that the players missed, and schedules the job that proves which of them are puzzles.
type Missed = func(ctx context.Context, tx store.Tx, m *match.Match, found *report.Report, by id.Player) error

// NewMissed returns the function that package analysis calls.
func NewMissed(s Services) Missed { return (&feat{s}).keepMissed }

func (f *feat) keepMissed(ctx context.Context, tx store.Tx, m *match.Match, found *report.Report, by id.Player) error {
	kept := false
	for color, seat := range m.Seats {
		if !seat.Human() || seat.Erased() {
			continue
		}
		for _, ply := range missedBy(found, game.Color(color)) {
			kept = true
			f.Puzzles.AddChance(ctx, tx, puzzles.Chance{Player: seat.Player, Game: m.ID, Ply: ply, Played: m.Touched})
		}
	}
	if kept {
		scheduler.Put(ctx, tx, scheduler.Job{Slot: jobMissed, Kind: jobMissed, Subject: m.Subject(), Due: tx.Now,
			Pool: scheduler.Slow, Owner: by})
	}
	return nil
}

// missedBy returns the plies at which a side missed a win, the greatest loss of winning chance first.
func missedBy(found *report.Report, side game.Color) (plies []int) {
	for i, m := range found.Moves {
		at := &found.Positions[i]
		before := at.Chance
		if side == game.Black {
			before = 100 - before
		}
		if at.Turn == side && !m.Excluded && before >= missedFrom && m.Loss >= missedLoss {
			plies = append(plies, i)
		}
	}
	slices.SortStableFunc(plies, func(a, b int) int { return cmp.Compare(found.Moves[b].Loss, found.Moves[a].Loss) })
	return plies[:min(maxMissed, len(plies))]
}

// proveMissed proves the missed wins of a match one by one, by the criteria of the collection, and deletes those that
// are no puzzles.
func (f *feat) proveMissed(ctx context.Context, j scheduler.Job) error {
	open, err := f.Puzzles.Unproved(ctx, j.Subject.ID)
	if err != nil || len(open) == 0 {
		return err
	}
	m, err := f.Matches.Get(ctx, j.Subject.ID)
	if err != nil {
		if errors.Is(err, match.ErrNoMatch) {
			return nil // its missed wins were deleted with it
		}
		return err
	}
	for _, c := range open {
		p, ok, err := f.Engine.Prove(ctx, j.Owner, gameBefore(m.Game, c.Ply))
		switch {
		case errors.Is(err, engine.ErrNoAnalyst):
			return scheduler.ErrLater // another process has an engine
		case cmp.Or(err, ctx.Err()) != nil:
			return cmp.Or(err, ctx.Err())
		}
		if err := f.Puzzles.SaveProof(ctx, c, p, ok); err != nil {
			return err
		}
	}
	return nil
}

// gameBefore returns a game up to a ply, with the repetition rules of puzzles.
func gameBefore(g *game.Game, ply int) *game.Game {
	at, _ := game.Replay(g.Start(), game.Asian, g.Moves()[:min(ply, g.Ply())]) // they were played
	return at
}

// deleteMissed deletes the missed wins of a match with the match.
func (f *feat) deleteMissed(ctx context.Context, tx store.Tx, c *match.Change) error {
	if c.Match.Status == match.Removed {
		scheduler.Drop(ctx, tx, jobMissed, c.Match.Subject())
		f.Puzzles.DeleteChances(ctx, tx, c.Match.ID)
	}
	return nil
}

// missed shows a win that the player missed, untried ones first. Like a report, it makes casual their matches against
// characters that are at one of its positions.
func (f *feat) missed(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	c, _, err := f.Puzzles.NextChance(ctx, r.Player)
	if errors.Is(err, puzzles.ErrNone) {
		return interaction.Say(r.Text.Text("puzzle.missed.none")), nil
	}
	if err != nil {
		return interaction.Response{}, err
	}
	m, err := f.Matches.Get(ctx, c.Game)
	if err != nil {
		return interaction.Response{}, err
	}
	at := progress{Puzzle: c.Puzzle, attempt: attempt{chosen: game.NoSquare, mode: mode{missedWin: true}}}
	number := gameBefore(m.Game, c.Ply).Position().MoveNumber()
	return f.open(ctx, r, at, r.Text.Text("puzzle.missed",
		locale.Args{"Number": number, "When": fmt.Sprintf("<t:%d:D>", c.Played.Unix())}))
}

// missedButton returns the button for the unsolved missed wins, nil if there are none.
func (f *feat) missedButton(ctx context.Context, r *interaction.Request, w *words.Words) ([]discord.Component, error) {
	_, left, err := f.Puzzles.NextChance(ctx, r.Player)
	if err != nil {
		if errors.Is(err, puzzles.ErrNone) {
			err = nil
		}
		return nil, err
	}
	return []discord.Component{discord.ControlID{Action: actionMissed}.Button(w.Text("puzzle.missed.button",
		locale.Args{"Count": left}), discord.Secondary)}, nil
}

// find returns a puzzle of the collection or, in the mode of missed wins, of the player.
func (f *feat) find(ctx context.Context, by id.Player, name string, m mode) (collection.Puzzle, error) {
	if !m.missedWin {
		return f.Puzzles.Get(name)
	}
	c, err := f.Puzzles.Chance(ctx, by, name)
	return c.Puzzle, err
}

// origin returns a puzzle's origin for fair play: a missed win is not in the public collection.
func (p *progress) origin() fairplay.Origin {
	if p.mode.missedWin {
		return fairplay.FromUser
	}
	return fairplay.Bundled
}

// checkFairPlay refuses a puzzle whose position is that of a live game between people, and a missed win if any position
// of its line is.
func (f *feat) checkFairPlay(ctx context.Context, by id.Player, at progress) error {
	var p fairplay.Permit
	var err error
	if at.mode.missedWin {
		if p, err = f.FairPlay.PermitGame(ctx, by, at.fullGame()); err == nil && p.SomeWithheld() {
			err = match.ErrLivePosition
		}
	} else {
		p, err = f.FairPlay.PermitPosition(ctx, []id.Player{by}, at.game(), fairplay.Bundled)
	}
	if err != nil {
		return err
	}
	return p.Pay(ctx)
}
