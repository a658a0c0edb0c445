package studies_test

import (
	"testing"

	"yeye/bot/id"
	"yeye/bot/internal/testplay"
	"yeye/bot/match"
	"yeye/bot/studies"
	"yeye/game"
)

// env holds studies and other matches on a database of its own.
type env struct {
	*testplay.Env
	*studies.Service
}

func newEnv(t testing.TB) *env {
	e := testplay.Open(t)
	e.Matches.Listen(match.Listener{InTx: studies.OnMatch})
	return &env{e, studies.New(e.DB, e.Matches)}
}

const room = id.Channel("room")

// study opens a study of mei's at a position.
func (e *env) study(channel id.Channel, fen string) match.Match {
	e.T.Helper()
	p, err := game.ParseFEN(fen)
	e.OK(err)
	c, err := e.Open(e.T.Context(), e.By("mei"), "", channel, "en-US", studies.Board{Game: game.NewGame(p, game.Asian)})
	e.OK(err)
	return c.Match
}

// of returns the match after a change.
func of(c match.Change, err error) (match.Match, error) { return c.Match, err }

func move(text string) game.Move {
	m, err := game.ParseMove(text)
	if err != nil {
		panic(err)
	}
	return m
}
