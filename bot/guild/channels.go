package guild

import (
	"context"

	"yeye/bot/id"
)

// Of is the server in which a channel is; known is false where nobody has recorded it, as of direct conversations.
func (s *Service) Of(ctx context.Context, c id.Channel) (g id.Guild, known bool, err error) {
	return guildOf(ctx, s.db.Read(), c)
}

// SetOf records in which server a channel is: once it is deleted nobody can say any more. Of a direct conversation nothing is
// recorded.
func (s *Service) SetOf(ctx context.Context, c id.Channel, g id.Guild) error {
	if g == "" {
		return nil
	}
	if now, known, err := s.Of(ctx, c); err != nil || known && now == g {
		return err
	}
	return setGuildOf(ctx, s.db.Write(), c, g)
}
