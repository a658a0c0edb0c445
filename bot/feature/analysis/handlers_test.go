package analysis_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"yeye/ai"
	"yeye/bot/discord"
	"yeye/bot/internal/desk"
	"yeye/bot/match"
	"yeye/bot/match/engine"
	"yeye/game"
	"yeye/game/record"
)

// open returns a desk at which games are analyzed, and Mei moderates.
func openRequests(t *testing.T) *desk.Desk {
	d := desk.OpenWith(t, desk.Options{Engine: engine.Options{Searcher: desk.Hasty()}},
		"play", "challenges", "study", "replay", "analysis", "files", "guildadmin", "privacy")
	d.Change = func(i *discord.Interaction) { i.Permissions = discord.ManageMessages }
	return d
}

// One analysis of a player runs and three wait; when one is canceled there is room for another.
func TestAnalysesWaitForEachOther(t *testing.T) {
	d := openRequests(t)
	d.Play("in 701" + desk.Lost + "in channel")
	for range 4 {
		d.Play(desk.Lost + "mei: /analyze => private … In the queue, place")
	}
	d.Play("in 701\nmei: /analyze => private … Four of your analyses are still running\nin channel")
	d.Play("mei: [Cancel] => edit … canceled")
	if open, jobs := d.Count(`SELECT COUNT(*) FROM analyses`), d.Count(`SELECT COUNT(*) FROM jobs WHERE slot = 'analysis'`); open != 3 || jobs != 1 {
		t.Errorf("%d analyses are open, %d jobs", open, jobs)
	}
}

// The last game of a channel is analyzed when somebody types the word, in any of the languages. A reply to text is not updated, and
// says so.
func TestTyped(t *testing.T) {
	for _, text := range []string{"@yeye analyze", "@yeye 分析", "@yeye phân tích"} {
		d := openRequests(t)
		d.Play("mei: " + text + " => private There's no game here" + desk.Lost)
		d.Play("mei: " + text + " => private … In the queue, place 1 … no longer updates … [Show progress] [Cancel]")
		d.Play("linh: [Show progress] => edit … In the queue, place 1 … [Show progress]")
		d.Play("due\nmei: " + text + " => private … e2e6 … [Step through]")
	}
	d := openRequests(t)
	d.Play("in dm" + desk.Lost + "mei: analyze => private … In the queue\ndue\nmei: phân tích => private … e2e6 … [Step through]")
}

// The analysis of a match is deleted with the match, finished or not.
func TestAnalysisOfADeletedMatch(t *testing.T) {
	d := openRequests(t)
	for _, finished := range []bool{false, true} {
		d.Play(desk.Lost + "mei: /analyze => private")
		if finished {
			d.Play("due\nmei: /analyze => private … e2e6 … [Step through]")
		}
		d.Play("mei: /moderate act=delete => private … [Delete]\nmei: [Delete] => edit")
		if n := d.Count(`SELECT COUNT(*) FROM analyses`) + d.Count(`SELECT COUNT(*) FROM jobs WHERE slot = 'analysis'`); n != 0 {
			t.Errorf("finished %v: %d analyses and their jobs are left", finished, n)
		}
	}
}

// counting counts the searches of a searcher.
type counting struct {
	engine.Searcher
	n atomic.Int64
}

func (s *counting) Lines(ctx context.Context, g *game.Game, lim ai.Limits) ([]ai.Info, error) {
	s.n.Add(1)
	return s.Searcher.Lines(ctx, g, lim)
}

// The analysis of a game between two players is shared by both; when one of them is erased, their name is removed from it. That of
// a single player's game is deleted with the player.
func TestSharedAndErased(t *testing.T) {
	s := &counting{Searcher: desk.Hasty()}
	d := desk.OpenWith(t, desk.Options{Engine: engine.Options{Searcher: s}}, "play", "challenges", "replay", "analysis", "privacy")
	d.Play(`
		mei: /challenge user=@tom side=red => card challenge
		tom: [Accept]      => card duel
		mei: h2e2          => card duel
		mei: /analyze      => private … only analyze finished games
		linh: /analyze     => private … only analyze finished games
		tom: /resign       => private
		tom: [Yes, resign] => edit
		mei: /analyze      => private
		due
		mei: /analyze      => private … too few undecided`)
	before := s.n.Load()
	if d.Play("tom: /analyze => private … too few undecided"); before == 0 || s.n.Load() != before {
		t.Errorf("the second look searched %d times after %d", s.n.Load()-before, before)
	}
	d.Play("in 701" + desk.Lost + "mei: /analyze => private\ndue\nmei: /analyze => private … too few undecided")
	if n := d.Count(`SELECT COUNT(*) FROM analyses`); n != 2 {
		t.Fatalf("%d analyses", n)
	}
	for _, who := range []string{"mei", "tom"} {
		d.Play(who + ": /privacy act=delete => private\n" + who + ": [Delete everything about me] => edit")
	}
	if n := d.Count(`SELECT COUNT(*) FROM analyses`); n != 1 {
		t.Errorf("%d analyses are left, want that of the game between people", n)
	}
	if n := d.Count(`SELECT COUNT(*) FROM analyses WHERE requester <> '' OR owner <> ''`); n != 0 {
		t.Error("somebody is named who has had everything deleted")
	}
}

// An exported game contains its analysis, but not while the player has one of its positions on the board against a person.
func TestExportCarriesTheAnalysis(t *testing.T) {
	d := openRequests(t)
	export := func() string {
		d.Play("mei: [Export] => private")
		return string(d.Picture().Data)
	}
	d.Play(desk.Lost + "mei: /replay => private … [Export]")
	if text := export(); strings.Contains(text, "%eval") || !strings.Contains(text, "E2-E6") {
		t.Errorf("before anything is known: %s", text)
	}
	d.Play("mei: /analyze => private\ndue\nmei: /replay => private")
	text := export()
	rec, err := record.Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if bad := rec.Line[2]; bad.Mark != record.Blunder || bad.Eval.Kind != record.Points || bad.Eval.N > -100 || len(bad.Variations) != 1 || bad.Comment == "" {
		t.Errorf("the blunder: %+v in %s", bad, text)
	}
	d.Play(`
		in 701
		tom: /challenge user=@mei side=red => card challenge
		mei: [Accept]  => card duel
		tom: h2e2      => card duel
		in channel
		mei: /replay   => private`)
	if text := export(); strings.Contains(text, "%eval") || !strings.Contains(text, "E2-E6") {
		t.Errorf("while it is played: %s", text)
	}
}

// A game from a place of an analyzed one counts captureless moves from there, and none begins that would be over at once.
func TestTryAgainWhereTheGameWasOver(t *testing.T) {
	d := openRequests(t)
	last := func(text string) {
		d.Play(`mei: /analyze text="` + text + "\" => private\ndue\nmei: /analyze text=\"" + text + `" => private … [Step through]
			mei: [Step through] => edit
			mei: [⏭]            => edit`)
	}
	last("position fen 3k5/9/9/9/9/9/9/9/4r4/4K4 w - - 0 1 moves e0e1")
	d.Play("mei: [Try again against Kid] => no such control")
	last("position fen 3k5/9/9/9/9/9/9/9/9/4KR3 w - - 118 80 moves f0f1 d9d8")
	d.Play("mei: [Try again against Kid] => private The board is in the channel")
	if n := d.Count(`SELECT COUNT(*) FROM matches WHERE status = 0`); n != 1 {
		t.Errorf("%d open games after the move limit", n)
	}
}

// The analysis of a game with a position that is on the player's board against a character costs them the unaided win: one that is
// made, and one made before, each time something of it is shown. Another game's costs nothing.
func TestAnalysisOfAGameBeingPlayed(t *testing.T) {
	red := strings.Fields("h2e2 h0g2 i0h0 b0a2 b2c2 a0b0 c3c4")
	black := strings.Fields("h9g7 i9h9 b9c7 c6c5 a9b9 b7b3 c7d5")
	played := ""
	for i, m := range red {
		played += fmt.Sprintf("%d. %s %s ", i+1, m, black[i])
	}
	for way, give := range map[string]string{
		"asked for":    `mei: /analyze text="` + played + `*" => private`,
		"made":         `mei: /analyze text="` + played + `8. h0h4 *" => private`,
		"step through": "mei: [Step through] => edit",
		"exported":     "mei: [Export] => private",
		"another":      `mei: /analyze text="1. h2e2 b9c7 *" => private`,
	} {
		t.Run(way, func(t *testing.T) {
			d := openRequests(t)
			d.Play(`mei: /analyze text="` + played + "*\" => private\ndue")
			switch way {
			case "step through":
				d.Play(`mei: /analyze text="` + played + `*" => private … [Step through]`)
			case "exported":
				d.Play(`mei: /import text="` + played + `*" => private … [Export]`)
			}
			d.Play("mei: /play side=red => card versus")
			for i, m := range red {
				d.Play("mei: " + m + " => card versus\ncharacter: " + black[i])
			}
			casual := func(want match.CasualReason) {
				t.Helper()
				if m, err := d.Matches.InChannel(t.Context(), desk.Channel); err != nil || m.CasualReason != want {
					t.Errorf("it is %v, %v", m.CasualReason, err)
				}
			}
			casual(match.Rated)
			d.Play(give + "\ndue")
			if way == "made" {
				d.Play(give)
			}
			if way == "another" {
				casual(match.Rated)
			} else {
				casual(match.AfterStudy)
			}
		})
	}
}
