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

// openingOf returns the code of a match's opening, "" for none. Flipped chess has none.
func openingOf(m *match.Match) string {
	o, _ := record.NameOpening(m.Game.Start(), m.Game.Moves())
	return o.Code
}

// NameOpenings backfills the openings of up to limit games stored by an earlier version, and reports whether there may
// be more.
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
	return len(games) == limit, s.db.WriteTx(ctx, func(tx store.Tx) {
		for i, of := range games {
			setOpening(ctx, tx, of, codes[i])
		}
	})
}

// finalAfter is how long after its end a game's home and card still change. Cards are maintained for
// match.CardLifetime, and threads are archived after a day.
const finalAfter = match.CardLifetime - time.Hour

// Settle stores the home channel and the card's message of recently finished games. Later neither can be determined.
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

// unsettledGame is a finished game whose home or card may still change.
type unsettledGame struct {
	game    id.Match
	guild   id.Guild
	channel id.Channel
	home    id.Channel // as stored
	message id.Message // as stored
	card    id.Message // current, "" if unknown
	ended   time.Time
}

// settle stores changed homes and cards, and marks games that ended before over as final.
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
	return s.db.WriteTx(ctx, func(tx store.Tx) {
		for _, l := range changed {
			settle(ctx, tx, l.game, l.home, l.message, l.ended.Before(over))
		}
	})
}

// Link returns the guild, channel and message of an entry's card, "" for unknown parts.
func (s *Service) Link(ctx context.Context, e *Entry) (id.Guild, id.Channel, id.Message) {
	message, err := cardOf(ctx, s.db.Read(), e.Game)
	if err != nil || message == "" {
		message = e.Message
	}
	return e.Guild, e.Channel, message
}
