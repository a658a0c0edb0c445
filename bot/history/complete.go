package history

import (
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

// NameOpenings determines the openings of up to limit games that ended under an earlier version, and reports whether there may be
// more.
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
			if err := setOpening(ctx, tx, of, codes[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// settledAfter is how long after a game's end the home of its channel and its last card are determined: cards are maintained for a
// week, and threads are archived after a day.
const settledAfter = match.CardsFor - time.Hour

// Settle determines where the channels of lately finished games belong and which message was the last card of each: later neither
// can be found out.
func (s *Service) Settle(ctx context.Context) error {
	const batch = 200
	var ended time.Time
	var after id.Match
	for {
		all, err := unsettled(ctx, s.db.Read(), ended, after, batch)
		if err != nil || len(all) == 0 {
			return err
		}
		if err := s.settle(ctx, all); err != nil {
			return err
		}
		last := all[len(all)-1]
		if ended, after = last.Ended, last.Game; len(all) < batch {
			return nil
		}
	}
}

// settle stores what was found out about entries.
func (s *Service) settle(ctx context.Context, all []Entry) error {
	type found struct {
		Entry
		home    id.Channel
		message id.Message
		over    bool
	}
	var changed []found
	for _, e := range all {
		f := found{Entry: e, home: e.home, message: e.Message, over: s.db.Now().Sub(e.Ended) > settledAfter}
		if home, known := s.directory.Home(e.Guild, e.Channel); f.home == "" && known {
			if f.home = home; home == "" {
				f.home = private
			}
		}
		message, err := s.card(ctx, &e)
		if err != nil {
			return err
		}
		if message != "" {
			f.message = message
		}
		if f.over || f.home != e.home || f.message != e.Message {
			changed = append(changed, f)
		}
	}
	if len(changed) == 0 {
		return nil
	}
	return s.db.Tx(ctx, func(tx store.Tx) error {
		for _, f := range changed {
			if err := settle(ctx, tx, f.Game, f.home, f.message, f.over); err != nil {
				return err
			}
		}
		return nil
	})
}

// card returns the message of an entry's last card, "" if none is known.
func (s *Service) card(ctx context.Context, e *Entry) (message id.Message, err error) {
	modes := []match.Mode{match.Versus, match.Keeper, match.FlippedVersus, match.BlindfoldVersus, match.Ending}
	if e.Opponent.Human {
		modes = []match.Mode{match.Duel, match.Paired, match.FlippedDuel, match.BlindfoldDuel}
	}
	for _, mode := range modes {
		if message, err = s.cards(ctx, id.Subject{Kind: mode.Kind, ID: e.Game}); message != "" || err != nil {
			break
		}
	}
	return message, err
}

// Link returns where an entry's last card is, as far as that is known.
func (s *Service) Link(ctx context.Context, e *Entry) (id.Guild, id.Channel, id.Message) {
	message, err := s.card(ctx, e)
	if err != nil || message == "" {
		message = e.Message
	}
	return e.Guild, e.Channel, message
}
