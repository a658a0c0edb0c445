package newcomer_test

import (
	"strings"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/internal/desk"
	"yeye/bot/match"
	"yeye/bot/match/engine"
	"yeye/bot/player"
	"yeye/game"
)

// A newcomer's board marks what can be taken against the weakest characters, and says that a win does not count, until it is enough:
// then the marks go, and later games count.
func TestMarks(t *testing.T) {
	d := desk.Open(t, "newcomer", "play", "learn", "settings")
	d.Play(`
		mei: /play opponent=0 side=red   => card versus … [I've never played]
		mei: [I've never played]         => private Welcome!
		mei: /board                      => card versus … so a win won't count … [No more marks]
		mei: /board                      => not with help, so
		mei: c3c4                        => card versus
		character: c6c5
		mei: /board                      => card versus … with help, so a win won't count … Careful, you could lose a piece (marked): pawn c4.
		mei: /board                      => card versus … Free to take (marked): pawn c5.
		mei: [No more marks]              => card versus`)
	if text := d.Do("mei", "/board"); strings.Contains(text, "Careful") || strings.Contains(text, "Enough") {
		t.Errorf("after enough: %s", text)
	}
	m, err := d.Matches.InChannel(t.Context(), desk.Channel)
	if err != nil || m.CasualReason != match.Marked || m.Unaided() {
		t.Errorf("it counts as %v, %v", m.CasualReason, err)
	}
	d.In("701")
	if text := d.Do("mei", "/play opponent=0 side=red"); strings.Contains(text, "Enough") || strings.Contains(text, "will not count") {
		t.Errorf("the next game: %s", text)
	}
	d.In("702")
	d.Play(`mei: /settings newcomer=on           => private
		mei: /play opponent=0 side=red       => card versus … [No more marks]
		in 703
		mei: /play opponent=3 side=red       => card versus`)
	if m, err := d.Matches.InChannel(t.Context(), "703"); err != nil || m.CasualReason != match.Rated {
		t.Errorf("against Uncle it counts as %v, %v", m.CasualReason, err)
	}
}

// With the marks goes what the card says of them; it says how a game that counts is begun.
func TestMarksGone(t *testing.T) {
	d := desk.Open(t, "newcomer", "play", "settings")
	d.Play(`
		mei: /settings newcomer=on           => private
		mei: /play opponent=0 side=red       => card versus … so a win won't count as beating anyone. … [No more marks]
		mei: [No more marks]                 => card versus
		mei: /board                          => card versus … it will in the next: press **Resign**, then **Play again**. … [Resign]`)
	if text := d.Do("mei", "/board"); strings.Contains(text, "are marked") || strings.Contains(text, "No more marks") {
		t.Errorf("after the marks: %s", text)
	}
	d.Play(`
		mei: [Resign]      => private
		mei: [Yes, resign] => edit
		mei: /board        => card versus … **Play again** swaps sides: you play Black. … [Play again]
		mei: [Play again]  => card versus … (Black)`)
	if m, err := d.Matches.InChannel(t.Context(), desk.Channel); err != nil || m.CasualReason != match.Rated {
		t.Errorf("the next counts as %v, %v", m.CasualReason, err)
	}
}

// A newcomer's menu of moves shows where each goes on their board, also with Black at the bottom, in games and in puzzles.
func TestArrows(t *testing.T) {
	d := desk.Open(t, "newcomer", "play", "settings", "puzzle")
	labels := func() (all string) {
		for _, row := range d.Said.Rows {
			if s, ok := row[0].(discord.Select); ok {
				for _, o := range s.Options {
					all += o.Value + " " + o.Label + "\n"
				}
			}
		}
		return all
	}
	d.Play(`
		mei: /settings newcomer=on           => private
		mei: /play opponent=0 side=black     => card versus
		character: c3c4
		mei: /view                           => private
		mei: {Choose a piece} h7             => edit`)
	for _, want := range []string{"h7h0 ↑7 · ", "h7e7 →3 · "} {
		if got := labels(); !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
	d.Play(`
		mei: /puzzle                => private
		mei: [I play now and then]  => edit`)
	for _, row := range d.Said.Rows {
		if s, ok := row[0].(discord.Select); ok {
			d.Do("mei", "{Choose a piece} "+s.Options[0].Value)
			break
		}
	}
	if got := labels(); !strings.ContainsAny(got, "↑↓←→↖↗↘↙") {
		t.Errorf("of a puzzle: %s", got)
	}
}

// In a game between people nothing is marked.
func TestBetweenPeople(t *testing.T) {
	d := desk.Open(t, "newcomer", "play", "challenges", "learn")
	for _, who := range []string{"mei", "tom"} {
		if _, err := d.Players.UpdatePreferences(t.Context(), desk.People[who], func(p *player.Preferences) { p.Newcomer = player.Marked }); err != nil {
			t.Fatal(err)
		}
	}
	d.Play(`
		mei: /challenge user=@tom side=red => card challenge
		tom: [Accept]                      => card duel
		mei: h2h9                          => card duel
		tom: i9h9                          => card duel`)
	if text := d.Do("mei", "/board"); strings.Contains(text, "Careful") || strings.Contains(text, "Enough") || strings.Contains(text, "could take") {
		t.Errorf("between people: %s", text)
	}
}

// start begins a game of Mei's against Newborn at a position, or at the usual start.
func start(t *testing.T, d *desk.Desk, fen string) {
	t.Helper()
	text := d.Do("mei", "/play opponent=0 side=red position=\""+fen+"\"")
	if !strings.HasPrefix(text, "card versus") {
		t.Fatal(text)
	}
}

func TestNamed(t *testing.T) {
	d := desk.Open(t, "newcomer", "play", "settings")
	d.Play(`mei: /settings newcomer=on => private`)
	start(t, d, "3k5/9/9/r7R/9/9/9/9/4A4/4KA3 w")
	text := d.Do("mei", "/board")
	if !strings.Contains(text, "Free to take (marked): rook a6.") {
		t.Error(text)
	}
	if p := d.Picture().Description; p == "" {
		t.Error("no picture")
	}
}

// analysing opens a desk with an engine that analyzes games.
func analysing(t *testing.T) *desk.Desk {
	return desk.OpenWith(t, desk.Options{Engine: engine.Options{Searcher: desk.Hasty()}}, "newcomer", "play", "settings", "analysis", "learn")
}

// hung is a game in which Red loses a rook for a pawn and then resigns.
const hung = `
	mei: a0a1                         => card versus
	character: c6c5
	mei: a1d1                         => card versus
	character: b9c7
	mei: d1d5                         => card versus
	character: c7d5
	mei: /resign                      => private
	mei: [Yes, resign]                => edit
`

// After a newcomer's loss there is one thing to take along, with its board and a lesson, and it is what the report names; after the games of
// others there is none.
func TestAfterTheGame(t *testing.T) {
	d := analysing(t)
	d.Play("mei: /settings newcomer=on => private\nmei: /play opponent=0 side=red => card versus" + hung + `
		mei: /board                       => card versus … [One thing to remember]
		mei: [One thing to remember]      => private **One thing to remember** · … In the queue … [Show progress]
		due
		mei: [Show progress]              => edit 💡 One thing to remember: on move 3 you played … the rook on d5 can simply be taken … Before you move, look at what can be taken. … [Practice this in a lesson]`)
	if p := d.Picture().Description; !strings.Contains(p, "Played: rook d1 to d5.") {
		t.Errorf("the board: %q", p)
	}
	d.Play(`
		mei: /analyze                     => private … **Move 3**, Red … the rook on d5 can simply be taken
		mei: /board                       => card versus … [One thing to remember]
		tom: [One thing to remember]      => private You're not playing in this game
		clock 1m
		mei: /play opponent=6 side=red    => card versus` + hung + `
		mei: /board                       => card versus … Immortal … [One thing to remember]
		clock 1m
		tom: /play opponent=0 side=red    => card versus` + strings.ReplaceAll(hung, "mei", "tom") + `
		tom: /board                       => not [One thing to remember]`)
}

// A move that a hint showed is not blamed.
func TestHintIsNotBlamed(t *testing.T) {
	d := analysing(t)
	d.Play("mei: /settings newcomer=on => private\nmei: /play opponent=0 side=red => card versus" + hung)
	m, err := d.Matches.Latest(t.Context(), desk.Channel)
	if err != nil {
		t.Fatal(err)
	}
	at := m
	at.Game = m.Game.Upto(4)
	if err := d.Matches.RecordHint(t.Context(), &at, m.Game.Moves()[4]); err != nil {
		t.Fatal(err)
	}
	d.Play("mei: /board => card versus\nmei: [One thing to remember] => private\ndue\nmei: /board => card versus")
	if text := d.Do("mei", "[One thing to remember]"); !strings.HasPrefix(text, "private 💡") || strings.Contains(text, "d1d5") {
		t.Error(text)
	}
}

// A game that was lost after a few moves has something to remember too, one of a single move has not.
func TestAfterAShortGame(t *testing.T) {
	d := analysing(t)
	d.Play(`
		mei: /settings newcomer=on      => private
		mei: /play opponent=1 side=red  => card versus
		mei: h2e2                       => card versus
		character: h9g7
		mei: e2e6                       => card versus
		character: g7e6
		mei: /resign                    => private
		mei: [Yes, resign]              => edit
		mei: /board                     => card versus … [One thing to remember]
		mei: [One thing to remember]    => private
		due
		mei: [One thing to remember]    => private 💡 One thing to remember: on move 2 you played … the cannon
		clock 1m
		mei: /play opponent=1 side=red  => card versus
		mei: h2e2                       => card versus
		character: h9g7
		mei: /resign                    => private
		mei: [Yes, resign]              => edit
		mei: /board                     => not [One thing to remember]`)
}

// Who gave nothing away is told so, and offered no board on which nothing is to be seen.
func TestPraise(t *testing.T) {
	d := analysing(t)
	d.Play(`
		mei: /settings newcomer=on        => private
		mei: /play opponent=0 side=red    => card versus
		mei: h2e2                         => card versus
		character: h9g7
		mei: h0g2                         => card versus
		character: i9h9
		mei: i0h0                         => card versus
		character: h7i7
		mei: /resign                      => private
		mei: [Yes, resign]                => edit
		mei: /board                       => card versus … [One thing to remember]
		mei: [One thing to remember]      => private
		due
		mei: /board                       => card versus
		mei: [One thing to remember]      => private 💡 No move of yours cost you much in this game.`)
}

// Where no engine analyzes, nothing is offered that it would have to find.
func TestNoEngine(t *testing.T) {
	desk.Open(t, "newcomer", "play", "settings", "analysis").Play("mei: /settings newcomer=on => private\nmei: /play opponent=0 side=red => card versus" + hung + `
		mei: /board => not [One thing to remember]`)
}

// While a game between people has the position on its board, nothing is marked.
func TestFairPlay(t *testing.T) {
	d := desk.Open(t, "newcomer", "play", "settings")
	d.Play(`mei: /settings newcomer=on => private`)
	const fen = "3k5/9/9/r7R/9/9/9/9/4A4/4KA3 w"
	start(t, d, fen)
	p, err := game.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	terms := match.Terms{Mode: match.Duel, Guild: desk.Guild, Channel: "701", Position: p, Locale: "en-US",
		Seats: [2]match.Seat{{Player: desk.People["tom"], Name: "tom"}, {Player: desk.People["linh"], Name: "linh"}}}
	if _, err := d.Matches.Start(t.Context(), match.Actor{Event: id.Event("1"), Player: desk.People["tom"]}, terms); err != nil {
		t.Fatal(err)
	}
	if text := d.Do("mei", "/board"); strings.Contains(text, "for nothing (marked)") {
		t.Errorf("%s", text)
	}
}
