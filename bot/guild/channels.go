package guild

import (
	"context"

	"yeye/bot/id"
	"yeye/bot/store"
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

// TakenError refuses a channel in which what is typed belongs to something else.
type TakenError struct{ Owner id.Subject }

// Error implements error.
func (e *TakenError) Error() string { return "this channel is taken by " + e.Owner.String() }

// Owner is the subject to which what is typed in a channel belongs; ok is false where it is nobody's.
func (s *Service) Owner(ctx context.Context, c id.Channel) (owner id.Subject, ok bool, err error) {
	return ownerOf(ctx, s.db.Read(), c)
}

// Claim makes a channel a subject's, which gives back any other that it has. A channel that is another's is a [*TakenError].
func Claim(ctx context.Context, tx store.Tx, c id.Channel, s id.Subject) error {
	if err := claim(ctx, tx, c, s); err != nil {
		return err
	}
	owner, _, err := ownerOf(ctx, tx.Conn, c)
	switch {
	case err != nil:
		return err
	case owner != s:
		return &TakenError{owner}
	}
	return releaseBut(ctx, tx, s, c)
}

// Release gives back the channel of a subject, if it has one.
func Release(ctx context.Context, tx store.Tx, s id.Subject) error { return releaseBut(ctx, tx, s, "") }
