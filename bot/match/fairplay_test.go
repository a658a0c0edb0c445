package match_test

import (
	"errors"
	"testing"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/match/variant"
	"yeye/game"
)

// Whom the engine helps with a match.
func TestMayAsk(t *testing.T) {
	after := func(moves ...string) *game.Game {
		g := game.NewGame(game.Start(), game.Asian)
		for _, text := range moves {
			if err := g.Play(move(text)); err != nil {
				t.Fatal(err)
			}
		}
		return g
	}
	mated, err := game.ParseFEN("R3k4/1R7/9/9/9/9/9/9/9/3K5 b")
	if err != nil {
		t.Fatal(err)
	}
	flipped := match.InFlipped()
	flipped.Mode = match.VersusOf(variant.Flipped)
	for _, c := range []struct {
		name string
		m    match.Match
		by   id.Player
		want error
	}{
		{"whose turn it is", match.Match{Mode: match.Versus, Seats: meiAgainstKid, Game: after()}, "mei", nil},
		{"whose turn it is not", match.Match{Mode: match.Versus, Seats: meiAgainstKid, Game: after("h2e2")}, "mei", match.ErrNotYourTurn},
		{"somebody else", match.Match{Mode: match.Versus, Seats: meiAgainstKid, Game: after()}, "tom", match.ErrNotSeated},
		{"between people", match.Match{Mode: match.Duel, Seats: meiAgainstTom, Game: after()}, "mei", match.ErrFairPlay},
		{"between people, adjourned", match.Match{Mode: match.Duel, Status: match.Adjourned, Seats: meiAgainstTom,
			Game: after()}, "mei", match.ErrAdjourned},
		{"over", match.Match{Mode: match.Versus, Status: match.Ended, Seats: meiAgainstKid, Game: after()}, "mei", match.ErrEnded},
		{"over on the board", match.Match{Mode: match.Versus, Seats: [2]match.Seat{{Level: 1}, {Player: "mei"}}, Game: game.NewGame(mated, game.Asian)}, "mei", match.ErrEnded},
		{"flipped chess", flipped, "mei", match.ErrNoHints},
	} {
		if err := match.MayAsk(c.by, &c.m); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
}

// A position is that of a match also in a mirror or with the colors swapped, as long as help still changes what the match counts for.
func TestHelpMakesCasualAt(t *testing.T) {
	const fen = "4k4/9/9/p8/9/9/9/1R7/9/3K5 w"
	at := func(fen string) *game.Position {
		p, err := game.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		return &p
	}
	for name, c := range map[string]struct {
		fen  string
		like bool
	}{
		"the same":                 {fen, true},
		"mirrored":                 {"4k4/9/9/8p/9/9/9/7R1/9/5K3 w", true},
		"colors swapped":           {"3k5/9/1r7/9/9/9/P8/9/9/4K4 b", true},
		"mirrored and swapped":     {"5k3/9/7r1/9/9/9/8P/9/9/4K4 b", true},
		"the other to move":        {"4k4/9/9/p8/9/9/9/1R7/9/3K5 b", false},
		"swapped, the same moves":  {"3k5/9/1r7/9/9/9/P8/9/9/4K4 w", false},
		"a piece more":             {"4k4/9/9/p8/9/9/9/1R7/9/2BK5 w", false},
		"a piece elsewhere":        {"4k4/9/9/p8/9/9/9/2R6/9/3K5 w", false},
		"one half mirrored":        {"4k4/9/9/8p/9/9/9/1R7/9/3K5 w", false},
		"the usual start is never": {game.StartFEN, false},
	} {
		m := match.Match{Mode: match.Versus, Seats: meiAgainstKid, Game: game.NewGame(*at(fen), game.Asian)}
		if m.HelpMakesCasualAt(at(c.fen)) != c.like {
			t.Errorf("%s: %v", name, !c.like)
		}
	}
	for name, c := range map[string]struct {
		m    match.Match
		like bool
	}{
		"rated":                    {match.Match{Mode: match.Versus}, true},
		"adjourned":                {match.Match{Mode: match.Versus, Status: match.Adjourned}, true},
		"over":                     {match.Match{Mode: match.Versus, Status: match.Ended}, false},
		"casual already":           {match.Match{Mode: match.Versus, CasualReason: match.AfterHint}, false},
		"at odds":                  {match.Match{Mode: match.Versus, CasualReason: match.AtOdds}, true},
		"as agreed":                {match.Match{Mode: match.Versus, CasualReason: match.Agreed}, true},
		"flipped":                  {match.Match{Mode: match.VersusOf(variant.Flipped), CasualReason: match.Agreed}, false},
		"an ending":                {match.Match{Mode: match.Ending, CasualReason: match.FromPosition}, true},
		"from a position":          {match.Match{Mode: match.Versus, CasualReason: match.FromPosition}, false},
		"without a result":         {match.Match{}, false},
		"between people":           {match.Match{Mode: match.Duel}, false},
		"between people, over now": {match.Match{Mode: match.Duel, Status: match.Ended}, false},
	} {
		c.m.Game = game.NewGame(*at(fen), game.Asian)
		if c.m.HelpMakesCasualAt(at(fen)) != c.like {
			t.Errorf("%s: %v", name, !c.like)
		}
	}
}

// Only somebody's private study is shown again by a command; any other control that is old was simply overtaken.
func TestStaleAndNotOpen(t *testing.T) {
	one := match.Mode{OnePlayer: true}
	for _, c := range []struct {
		name           string
		m              match.Match
		stale, notOpen error
	}{
		{"a private study", match.Match{Mode: one, Status: match.Adjourned}, match.ErrStaleStudy, match.ErrStaleStudy},
		{"a study in a channel", match.Match{Mode: one, Channel: room, Status: match.Adjourned}, match.ErrStale, match.ErrAdjourned},
		{"a match without a channel", match.Match{Mode: match.Duel, Status: match.Adjourned}, match.ErrStale, match.ErrAdjourned},
		{"a match that is over", match.Match{Mode: match.Duel, Channel: room, Status: match.Ended}, match.ErrStale, match.ErrEnded},
		{"a private study that is over", match.Match{Mode: one, Status: match.Ended}, match.ErrStaleStudy, match.ErrEnded},
	} {
		if stale, notOpen := c.m.Stale(), c.m.NotOpen(); stale != c.stale || notOpen != c.notOpen { // one wraps the other
			t.Errorf("%s: %v, %v", c.name, stale, notOpen)
		}
	}
}

// What is common knowledge, and so no help.
func TestInOpening(t *testing.T) {
	g := game.NewGame(game.Start(), game.NoRepetition)
	m := match.Match{Game: g}
	for ply := range 14 {
		if early := m.InOpening(); early != (ply <= 12) {
			t.Errorf("after %d plies: %v", ply, early)
		}
		if err := g.Play(move([]string{"a0a1", "a9a8", "a1a0", "a8a9"}[ply%4])); err != nil {
			t.Fatal(err)
		}
	}
	odds := match.Match{Odds: match.LeftHorse, Game: game.NewGame(match.LeftHorse.Position(), game.Asian)}
	position := match.Match{Game: game.NewGame(match.LeftHorse.Position(), game.Asian)}
	if !odds.InOpening() || position.InOpening() {
		t.Errorf("at odds %v, from the same position %v", odds.InOpening(), position.InOpening())
	}
}
