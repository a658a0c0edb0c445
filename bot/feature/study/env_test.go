package study_test

import (
	"context"
	"testing"

	"yeye/bot/feature/study"
	"yeye/bot/id"
	"yeye/bot/internal/testplay"
	"yeye/bot/match"
	"yeye/bot/match/fairplay"
	"yeye/game"
)

// env holds studies and other matches on a database of its own.
type env struct {
	*testplay.Env
	*study.Service
}

func newEnv(t testing.TB) *env {
	e := testplay.Open(t)
	e.Matches.Listen(match.Listener{InTx: study.OnMatch})
	return &env{e, study.New(e.DB, e.Matches)}
}

// Open opens a study of what may be judged.
func (e *env) Open(ctx context.Context, by match.Actor, g id.Guild, channel id.Channel, locale string, b study.Board) (match.Change, error) {
	return e.Service.Open(ctx, by, e.may(by.Player, b), g, channel, locale, b)
}

// SetUp sets up a study with what may be judged.
func (e *env) SetUp(ctx context.Context, by match.Actor, of id.Match, b study.Board) (match.Change, error) {
	return e.Service.SetUp(ctx, by, e.may(by.Player, b), of, b)
}

func (e *env) may(p id.Player, b study.Board) fairplay.Permit {
	return testplay.May(e.T, fairplay.New(e.DB, e.Matches, nil), p, b.Game)
}

const room = id.Channel("room")

// study opens a study of mei's at a position.
func (e *env) study(channel id.Channel, fen string) match.Match {
	e.T.Helper()
	p, err := game.ParseFEN(fen)
	e.OK(err)
	c, err := e.Open(e.T.Context(), e.By("mei"), "", channel, "en-US", study.Board{Game: game.NewGame(p, game.Asian)})
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
