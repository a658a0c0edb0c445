// Package characters makes the characters talk: now and then the card of a game against one of them shows a line of
// theirs, and a character answers people who write to the bot something other than a move. Package voice decides what
// they could say and when it is true; this package decides in which game, who sees it, and what is stored.
//
// A line on a card is never a separate message, does not ping, and needs no extra request: it is chosen when the match
// changes and stored with the match.
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

// fairPlay decides which positions may be judged for a player; fairplay.Service implements it.
type fairPlay interface {
	PermitPosition(ctx context.Context, who []id.Player, g *game.Game, from fairplay.Origin) (fairplay.Permit, error)
}

// Services are what the feature depends on.
type Services struct {
	feature.Kit
	DB       *store.DB // of the ledger
	Lines    *voice.Catalog
	Guilds   *guild.Service
	FairPlay *fairplay.Service
	// Face returns the emoji of the character of a level, "" while there is none.
	Face func(character.Level) string
}

// characters is the feature with its dependencies.
type characters struct {
	lines   *voice.Catalog
	guilds  guilds
	earlier earlier
	ledger  *ledger
	fair    fairPlay
}

// earlier looks up players' finished games; match.Service implements it.
type earlier interface {
	PastGames(
		ctx context.Context,
		p id.Player,
		level character.Level,
		guild id.Guild,
		limit int,
	) ([]match.PastGame, error)
}

// New returns the feature. It answers people who say something that no feature before it understands, so it comes last
// of those that read text.
func New(with Services) feature.Feature {
	s := &characters{lines: with.Lines, guilds: with.Guilds, earlier: with.Matches, ledger: &ledger{with.DB},
		fair: with.FairPlay}
	t := &talk{characters: s, matches: with.Matches, readers: with.Readers, face: with.Face, now: with.Now}
	return feature.Feature{
		Name:        "characters",
		Catalog:     locale.Embedded("characters", catalog),
		Text:        []interaction.TextHandler{{Door: door.Anybody.Everybody(), Wants: answers, Handle: t.answer}},
		Remark:      s.remark,
		BeforeMatch: s.speak,
		OnMatch:     match.Listener{InTx: s.ledger.enter},
		Personal:    s.ledger.owner(),
	}
}

// playing returns the side of the character who plays a person, if one does; in an ending it is silent.
func playing(m *match.Match) (game.Color, bool) {
	side, ok := m.Opponent()
	return side, ok && m.Mode.Competitive && !m.Mode.People && !m.Mode.Goal && m.Seats[side.Other()].Human()
}

const (
	// longThink is how long a player must have thought for a word about it; a player who comes back after longest did
	// something else.
	longThink, longest = 5 * time.Minute, 12 * time.Hour
	// shortGame is the number of plies below which a game was not really played.
	shortGame = 12
)

// speak decides what a character says about a change.
func (s *characters) speak(ctx context.Context, c *match.Change) {
	m := &c.Match
	if m.Mode.Unattended {
		s.comment(c)
		return
	}
	side, ok := playing(m)
	if !ok {
		return
	}
	memory := voice.ParseMemory(m.Said)
	moments, beside := s.moments(ctx, c, side, memory)
	switch {
	case beside != nil:
		memory = memory.Remember(*beside)
	case moments != nil:
		if m.Said == "" {
			memory.Heard = s.heard(ctx, m, side)
		}
		_, memory, _ = s.lines.Say(m.Locale, m.Seats[side].Level, moments, m.Ply(), m.Turn, m.Seed, memory)
	default:
		return
	}
	m.Said = memory.String()
}

// moments returns what a character may mention after a change, the most remarkable first, or what happened beside the
// board and is to be mentioned later.
func (s *characters) moments(ctx context.Context, c *match.Change, side game.Color,
	memory voice.Memory) (all []voice.Moment, beside *voice.Kind) {
	m := &c.Match
	if m.Mode.FaceDown() {
		return flippedMoments(c, side), nil
	}
	if m.Hidden() { // a remark would reveal what is on the board
		return nil, nil
	}
	answers := m.ToMove() != side // the board that the player sees next
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
	case c.Verb == match.Moved: // the character is to answer
		thought := m.Acted[side.Other()].Sub(m.Acted[side])
		if !m.Acted[side].IsZero() && thought >= longThink && thought <= longest {
			return nil, kind(voice.LongThink)
		}
	case c.Verb == match.TookBack && m.Seats[side].Level.Traits().Remembers && m.Seats[side.Other()].Newcomer:
		return append(memory.Also(), voice.Moment{Kind: voice.Wink}), nil
	case c.Verb == match.TookBack:
		return append(memory.Also(), voice.Moment{Kind: voice.Takeback}), nil
	case c.Verb == match.MadeCasual && m.Casual == match.AfterHint:
		return nil, kind(voice.Hint)
	}
	return nil, nil
}

func kind(k voice.Kind) *voice.Kind { return &k }

// turn returns the board as seen by the character who may speak now.
func (s *characters) turn(m *match.Match, side game.Color, memory voice.Memory) *voice.Turn {
	t := &voice.Turn{Game: m.Game, Side: side, Outcome: m.Outcome, Also: memory.Also()}
	n, ply := len(m.Scores), m.Game.Ply()
	if n >= 2 && m.Scores[n-1].Ply == ply-1 && m.Scores[n-2].Ply == ply-3 {
		t.Before, t.Now, t.Valued = m.Scores[n-2].Value, m.Scores[n-1].Value, true
	}
	return t
}

// remark returns the line that the character, or the commentator of an exhibition, has just said; "" if there is none,
// or if the player or the server has switched lines off. The server's settings are read only if there is a line.
func (s *characters) remark(ctx context.Context, r *view.Reader, m *match.Match) (string, error) {
	if m.Mode.Unattended {
		text, judged := commentary(r, m)
		if text == "" {
			return "", nil
		}
		silent, err := s.silent(ctx, player.Preferences{}, m.Guild)
		if err != nil || silent {
			return "", err
		}
		if said, err := s.mayJudge(ctx, m.Starter, judged); err != nil || !said {
			return "", err
		}
		return text + s.dialogue(r, m), nil
	}
	side, ok := playing(m)
	if !ok || m.Said == "" {
		return "", nil
	}
	memory := voice.ParseMemory(m.Said)
	n := len(memory.Said)
	if n == 0 || memory.Said[n-1].Turn != m.Turn || memory.Said[n-1].Kind.Last() != (m.Status == match.Ended) ||
		m.Status == match.Adjourned {
		return "", nil
	}
	if silent, err := s.silent(ctx, r.Prefs, m.Guild); err != nil || silent {
		return "", err
	}
	if memory.Said[n-1].Kind.Judges() {
		if said, err := s.mayJudge(ctx, m.Seats[side.Other()].Player, m.Game.Position()); err != nil || !said {
			return "", err
		}
	}
	level := m.Seats[side].Level
	line, ok := s.lines.Last(r.Tag(), level, m.Seed, memory)
	if !ok {
		return "", nil
	}
	face, first := r.Face(level), m.Ply() <= 1
	if face != "" && (first || m.Status == match.Ended) { // a heading shows the face large
		return r.Text("characters.heading", locale.Args{"Face": face, "Line": line.Text}), nil
	}
	return r.Text("characters.line", locale.Args{"Who": r.Faced(level), "Line": line.Text}), nil
}

// mayJudge reports whether a player, and those who read along, may hear how good a position is. at is nil where nothing
// is judged.
func (s *characters) mayJudge(ctx context.Context, p id.Player, at *game.Position) (bool, error) {
	if at == nil {
		return true, nil
	}
	_, err := s.fair.PermitPosition(ctx, []id.Player{p}, game.NewGame(*at, game.NoRepetition), fairplay.ShownUnasked)
	if errors.Is(err, match.ErrLivePosition) {
		return false, nil
	}
	return err == nil, err
}

// silent reports whether the player or the server has switched characters' lines off.
func (s *characters) silent(ctx context.Context, prefs player.Preferences, g id.Guild) (bool, error) {
	if prefs.Voices == "off" || g == "" {
		return prefs.Voices == "off", nil
	}
	settings, err := s.guilds.Settings(ctx, g)
	return settings.Silent, err
}
