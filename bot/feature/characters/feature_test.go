package characters

import (
	"slices"
	"strings"
	"testing"
	"time"

	"yeye/ai/character"
	"yeye/bot/feature/study"
	"yeye/bot/guild"
	"yeye/bot/match"
	"yeye/bot/match/voice"
	"yeye/bot/player"
	"yeye/game"
)

func TestGreeting(t *testing.T) {
	e := newEnv(t)
	m := e.start(versus(5))
	if got := e.kinds(m); !slices.Equal(got, []voice.Kind{voice.Greeting}) {
		t.Fatalf("%v", got)
	}
	seen := map[string]bool{}
	for _, language := range voice.Languages() {
		line := e.heard(m, language, player.Preferences{})
		if line == "" || seen[line] || line != e.heard(m, language, player.Preferences{}) {
			t.Errorf("%s: %q", language, line)
		}
		seen[line] = true
	}
	if m = e.play(m, 0, "h2e2"); e.heard(m, "en", player.Preferences{}) != "" {
		t.Error("the greeting stays on the card of the next move")
	}
	// With the black pieces the player hears it with the first move, not while the character thinks about it.
	terms := versus(5)
	terms.Seats[0], terms.Seats[1] = terms.Seats[1], terms.Seats[0]
	m = e.start(terms)
	if len(e.kinds(m)) > 0 {
		t.Error("greeted before the first move")
	}
	if m = e.play(m, 0, "h2e2"); e.heard(m, "en", player.Preferences{}) == "" {
		t.Error("no greeting with the first move")
	}
}

func TestWhoHears(t *testing.T) {
	e := newEnv(t)
	m := e.start(versus(1))
	quiet := player.Preferences{Voices: "off"}
	if e.heard(m, "en", player.Preferences{}) == "" || e.heard(m, "en", quiet) != "" {
		t.Error("the player's setting")
	}
	silent := true
	_, err := e.servers.Edit(t.Context(), "server", guild.Edit{Silent: &silent})
	e.ok(err)
	if e.heard(m, "en", player.Preferences{}) != "" {
		t.Error("the server's setting")
	}
	direct := versus(1)
	direct.Guild = ""
	if e.heard(e.start(direct), "en", player.Preferences{}) == "" {
		t.Error("a server's setting holds in a direct conversation")
	}
	silent = false
	if s, err := e.servers.Edit(t.Context(), "server", guild.Edit{Silent: &silent}); err != nil || s.Silent {
		t.Error(s, err)
	}
	if e.heard(m, "en", player.Preferences{}) == "" {
		t.Error("silent for good")
	}
}

// Between people and in studies nobody says anything.
func TestSilence(t *testing.T) {
	for name, terms := range map[string]match.Terms{
		"people": {Mode: match.Duel, Guild: "server", Position: game.Start(), Seats: [2]match.Seat{{Player: "mei"}, {Player: "tom"}}},
		"study":  {Mode: study.Mode, Guild: "server", Position: game.Start(), Seats: [2]match.Seat{{Player: "mei"}, {Player: "mei"}}},
	} {
		t.Run(name, func(t *testing.T) {
			e := newEnv(t)
			m := e.play(e.start(terms), 0, "h2e2", "h9g7", "e2e6", "g7e6")
			if m.Said != "" || e.heard(m, "en", player.Preferences{}) != "" {
				t.Errorf("%q", m.Said)
			}
		})
	}
}

// What happens beside the board is mentioned at the next chance: a hint and a long think with the answer, a takeback at once.
func TestBesideTheBoard(t *testing.T) {
	quiet := []string{"h2e2", "h9g7", "h0g2", "i9h9", "c3c4", "c6c5"} // the greeting is long ago
	e := newEnv(t)
	count := map[voice.Kind]int{}
	for range 8 {
		m := e.play(e.start(versus(5)), 0, quiet...)
		_, err := e.matches.MakeCasual(t.Context(), m.ID, match.AfterHint)
		e.ok(err)
		count[last(e.kinds(e.play(m, 0, "b0a2", "b9a7")))]++

		m = e.play(e.start(versus(5)), 0, quiet...)
		e.now = e.now.Add(20 * time.Minute)
		count[last(e.kinds(e.play(m, 0, "b0a2", "b9a7")))]++

		m = e.play(e.start(versus(4)), 0, append(slices.Clone(quiet), "b0a2", "b9a7")...)
		c, err := e.matches.Takeback(t.Context(), e.by("mei"), m.Channel)
		e.ok(err)
		if k := last(e.kinds(c.Match)); k == voice.Takeback {
			count[k]++
			if e.heard(c.Match, "en", player.Preferences{}) == "" {
				t.Error("not on the card of the takeback")
			}
		}
	}
	for _, k := range []voice.Kind{voice.Hint, voice.LongThink, voice.Takeback} {
		if count[k] == 0 {
			t.Errorf("%d of 8 times a word about %v", count[k], k)
		}
	}
	// A night is no long think.
	m := e.play(e.start(versus(5)), 0, quiet...)
	e.now = e.now.Add(14 * time.Hour)
	if m = e.play(m, 0, "b0a2"); len(voice.ParseMemory(m.Said).Pending) > 0 {
		t.Errorf("%q", m.Said)
	}
}

func last(all []voice.Kind) voice.Kind { return all[len(all)-1] }

// The last card has a last word only about a game that was really played, and no earlier line.
func TestLastWord(t *testing.T) {
	e := newEnv(t)
	resign := func(m match.Match) match.Match {
		c, err := e.matches.Resign(t.Context(), e.by("mei"), m.ID)
		e.ok(err)
		return c.Match
	}
	if m := resign(e.start(versus(5))); e.heard(m, "en", player.Preferences{}) != "" {
		t.Error("a word about a game that was none")
	}
	m := resign(e.play(e.start(versus(5)), 0, "h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "g6g5", "c3c4", "b9c7", "b0a2", "c9e7", "g0i2", "d9e8"))
	if last(e.kinds(m)) != voice.Won || e.heard(m, "en", player.Preferences{}) == "" {
		t.Errorf("after a resignation: %v", e.kinds(m))
	}
	if c, err := e.matches.MakeCasual(t.Context(), m.ID, match.AfterHint); err == nil && e.heard(c.Match, "en", player.Preferences{}) == "" {
		t.Error("the last word goes when something else changes")
	}
}

// In a long game nothing is said twice, nor within six plies, and it fits a card.
func TestWholeGame(t *testing.T) {
	for _, level := range character.All() {
		e := newEnv(t)
		m := e.start(versus(level))
		seen, at := map[string]bool{}, -100
		for n := 0; n < 60; n++ {
			m = e.get(m)
			if m.Status != match.Open {
				break
			}
			var buf [game.MaxMoves]game.Move
			all := m.Game.Position().LegalMoves(buf[:0])
			move := all[(n*7+int(level))%len(all)]
			for _, one := range all { // many captures are much to talk about
				if m.Game.Position().At(one.To()) != game.NoPiece {
					move = one
				}
			}
			before := len(voice.ParseMemory(m.Said).Said)
			m = e.play(m, 100*(n%9-4), move.String())
			if len(voice.ParseMemory(m.Said).Said) == before {
				continue
			}
			line := e.heard(m, "vi", player.Preferences{})
			if seen[line] || m.Game.Ply()-at < 6 || strings.Count(line, "\n") > 0 {
				t.Errorf("level %d, ply %d after %d: %q", level, m.Game.Ply(), at, line)
			}
			seen[line], at = true, m.Game.Ply()
		}
		if len(seen) < 2 {
			t.Errorf("level %d says %d lines", level, len(seen))
		}
	}
}
