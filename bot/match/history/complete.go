package history

import (
	"cmp"
	"context"
	"errors"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/store"
	"yeye/game/record"
)

// openingOf returns the code of a match's opening, "" for none, as in flipped chess.
func openingOf(m *match.Match) string {
	o, _ := record.NameOpening(m.Game.Start(), m.Game.Moves())
	return o.Code
}

// NameOpenings determines the openings of up to limit games that ended under an earlier version, and reports whether
// there may be more.
func (s *Service) NameOpenings(ctx context.Context, limit int) (more bool, err error) {
	games, err := unnamedGames(ctx, s.db.Read(), limit)
	if err != nil || len(games) == 0 {
		return false, err
	}
	codes := make([]string, len(games))
	for i, of := range games {
		m, err := s.matches.Stored(ctx, of)
		if err != nil && !errors.Is(err, match.ErrNoMatch) {
			return false, err
		}
		if err == nil {
			codes[i] = openingOf(&m)
		}
	}
	return len(games) == limit, s.db.Tx(ctx, func(tx store.Tx) error {
		for i, of := range games {
			setOpening(ctx, tx, of, codes[i])
		}
		return nil
	})
}

// settledAfter is how long after a game's end the home of its channel and its last card are determined: cards are
// maintained for a week, and threads are archived after a day.
const finalAfter = match.CardLifetime - time.Hour

// Settle determines the home channel and the last card's message of recently finished games: later neither
// can be found out.
func (s *Service) Settle(ctx context.Context) error {
	const batch = 200
	over := s.db.Now().Add(-finalAfter)
	var last unsettledGame
	for {
		all, err := unsettled(ctx, s.db.Read(), over, last.ended, last.game, batch)
		if err != nil || len(all) == 0 {
			return err
		}
		if err := s.settle(ctx, all, over); err != nil {
			return err
		}
		if last = all[len(all)-1]; len(all) < batch {
			return nil
		}
	}
}

// loose is a finished game whose home or card is not final yet.
type unsettledGame struct {
	game    id.Match
	guild   id.Guild
	channel id.Channel
	home    id.Channel // as stored
	message id.Message // as stored
	card    id.Message // as it is now, "" if that is not known
	ended   time.Time
}

// settle stores homes and cards of games, and marks those that ended before over as final.
func (s *Service) settle(ctx context.Context, all []unsettledGame, over time.Time) error {
	var changed []unsettledGame
	for _, was := range all {
		now := was
		if home, known := s.directory.Home(was.guild, was.channel); was.home == "" && known {
			now.home = cmp.Or(home, privateHome)
		}
		now.message = cmp.Or(was.card, was.message)
		if now != was || was.ended.Before(over) {
			changed = append(changed, now)
		}
	}
	if len(changed) == 0 {
		return nil
	}
	return s.db.Tx(ctx, func(tx store.Tx) error {
		for _, l := range changed {
			settle(ctx, tx, l.game, l.home, l.message, l.ended.Before(over))
		}
		return nil
	})
}

// Link returns the guild, channel and message of an entry's last card, "" for what is unknown.
func (s *Service) Link(ctx context.Context, e *Entry) (id.Guild, id.Channel, id.Message) {
	message, err := cardOf(ctx, s.db.Read(), e.Game)
	if err != nil || message == "" {
		message = e.Message
	}
	return e.Guild, e.Channel, message
}
