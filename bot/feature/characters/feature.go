// Package characters makes the characters talk: the card of a game against a character now and then shows a line, and a
// character answers small talk addressed to the bot. Package voice has the lines and detects the moments; this package
// decides in which games lines appear, who sees them, and what is stored.
//
// A line is part of the card: it is no separate message, does not ping, and needs no request. It is chosen when the
// match changes, and stored with the match.
//
// Out of scope: lines, games between people, engines.
package characters

import (
	"context"
	"embed"
	"errors"
	"time"

	"yeye/ai/character"
	"yeye/bot/door"
	"yeye/bot/feature"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/fairplay"
	"yeye/bot/match/view"
	"yeye/bot/match/voice"
	"yeye/bot/player"
	"yeye/bot/store"
	"yeye/game"
)

//go:embed catalog/*.json
var catalog embed.FS

// guilds looks up the settings of servers.
type guilds interface {
	Settings(ctx context.Context, g id.Guild) (guild.Settings, error)
}

// fairPlay decides which positions may be evaluated for a player; fairplay.Service implements it.
type fairPlay interface {
	PermitPosition(ctx context.Context, who []id.Player, g *game.Game, from fairplay.Origin) (fairplay.Permit, error)
}

// Services are what the feature depends on.
type Services struct {
	feature.Kit
	DB       *store.DB // for the ledger
	Lines    *voice.Catalog
	Guilds   *guild.Service
	FairPlay *fairplay.Service
	// Face returns the emoji of a character, "" if it has none.
	Face func(character.Level) string
}

// characters is the feature with its dependencies.
type characters struct {
	lines    *voice.Catalog
	guilds   guilds
	games    pastGames
	ledger   *ledger
	fairPlay fairPlay
}

// pastGames loads players' finished games; match.Service implements it.
type pastGames interface {
	PastGames(
		ctx context.Context,
		p id.Player,
		level character.Level,
		guild id.Guild,
		limit int,
	) ([]match.PastGame, error)
}

// New returns the feature. It must be the last feature that handles text, since it answers whatever no other feature
// understands.
func New(with Services) feature.Feature {
	s := &characters{lines: with.Lines, guilds: with.Guilds, games: with.Matches, ledger: &ledger{with.DB},
		fairPlay: with.FairPlay}
	t := &talk{characters: s, matches: with.Matches, readers: with.Readers, face: with.Face, now: with.Now}
	return feature.Feature{
		Name:        "characters",
		Catalog:     locale.Embedded("characters", catalog),
		Text:        []interaction.TextHandler{{Door: door.Anybody.Everybody(), Wants: wantsText, Handle: t.answer}},
		Remark:      s.remark,
		BeforeMatch: s.speak,
		OnMatch:     match.Listener{InTx: s.ledger.recordTakeback},
		Personal:    s.ledger.owner(),
	}
}

// characterSide returns the side of the character in a game against a person. ok is false for other games, and for
// endings, where characters are silent.
func characterSide(m *match.Match) (game.Color, bool) {
	side, ok := m.Opponent()
	return side, ok && m.Mode.Competitive && !m.Mode.TwoPlayers && !m.Mode.Goal && m.Seats[side.Other()].Human()
}

const (
	// longThink is how long a player must think for a line about it. After more than maxThink the player was away.
	longThink, maxThink = 5 * time.Minute, 12 * time.Hour
	// shortGame is the number of plies below which the end gets no line.
	shortGame = 12
)

// speak chooses what a character says about a change, and stores it in the match.
func (s *characters) speak(ctx context.Context, c *match.Change) {
	m := &c.Match
	if m.Mode.Unattended {
		s.comment(c)
		return
	}
	side, ok := characterSide(m)
	if !ok {
		return
	}
	memory := voice.ParseMemory(m.Said)
	moments, pending := s.moments(ctx, c, side, memory)
	switch {
	case pending != nil:
		memory = memory.Remember(*pending)
	case moments != nil:
		if m.Said == "" {
			memory.EarlierLines = s.recentLines(ctx, m, side)
		}
		_, memory, _ = s.lines.Say(m.Locale, m.Seats[side].Level, moments, m.Ply(), m.Turn, m.Seed, memory)
	default:
		return
	}
	m.Said = memory.String()
}

// moments returns what a character may mention now, most remarkable first, or in pending an event off the board to
// mention later.
func (s *characters) moments(ctx context.Context, c *match.Change, side game.Color,
	memory voice.Memory) (all []voice.Moment, pending *voice.Kind) {
	m := &c.Match
	if m.Mode.FaceDown() {
		return flippedMoments(c, side), nil
	}
	if m.Hidden() { // a line would reveal the board
		return nil, nil
	}
	answers := m.ToMove() != side // the player is to move next
	switch {
	case c.Ended():
		if m.Outcome.Method == game.Abandoned || m.Game.Ply() < shortGame {
			return nil, nil
		}
		if s.firstWin(ctx, m, side) {
			all = append(all, voice.Moment{Kind: voice.FirstWin})
		}
		return append(all, voice.Moments(s.turn(m, side, memory))...), nil
	case answers && (c.Verb == match.Started || c.Verb == match.Moved && m.Game.Ply() == 1):
		return s.greetings(ctx, m, side), nil
	case c.Verb == match.Moved && answers:
		if s.familiar(ctx, m, side) {
			all = append(all, voice.Moment{Kind: voice.Familiar})
		}
		return append(all, voice.Moments(s.turn(m, side, memory))...), nil
	case c.Verb == match.Moved: // the character is to move
		thought := m.Acted[side.Other()].Sub(m.Acted[side])
		if !m.Acted[side].IsZero() && thought >= longThink && thought <= maxThink {
			return nil, kind(voice.LongThink)
		}
	case c.Verb == match.TookBack && m.Seats[side].Level.Traits().Remembers && m.Seats[side.Other()].Newcomer:
		return append(memory.PendingMoments(), voice.Moment{Kind: voice.Wink}), nil
	case c.Verb == match.TookBack:
		return append(memory.PendingMoments(), voice.Moment{Kind: voice.Takeback}), nil
	case c.Verb == match.MadeCasual && m.CasualReason == match.AfterHint:
		return nil, kind(voice.Hint)
	}
	return nil, nil
}

func kind(k voice.Kind) *voice.Kind { return &k }

// turn returns the input of voice.Moments for the character on a side.
func (s *characters) turn(m *match.Match, side game.Color, memory voice.Memory) *voice.Turn {
	t := &voice.Turn{Game: m.Game, Side: side, Outcome: m.Outcome, Also: memory.PendingMoments()}
	n, ply := len(m.Scores), m.Game.Ply()
	if n >= 2 && m.Scores[n-1].Ply == ply-1 && m.Scores[n-2].Ply == ply-3 {
		t.Before, t.Now, t.Valued = m.Scores[n-2].Value, m.Scores[n-1].Value, true
	}
	return t
}

// remark returns the current line of the character, or of an exhibition's commentator, for the card; "" if there is
// none, or if the player or the server has switched lines off. Settings are loaded only if there is a line.
func (s *characters) remark(ctx context.Context, r *view.Reader, m *match.Match) (string, error) {
	if m.Mode.Unattended {
		text, evaluated := commentary(r, m)
		if text == "" {
			return "", nil
		}
		silent, err := s.silent(ctx, player.Preferences{}, m.Guild)
		if err != nil || silent {
			return "", err
		}
		if ok, err := s.mayEvaluate(ctx, m.Starter, evaluated); err != nil || !ok {
			return "", err
		}
		return text + s.dialogue(r, m), nil
	}
	side, ok := characterSide(m)
	if !ok || m.Said == "" {
		return "", nil
	}
	memory := voice.ParseMemory(m.Said)
	n := len(memory.Said)
	if n == 0 || memory.Said[n-1].Turn != m.Turn || memory.Said[n-1].Kind.EndsGame() != (m.Status == match.Ended) ||
		m.Status == match.Adjourned {
		return "", nil
	}
	if silent, err := s.silent(ctx, r.Prefs, m.Guild); err != nil || silent {
		return "", err
	}
	if memory.Said[n-1].Kind.Judges() {
		if ok, err := s.mayEvaluate(ctx, m.Seats[side.Other()].Player, m.Game.Position()); err != nil || !ok {
			return "", err
		}
	}
	level := m.Seats[side].Level
	line, ok := s.lines.Last(r.Tag(), level, m.Seed, memory)
	if !ok {
		return "", nil
	}
	face, first := r.Face(level), m.Ply() <= 1
	if face != "" && (first || m.Status == match.Ended) { // a heading enlarges the emoji
		return r.Text("characters.heading", locale.Args{"Face": face, "Line": line.Text}), nil
	}
	return r.Text("characters.line", locale.Args{"Who": r.NameWithFace(level), "Line": line.Text}), nil
}

// mayEvaluate reports whether fair play permits a line that evaluates a position to be shown to a player unasked. A nil
// position is always permitted.
func (s *characters) mayEvaluate(ctx context.Context, p id.Player, at *game.Position) (bool, error) {
	if at == nil {
		return true, nil
	}
	_, err := s.fairPlay.PermitPosition(ctx, []id.Player{p}, game.NewGame(*at, game.NoRepetition),
		fairplay.ShownUnasked)
	if errors.Is(err, match.ErrLivePosition) {
		return false, nil
	}
	return err == nil, err
}

// silent reports whether the player or the server has switched off characters' lines.
func (s *characters) silent(ctx context.Context, prefs player.Preferences, g id.Guild) (bool, error) {
	if prefs.Voices == "off" || g == "" {
		return prefs.Voices == "off", nil
	}
	settings, err := s.guilds.Settings(ctx, g)
	return settings.Silent, err
}
