package view_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/bot/player"
	"yeye/game"
	"yeye/render"
)

// chosen holds players' preferences.
type chosen map[id.Player]player.Preferences

// lost is a player whose preferences cannot be loaded.
const lost id.Player = "lost"

func (c chosen) Preferences(_ context.Context, p id.Player) (player.Preferences, error) {
	if p == lost {
		return player.Preferences{}, errors.New("database is locked")
	}
	return c[p], nil
}
func (c chosen) Locale(context.Context, id.Player) (string, error) { return "", nil }

func readers(t *testing.T, c chosen) *view.Readers {
	t.Helper()
	bundle, err := locale.New(words.Catalog(), view.Catalog())
	if err != nil {
		t.Fatal(err)
	}
	return &view.Readers{Bundle: bundle, Players: c, Logger: slog.New(slog.DiscardHandler)}
}

// The public card between people names the pieces as soon as one of the two needs that, and follows none of their other
// preferences.
func TestPublicCardNamesPiecesForWhoNeedsIt(t *testing.T) {
	for _, c := range []struct {
		name     string
		mei, tom player.Preferences
		said     bool // Tom has said in this match that he never played
		named    bool
		aloud    bool
	}{
		{name: "nobody"},
		{name: "one has settled it", tom: player.Preferences{Newcomer: "on", Theme: "night"}, named: true},
		{name: "one has said it here", said: true, named: true},
		{name: "and knows them by now", said: true, tom: player.Preferences{Newcomer: "off"}},
		{name: "the other does not", mei: player.Preferences{Newcomer: "off"}, said: true, named: true},
		{name: "one listens", mei: player.Preferences{Speak: "on"}, aloud: true},
		{name: "tastes are one's own", mei: player.Preferences{Theme: "night", Pieces: "classic", Backs: "plain", Notation: "chinese", Language: "vi"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := &match.Match{Mode: match.Duel, Locale: "en-US", Game: game.NewGame(game.Start(), game.Asian),
				Seats: [2]match.Seat{{Player: "mei"}, {Player: "tom", Newcomer: c.said}}}
			r := readers(t, chosen{"mei": c.mei, "tom": c.tom}).ForCard(t.Context(), m)
			style := r.Style()
			style.Newcomer = r.Newcomer(m.Newcomer())
			want := render.Style{Coords: render.Algebraic}
			if c.named {
				want.Newcomer, want.Pieces = true, render.Pictogram
			}
			if style != want || r.Aloud() != c.aloud || r.Tag() != "en-US" {
				t.Errorf("%+v, aloud %v, in %s; want %+v, %v", style, r.Aloud(), r.Tag(), want, c.aloud)
			}
		})
	}
}

// A player's own board follows how they like face-down pieces.
func TestBacks(t *testing.T) {
	all := readers(t, nil)
	for backs, want := range map[string]bool{"": false, "role": false, player.PlainBacks: true} {
		if got := all.WithPreferences(player.Preferences{Backs: backs}, "en-US").Style().PlainBacks; got != want {
			t.Errorf("%q: plain backs %v", backs, got)
		}
	}
}

// Nobody is pinged of whom it is not known that they may be: they are named instead.
func TestQuiet(t *testing.T) {
	all := readers(t, chosen{"off": {Pings: "off"}})
	for p, want := range map[id.Player]string{"mei": "<@mei>", "off": "Name", lost: "Name"} {
		m := all.RemovePings(t.Context(), discord.Message{Content: "<@" + string(p) + ">", Mention: []id.Player{p}},
			[2]match.Seat{{Player: p, Name: "Name"}, {Level: 1}})
		if m.Content != want || (len(m.Mention) == 1) != (p == "mei") {
			t.Errorf("%s: %q pings %v", p, m.Content, m.Mention)
		}
	}
}
