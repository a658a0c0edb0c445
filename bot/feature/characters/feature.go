// Package characters has the characters talk: now and then a line of theirs stands on the card of a game against one of them, and who
// speaks to the bot without a move is answered by one. What they could say, and when it is true, is package voice's; here is which game, who hears it, and what is kept.
//
// A line at the board never is a message of its own, pings nobody and needs no request of its own: it is decided with the change that it is about
// and stored with the match.
//
// What may not enter: lines, games between people, engines.
package characters

import (
	"context"
	"embed"
	"time"

	"yeye/bot"
	"yeye/bot/feature"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/player"
	"yeye/bot/view"
	"yeye/bot/voice"
	"yeye/game"
)

//go:embed catalog/*.json
var catalog embed.FS

// guilds is what servers have chosen.
type guilds interface {
	Settings(ctx context.Context, g id.Guild) (guild.Settings, error)
}

// characters is the feature with what it works on.
type characters struct {
	lines  *voice.Catalog
	guilds guilds
}

// New is the feature. It answers whoever says something that no feature before it knows, so it comes last of those that read text.
func New(c *bot.Core) feature.Feature {
	s := &characters{lines: c.Voice, guilds: c.Guilds}
	t := &talk{Core: c, characters: s}
	return feature.Feature{
		Name:    "characters",
		Catalog: feature.Catalog("characters", catalog),
		Text:    []interaction.TextHandler{{Wants: answers, Handle: t.answer}},
		Remark:  s.remark,
		OnMatch: match.Listener{Before: s.speak},
	}
}

// playing is the side of the character who plays a person, if one does.
func playing(m *match.Match) (game.Color, bool) {
	side, ok := m.Opponent()
	return side, ok && m.Mode.Competitive && !m.Mode.People && m.Seats[side.Other()].Human()
}

const (
	// longThink is how long a player must have thought for a word about it; who comes back after longest did something else.
	longThink, longest = 5 * time.Minute, 12 * time.Hour
	// shortGame is how many plies are no game that anybody has fought for.
	shortGame = 12
)

// speak decides what a character says about a change.
func (s *characters) speak(_ context.Context, c *match.Change) {
	m := &c.Match
	side, ok := playing(m)
	if !ok {
		return
	}
	memory := voice.ParseMemory(m.Said)
	var moments []voice.Moment
	switch {
	case c.Ended():
		if m.Outcome.Method == game.Abandoned || m.Game.Ply() < shortGame {
			return
		}
		moments = voice.Moments(s.turn(m, side, memory))
	case c.Verb == match.Started && m.ToMove() != side:
		moments = []voice.Moment{{Kind: voice.Greeting}}
	case c.Verb == match.Moved && m.ToMove() != side:
		moments = voice.Moments(s.turn(m, side, memory))
	case c.Verb == match.Moved: // the character is to answer
		thought := m.Acted[side.Other()].Sub(m.Acted[side])
		if m.Acted[side].IsZero() || thought < longThink || thought > longest {
			return
		}
		m.Said = memory.Remember(voice.LongThink).String()
		return
	case c.Verb == match.TookBack:
		moments = append(memory.Also(), voice.Moment{Kind: voice.Takeback})
	case c.Verb == match.Uncounted && m.Casual == match.AfterHint:
		m.Said = memory.Remember(voice.Hint).String()
		return
	default:
		return
	}
	_, memory, _ = s.lines.Say(m.Locale, m.Seats[side].Level, moments, m.Game.Ply(), m.Turn, m.Seed, memory)
	m.Said = memory.String()
}

// turn is the board as the character sees it who may speak now.
func (s *characters) turn(m *match.Match, side game.Color, memory voice.Memory) *voice.Turn {
	t := &voice.Turn{Game: m.Game, Side: side, Outcome: m.Outcome, Also: memory.Also()}
	n, ply := len(m.Scores), m.Game.Ply()
	if n >= 2 && m.Scores[n-1].Ply == ply-1 && m.Scores[n-2].Ply == ply-3 {
		t.Before, t.Now, t.Valued = m.Scores[n-2].Worth, m.Scores[n-1].Worth, true
	}
	return t
}

// remark is what the character has just said, "" for nothing, or where nobody wants to hear it. The server is asked only if there is
// something to say.
func (s *characters) remark(ctx context.Context, r *view.Reader, m *match.Match) (string, error) {
	side, ok := playing(m)
	if !ok || m.Said == "" {
		return "", nil
	}
	memory := voice.ParseMemory(m.Said)
	n := len(memory.Said)
	if n == 0 || memory.Said[n-1].Turn != m.Turn || memory.Said[n-1].Kind.Last() != (m.Status == match.Ended) || m.Status == match.Adjourned {
		return "", nil
	}
	if silent, err := s.silent(ctx, r.Prefs, m.Guild); err != nil || silent {
		return "", err
	}
	level := m.Seats[side].Level
	line, ok := s.lines.Last(r.Tag(), level, m.Seed, memory)
	if !ok {
		return "", nil
	}
	return r.Text("characters.line", locale.Args{"Who": r.Character(level), "Line": line.Text}), nil
}

// silent reports whether a player, or the server, wants characters to say nothing.
func (s *characters) silent(ctx context.Context, prefs player.Preferences, g id.Guild) (bool, error) {
	if prefs.Voices == "off" || g == "" {
		return prefs.Voices == "off", nil
	}
	settings, err := s.guilds.Settings(ctx, g)
	return settings.Silent, err
}
