package characters

import (
	"slices"
	"strings"
	"testing"

	"yeye/bot/match"
	"yeye/bot/match/voice"
	"yeye/bot/player"
	"yeye/game"
)

// late is a position that is in no book, and lateMoves how a game continues from it.
const late, lateMoves = "3k5/9/9/2p6/9/9/9/9/R8/1R2K4 w - - 0 30", "a1a2 c6c5 a2a8"

// people has two players play a game from a position.
func (e *env) people(start, moves string) match.Match {
	e.t.Helper()
	p, err := game.ParseFEN(start)
	e.ok(err)
	m := e.start(match.Terms{Mode: match.Duel, Guild: "elsewhere", Position: p, Seats: [2]match.Seat{{Player: "ann"}, {Player: "bob"}}})
	return e.play(m, 0, strings.Fields(moves)...)
}

// resigns ends a game between people.
func (e *env) resigns(m match.Match) {
	e.t.Helper()
	m = e.get(m)
	_, err := e.matches.Resign(e.t.Context(), e.by("ann"), m.ID)
	e.ok(err)
}

// While people play it, wherever they do, nobody comments on a position in an exhibition. What can be seen on the board may be said.
func TestCommentaryIsFair(t *testing.T) {
	e := newEnv(t)
	between := e.people(late, lateMoves)
	m := e.answers(e.exhibit(late, 5, 4), lateMoves, 0, 0, 900)
	if got := e.heard(m, "en", player.Preferences{}); got != "" {
		t.Errorf("of a position that people play: %q", got)
	}
	other := e.answers(e.exhibit("3k5/9/9/6p2/9/9/4P4/9/R8/1R2K4 w - - 0 30", 5, 4), "a1a2 g6g5 a2a8", 0, 0, 900)
	if got := e.heard(other, "en", player.Preferences{}); !strings.Contains(got, "Grandpa's position is getting better") {
		t.Errorf("of another position: %q", got)
	}
	cannon := e.answers(e.exhibit("", 5, 1), "h2e2 h9g7", 0)
	if got := e.heard(cannon, "en", player.Preferences{}); !strings.Contains(got, "central cannon") {
		t.Errorf("%q", got)
	}
	e.resigns(between)
	if got := e.heard(m, "en", player.Preferences{}); got == "" {
		t.Error("nothing when their game is over")
	}
}

// Nor does a character comment so on its own game with somebody who is one of those players, or could pass it on to them.
func TestLinesAreFair(t *testing.T) {
	e := newEnv(t)
	p, err := game.ParseFEN(late)
	e.ok(err)
	const moves = "a1a2 c6c5 a2a3 c5c4 a3a4 c4c3 a4a5 c3d3"
	between := e.people(late, moves)
	for range 50 { // a line is not said at every chance
		terms := versus(5)
		terms.Position = p
		all := strings.Fields(moves)
		m := e.play(e.start(terms), 0, all[:6]...)
		m = e.play(m, -900, all[6:]...)
		if !slices.ContainsFunc(e.kinds(m), voice.Kind.Judges) {
			continue
		}
		if got := e.heard(m, "en", player.Preferences{}); got != "" {
			t.Errorf("of a position that people play: %q", got)
		}
		e.resigns(between)
		if got := e.heard(m, "en", player.Preferences{}); got == "" {
			t.Error("nothing when their game is over")
		}
		return
	}
	t.Fatal("the character never said what it thinks of the game")
}
