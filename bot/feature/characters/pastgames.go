package characters

import (
	"context"
	"math"
	"slices"
	"time"

	"yeye/ai/character"
	"yeye/bot/match"
	"yeye/bot/match/voice"
	"yeye/game"
	"yeye/game/record"
)

const (
	// absentAfter is the absence that a greeting mentions.
	absentAfter = 21 * 24 * time.Hour
	// An opening is a player's habit if they played it in habitGames of their last habitOf games with the same side. It
	// is checked at plies openingFrom to openingTo, when openings have a name.
	habitGames, habitOf    = 3, 10
	openingFrom, openingTo = 7, 8
	// lostInARow is the losing streak that a character mentions. heardGames is the number of last games whose lines are
	// avoided.
	lostInARow, heardGames = 3, 2
)

// greetings returns the moments for the first card of a game, based on earlier games of the two on the same server. If
// those cannot be loaded, it is only the greeting.
func (s *characters) greetings(ctx context.Context, m *match.Match, side game.Color) (all []voice.Moment) {
	level, who := m.Seats[side].Level, m.Seats[side.Other()].Player
	limit := lostInARow
	if level.Traits().Remembers {
		limit = math.MaxInt32 // includes the first game
	}
	before, err := s.games.PastGames(ctx, who, level, m.Guild, limit)
	if err == nil && len(before) > 0 {
		if level.Traits().Remembers && anniversary(before[len(before)-1].Began, m.Created) {
			if n, err := s.ledger.takebacks(ctx, who, m.Guild); err == nil {
				all = append(all, voice.Moment{Kind: voice.Anniversary, N: n})
			}
		}
		switch {
		case m.Created.Sub(before[0].Ended) >= absentAfter:
			all = append(all, voice.Moment{Kind: voice.Return})
		case before[0].Won():
			all = append(all, voice.Moment{Kind: voice.Beaten})
		case len(before) >= lostInARow && !slices.ContainsFunc(before[:lostInARow],
			func(e match.PastGame) bool { return !e.Lost() }):
			all = append(all, voice.Moment{Kind: voice.Streak})
		}
	}
	return append(all, voice.Moment{Kind: voice.Greeting})
}

// recentLines returns the IDs of the character's lines in the last heardGames games against the player; none if those
// cannot be loaded.
func (s *characters) recentLines(ctx context.Context, m *match.Match, side game.Color) (ids []string) {
	level := m.Seats[side].Level
	before, err := s.games.PastGames(ctx, m.Seats[side.Other()].Player, level, m.Guild, heardGames)
	if err != nil {
		return nil
	}
	for _, e := range before {
		for _, line := range s.lines.Lines(m.Locale, e.Seed, voice.ParseMemory(e.Said),
			func(voice.Said) character.Level { return level }) {
			if line.ID != "" && !slices.Contains(ids, line.ID) {
				ids = append(ids, line.ID)
			}
		}
	}
	return ids
}

// anniversary reports whether now has the same month and day as started, in a later year, by UTC.
func anniversary(started, now time.Time) bool {
	started, now = started.UTC(), now.UTC()
	return now.Year() > started.Year() && now.Month() == started.Month() && now.Day() == started.Day()
}

// familiar reports whether the opening is a habit of the player with this side.
func (s *characters) familiar(ctx context.Context, m *match.Match, side game.Color) bool {
	if !m.Seats[side].Level.Traits().Remembers || m.Game.Ply() < openingFrom || m.Game.Ply() > openingTo ||
		m.Odds != match.Even {
		return false
	}
	now, ok := record.NameOpening(m.Game.Start(), m.Game.Moves())
	if !ok {
		return false
	}
	before, err := s.games.PastGames(ctx, m.Seats[side.Other()].Player, m.Seats[side].Level, m.Guild, habitOf)
	if err != nil {
		return false
	}
	same := 0
	for _, e := range before {
		n := min(len(e.Opening), m.Game.Ply())
		if was, ok := record.NameOpening(game.Start(), e.Opening[:n]); ok && e.Side == side.Other() && was == now {
			same++
		}
	}
	return same >= habitGames
}

// firstWin reports whether the game is the player's first win against the character that remembers, on this server.
func (s *characters) firstWin(ctx context.Context, m *match.Match, side game.Color) bool {
	if winner, ok := m.Outcome.Result.Winner(); !ok || winner == side || !m.Seats[side].Level.Traits().Remembers {
		return false
	}
	before, err := s.games.PastGames(ctx, m.Seats[side.Other()].Player, m.Seats[side].Level, m.Guild, math.MaxInt32)
	if err != nil {
		return false
	}
	for i := range before {
		if before[i].Won() {
			return false
		}
	}
	return true
}
