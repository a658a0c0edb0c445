package match

import (
	"context"

	"yeye/bot/id"
	"yeye/bot/store"
)

// Write stores what belongs to a change, in its transaction and before listeners see it there; nil stores nothing. Like a listener
// it may run again.
type Write func(context.Context, store.Tx, *Change) error

// Amend changes a match by rules that are not this package's: f decides the change or refuses it, as the methods of Service do, and
// write stores what belongs to it. The test of the arrows lists who may call it and [Service.StartWith].
func (s *Service) Amend(ctx context.Context, by Actor, match id.Match, verb Verb, f func(*Change) error, write Write) (Change, error) {
	return s.do(ctx, by, s.byID(match), verb, func(c *Change) error {
		c.write = write
		return f(c)
	})
}
