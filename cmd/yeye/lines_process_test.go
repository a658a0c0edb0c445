package main

import (
	"strings"
	"testing"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/sandbox/person"
	"yeye/game"
	"yeye/internal/slow"
	"yeye/internal/wait"
)

// lineMoments are those of a move that a line answers: one change stores the move, which makes the answer a premove, another plays it.
var lineMoments = []moment{
	{"the opponent's move is stored", "UPDATE ON matches", "OLD.black_premove = '' AND NEW.black_premove <> ''"},
	{"the answer is played", "UPDATE ON matches", "OLD.black_premove <> '' AND NEW.black_premove = ''"},
}

// A process is killed at each moment of a move that a line answers, and the line goes on: each move and each answer is played once.
func TestKilledWhileALineAnswers(t *testing.T) {
	slow.Test(t)
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) { killedWhileALineAnswers(openEvening(t, freshDB(t), 1)) })
	t.Run("PostgreSQL", func(t *testing.T) { killedWhileALineAnswers(openEvening(t, onServer(t), 1)) })
}

func killedWhileALineAnswers(e *evening) {
	info := e.server.Info()
	channel, mei, tom := info.Channels[0].ID, e.people[id.Player(info.Users[0].ID)], e.people[id.Player(info.Users[1].ID)]
	asked, err := mei.Command(e.Context(), channel, "challenge", person.Opt("user", info.Users[1].ID), person.Opt("side", "red"), person.Opt("clock", "3d"))
	if err != nil {
		e.Fatal(err)
	}
	if _, err := tom.Press(e.Context(), asked, "Accept"); err != nil {
		e.Fatal(err)
	}
	const line = "h2e2 h9g7 h0g2 i9h9 i0h0 g6g5"
	if _, err := tom.Command(e.Context(), channel, "move", person.Opt("text", line)); err != nil {
		e.Fatal(err)
	}
	e.stops = newStops(e.T, e.path, lineMoments)
	var played string
	moves := strings.Fields(line)
	for ply := 0; ply < len(moves); ply += 2 {
		if _, err := mei.Say(e.Context(), channel, moves[ply]); err != nil {
			e.Fatal(err)
		}
		wait.UntilLog(e.T, "the answer to "+moves[ply], func() string { return e.bots[0].log() }, func() bool {
			e.killHeld()
			m, err := match.NewService(e.db).InChannel(e.Context(), id.Channel(channel))
			if err != nil { // a process that has just begun may have locked the file
				played = err.Error()
				return false
			}
			played = game.MovesText(m.Moves())
			return m.Ply() >= ply+2
		})
	}
	if played != line || len(e.stops.left()) > 0 {
		e.Errorf("played: %s, not killed at %q", played, e.stops.left())
	}
}
