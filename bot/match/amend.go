package match

import (
	"context"

	"yeye/bot/id"
	"yeye/bot/store"
)

// Write stores data that belongs to a change, in its transaction and before its listeners run; nil stores nothing. Like
// a listener it may run again.
type Write func(context.Context, store.Tx, *Change) error

// Amend changes a match by another package's rules: f makes the change or refuses it, like the methods of Service, and
// write stores its data. TestArrows lists which packages may call it and [Service.StartWith].
func (s *Service) Amend(ctx context.Context, by Actor, match id.Match, verb Verb, f func(*Change) error,
	write Write) (Change, error) {
	return s.do(ctx, by, s.byID(match), verb, func(c *Change) error {
		c.extraWrite = write
		return f(c)
	})
}
