package start

import (
	"context"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/match/view"
)

// Rename renames a thread after both players, if the bot created it. The name of a thread for an open challenge lacks
// the opponent. Threads created by users keep their names.
func (s *Starter) Rename(ctx context.Context, channel id.Channel, locale string, seats [2]match.Seat) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	ch, err := s.REST.Channel(ctx, channel)
	if err == nil && ch.Thread && ch.Owner == s.Self() {
		err = s.REST.RenameThread(ctx, channel, view.MatchTitle(s.Readers.InLocale(locale).Words, seats))
	}
	if err != nil {
		s.Logger.Warn("cannot rename a thread", "thread", channel, "err", err)
	}
}
