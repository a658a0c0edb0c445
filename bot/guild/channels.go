package guild

import (
	"context"

	"yeye/bot/id"
)

// Of returns the server of a channel; known is false if none is recorded, as for direct conversations.
func (s *Service) Of(ctx context.Context, c id.Channel) (g id.Guild, known bool, err error) {
	return guildOf(ctx, s.db.Read(), c)
}

// SetOf records the server of a channel: once it is deleted nobody can say any more. Nothing is recorded for a direct conversation.
func (s *Service) SetOf(ctx context.Context, c id.Channel, g id.Guild) error {
	if g == "" {
		return nil
	}
	if now, known, err := s.Of(ctx, c); err != nil || known && now == g {
		return err
	}
	return setGuildOf(ctx, s.db.Write(), c, g)
}
