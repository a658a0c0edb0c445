package flipped

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/engine"
	"yeye/bot/match/view"
	"yeye/game"
	"yeye/game/jieqi"
)

// maxReveals limits the revealed pieces that are listed.
const maxReveals = 10

// luck shows the luck report of a finished game.
func (f *flipped) luck(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	m, o, err := f.loadDeal(ctx, r, c)
	if err != nil {
		return interaction.Response{}, err
	}
	reader := f.Readers.For(r)
	return interaction.Await(func(ctx context.Context) (*engine.LuckReport, error) {
		return f.Engine.Luck(ctx, f.Dealt(r.Player), o.Deal, moves(o.Plies), m.Mode.OpenCaptures())
	},
		func(_ context.Context, report *engine.LuckReport) (interaction.Response, error) {
			return interaction.Answer(discord.Message{Content: luckText(reader, &o, report)}), nil
		}), nil
}

func moves(plies []jieqi.Ply) []game.Move {
	all := make([]game.Move, len(plies))
	for i, p := range plies {
		all[i] = p.Move
	}
	return all
}

// luckText formats a report: who was luckier, each side's total luck and costliest choice, and the luckiest reveals.
func luckText(r *view.Reader, o *match.Opening, report *engine.LuckReport) string {
	side, by := report.Lucky()
	lines := []string{r.Text("luck.even")}
	if hundredths(by) > 0 {
		lines[0] = r.Text("luck.head", locale.Args{"Side": r.Color(side), "Points": hundredths(by)})
	}
	before := positions(o.Plies)
	for c := range report.Sides {
		s := &report.Sides[c]
		lines = append(lines, r.Text("luck.side", locale.Args{"Side": r.Color(game.Color(c)), "Luck": signed(s.Luck),
			"Cost": hundredths(s.Cost), "Turned": s.Turned, "Taken": s.Taken}))
		if s.Costliest >= 0 {
			t := &report.Plies[s.Costliest]
			p := &before[t.Ply-1]
			lines = append(lines, r.Text("luck.dearest", locale.Args{"Number": p.MoveNumber(),
				"Move": r.Short(p, t.Made.Move), "Best": r.Short(p, t.Best), "Points": hundredths(t.Cost)}))
		}
	}
	if revealing := luckiest(report.Plies); len(revealing) > 0 {
		lines = append(lines, r.Text("luck.list"))
		for _, t := range revealing {
			lines = append(lines, "-# "+revealText(r, &before[t.Ply-1], &t))
		}
	}
	return strings.Join(append(lines, "-# "+r.Text("luck.how")), "\n")
}

// revealText describes what a move revealed, with the expected score, in hundredths of a point, before and after.
func revealText(r *view.Reader, p *jieqi.Position, t *engine.LuckTurn) string {
	args := locale.Args{"Number": p.MoveNumber(), "Side": r.Color(t.By), "Move": r.Short(p, t.Made.Move),
		"Before": hundredths(t.Before), "After": hundredths(t.After)}
	var came []string
	if t.Made.Turned != game.NoRole {
		came = append(came, "= "+r.Piece(game.NewPiece(t.By, t.Made.Turned)))
	}
	if t.Made.Dark {
		came = append(came, "× "+r.Piece(game.NewPiece(t.By.Other(), t.Made.Taken)))
	}
	args["Came"] = strings.Join(came, " ")
	return r.Text("luck.reveal", args)
}

// luckiest returns up to maxReveals turns with the largest absolute luck, in game order.
func luckiest(turns []engine.LuckTurn) (all []engine.LuckTurn) {
	for _, t := range turns {
		if hundredths(math.Abs(t.Luck())) > 0 {
			all = append(all, t)
		}
	}
	slices.SortStableFunc(all, func(x, y engine.LuckTurn) int {
		return cmp.Compare(math.Abs(y.Luck()), math.Abs(x.Luck()))
	})
	all = all[:min(len(all), maxReveals)]
	slices.SortFunc(all, func(x, y engine.LuckTurn) int { return x.Ply - y.Ply })
	return all
}

// positions returns the position before each ply.
func positions(plies []jieqi.Ply) (all []jieqi.Position) {
	at := jieqi.Start()
	for _, p := range plies {
		all = append(all, at)
		at.Do(p.Move, p.Turned)
	}
	return all
}

// hundredths converts an expected score to hundredths of a point, rounded.
func hundredths(x float64) int { return int(math.Round(100 * x)) }

// signed formats an expected score in hundredths of a point, with its sign.
func signed(x float64) string {
	switch n := hundredths(x); {
	case n > 0:
		return "+" + strconv.Itoa(n)
	case n < 0:
		return "−" + strconv.Itoa(-n)
	}
	return "0"
}
