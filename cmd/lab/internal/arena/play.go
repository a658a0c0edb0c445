package arena

import (
	"context"
	"fmt"
	"time"

	"yeye/ai"
	"yeye/game"
)

// End says how a game of the arena was decided: the name of a [game.Method], or one of these.
type End string

const (
	EndIllegal    End = "illegal-move" // lost by an illegal move
	EndCrash      End = "crash"        // lost by not answering
	EndTime       End = "time"         // lost on time
	EndLength     End = "length"       // drawn because it was too long
	EndAgreedWin  End = "adjudicated-win"
	EndAgreedDraw End = "adjudicated-draw"
)

// Rules says how games are played and when they are adjudicated. The zero value has no limits and
// plays until the game ends on the board.
type Rules struct {
	Repetition game.Rules
	Budget     Budget // for each move; its clock is the initial clock of both sides
	// Grace is how late a move may arrive. 0 means 200 ms, because the machine that plays the match may be busy.
	Grace    time.Duration
	MaxPlies int // 0 means 600

	// A side loses when both players' scores say so by ResignScore for ResignPlies plies in a row; 0 means never.
	ResignScore ai.Score
	ResignPlies int
	// The game is drawn when both players' scores are within DrawScore for DrawPlies plies in a row, after ply
	// DrawFrom; 0 plies means never.
	DrawScore ai.Score
	DrawPlies int
	DrawFrom  int
}

// Played is a finished game.
type Played struct {
	Pair, Leg int // in leg 1 the first player is Red
	Red       string
	Black     string
	Opening   Opening
	Moves     []game.Move // opening included
	Result    game.Result
	End       End
	Note      string // what went wrong, for crashes and illegal moves
	// Conditions is [Match.Conditions] of its match.
	Conditions string
	Slowest    [2]time.Duration // longest move time of each side
	Nodes      [2]uint64
	Plies      [2]int // moves that each side searched
	Depths     [2]int // sums over these moves
}

func (r *Rules) grace() time.Duration {
	if r.Grace > 0 {
		return r.Grace
	}
	return 200 * time.Millisecond
}

// play plays one game. Its errors are those of the context or the opening: a crash or illegal move of a player is a
// result.
func (r *Rules) play(ctx context.Context, players [2]Player, opening Opening, seed uint64) (*Played, error) {
	g, err := opening.Game(r.Repetition)
	if err != nil {
		return nil, err
	}
	rec := &Played{Red: players[game.Red].Name(), Black: players[game.Black].Name(), Opening: opening}
	lost := func(c game.Color, end End, note string) {
		rec.Result, rec.End, rec.Note = game.WinFor(c.Other()), end, note
	}
	for c, p := range players {
		err := p.NewGame(ctx, seed+uint64(c))
		if ended := context.Cause(ctx); ended != nil {
			return nil, ended // not the player's fault
		}
		if err != nil && rec.Result == game.Ongoing {
			lost(game.Color(c), EndCrash, err.Error())
		}
	}
	clock := r.Budget.Time
	var adjudicator adjudicator
	for rec.Result == game.Ongoing {
		if o := g.Outcome(); o.Over() {
			rec.Result, rec.End = o.Result, End(o.Method.String())
			break
		}
		if g.Ply() >= r.maxPlies() {
			rec.Result, rec.End = game.Draw, EndLength
			break
		}
		us := g.Position().Turn()
		budget := r.Budget
		budget.Time = clock
		began := time.Now()
		a, err := players[us].Move(ctx, g, budget)
		took := time.Since(began)
		if ctxErr := context.Cause(ctx); ctxErr != nil {
			return nil, ctxErr
		}
		if err != nil {
			lost(us, EndCrash, err.Error())
			break
		}
		rec.Slowest[us] = max(rec.Slowest[us], took)
		rec.Nodes[us] += a.Nodes
		rec.Plies[us]++
		rec.Depths[us] += a.Depth
		if late := r.overrun(took, &clock[us], budget.Increment[us]); late > 0 {
			lost(us, EndTime, fmt.Sprintf("move %d came %s late", g.Ply()+1, late))
			break
		}
		if err := g.Play(a.Move); err != nil {
			lost(us, EndIllegal, err.Error())
			break
		}
		rec.Result, rec.End = adjudicator.judge(r, us, a, g.Ply())
		if o := g.Outcome(); o.Over() {
			rec.Result, rec.End = o.Result, End(o.Method.String())
		}
	}
	rec.Moves = append(rec.Moves, g.Moves()...)
	return rec, nil
}

func (r *Rules) maxPlies() int {
	if r.MaxPlies > 0 {
		return r.MaxPlies
	}
	return 600
}

// overrun returns how late a move arrived, and updates the clock.
func (r *Rules) overrun(took time.Duration, clock *time.Duration, increment time.Duration) time.Duration {
	b := &r.Budget
	switch {
	case b.MoveTime > 0:
		return took - b.MoveTime - r.grace()
	case *clock > 0:
		*clock -= took
		if *clock < 0 {
			if *clock < -r.grace() {
				return -*clock
			}
			*clock = 0
		}
		*clock += increment
		*clock = max(*clock, time.Millisecond)
	}
	return 0
}

// adjudicator counts the plies on which both players' scores agree.
type adjudicator struct {
	winning [2]int // consecutive plies on which the score was won for this side
	drawish int
}

func (o *adjudicator) judge(r *Rules, us game.Color, a Answer, ply int) (game.Result, End) {
	s := a.Score
	if us == game.Black {
		s = -s
	}
	count := func(n *int, seen bool) {
		if seen {
			*n++
		} else {
			*n = 0
		}
	}
	count(&o.winning[game.Red], a.Scored && s >= r.ResignScore)
	count(&o.winning[game.Black], a.Scored && s <= -r.ResignScore)
	count(&o.drawish, a.Scored && s <= r.DrawScore && s >= -r.DrawScore && ply >= r.DrawFrom)
	if r.ResignScore > 0 {
		for c, n := range o.winning {
			if n >= max(r.ResignPlies, 2) {
				return game.WinFor(game.Color(c)), EndAgreedWin
			}
		}
	}
	if r.DrawPlies > 0 && o.drawish >= r.DrawPlies {
		return game.Draw, EndAgreedDraw
	}
	return game.Ongoing, ""
}
