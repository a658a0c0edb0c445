package characters

import (
	"context"
	"fmt"
	"testing"
	"time"

	"yeye/ai/character"
	"yeye/bot/feature/study"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/fairplay"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/bot/match/voice"
	"yeye/bot/player"
	"yeye/bot/store"
	"yeye/game"
	"yeye/game/notation"
)

// env holds matches in which characters talk, with a clock that tests set.
type env struct {
	*characters
	t       *testing.T
	db      *store.DB
	matches *match.Service
	servers *guild.Service
	bundle  *locale.Bundle
	now     time.Time
	seed    uint64
	event   int
}

func newEnv(t *testing.T) *env {
	t.Helper()
	e := &env{t: t, now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}
	db, _ := testdb.Open(t, func() time.Time { return e.now })
	lines, err := voice.Open()
	e.ok(err)
	e.bundle, err = locale.New(words.Catalog(), view.Catalog(), locale.Embedded("characters", catalog))
	e.ok(err)
	e.db, e.servers = db, guild.New(db)
	e.characters = &characters{lines: lines, guilds: e.servers, ledger: &ledger{db}}
	e.matches = match.NewService(db, match.WithRandom(func() uint64 { e.seed++; return e.seed * 0x9e3779b97f4a7c15 }),
		match.WithListeners(match.Listener{InTx: e.ledger.recordTakeback}))
	e.matches.Declare(study.Mode)
	e.matches.Prepare(e.speak)
	e.games = e.matches
	fair := fairplay.New(db, e.matches, nil)
	e.matches.Listen(fair.Listener())
	e.fairPlay = fair
	return e
}

func (e *env) ok(err error) {
	e.t.Helper()
	if err != nil {
		e.t.Fatal(err)
	}
}

func (e *env) by(p id.Player) match.Actor {
	e.event++
	return match.Actor{Event: id.Event(fmt.Sprint("e", e.event)), Player: p, Name: string(p), Source: match.FromText}
}

// versus returns the terms of a match of Mei, with the red pieces, against a character on a server.
func versus(level character.Level) match.Terms {
	return match.Terms{Mode: match.Versus, Guild: "server", Position: game.Start(), Locale: "en-US",
		Seats: [2]match.Seat{{Player: "mei", Name: "Mei"}, {Level: level}}}
}

func (e *env) start(t match.Terms) match.Match {
	e.t.Helper()
	t.Channel = id.Channel(fmt.Sprint("c", e.event))
	c, err := e.matches.Start(e.t.Context(), e.by("mei"), t)
	e.ok(err)
	return c.Match
}

// play plays moves one after the other, the character's with the value that its search gives, and returns the match.
func (e *env) play(m match.Match, value int, moves ...string) match.Match {
	e.t.Helper()
	for _, text := range moves {
		var err error
		m, err = e.matches.Get(e.t.Context(), m.ID)
		e.ok(err)
		if seat := m.Seats[m.ToMove()]; seat.Human() {
			_, err = e.matches.Move(e.t.Context(), e.by(seat.Player), m.Channel, notation.Parse(text), notation.Auto)
		} else {
			var move game.Move
			move, err = game.ParseMove(text)
			e.ok(err)
			_, err = e.matches.Answer(e.t.Context(), &m, move, value, true)
		}
		e.ok(err)
	}
	return e.get(m)
}

func (e *env) get(m match.Match) match.Match {
	e.t.Helper()
	m, err := e.matches.Get(e.t.Context(), m.ID)
	e.ok(err)
	return m
}

// kinds returns the kinds of moments mentioned in a match.
func (e *env) kinds(m match.Match) (all []voice.Kind) {
	e.t.Helper()
	for _, s := range voice.ParseMemory(e.get(m).Said).Said {
		all = append(all, s.Kind)
	}
	return all
}

// heard returns the line on the card of a match, for a reader of a language.
func (e *env) heard(m match.Match, language string, prefs player.Preferences) string {
	e.t.Helper()
	m = e.get(m)
	r := &view.Reader{Words: words.In(e.bundle.For(language)), Prefs: prefs}
	text, err := e.remark(context.Background(), r, &m)
	e.ok(err)
	return text
}
