package feature

import (
	"context"
	"errors"

	"yeye/bot/guild"
	"yeye/bot/id"
)

// Part is a value of one feature that another may use. It can be got only where the first feature is switched on.
type Part[T any] struct {
	feature string
	guilds  *guild.Service
	it      T
}

// PartOf makes a value a part of a feature.
func PartOf[T any](feature string, guilds *guild.Service, it T) Part[T] {
	return Part[T]{feature, guilds, it}
}

// In returns the part for use on a server; the server is "" in a DM channel. The error is a [*guild.OffError] if the
// server has switched the feature off.
func (p Part[T]) In(ctx context.Context, g id.Guild) (it T, err error) {
	if err = p.guilds.MayUse(ctx, g, p.feature); err == nil {
		it = p.it
	}
	return it, err
}

// On calls In, and returns on = false instead of a [*guild.OffError].
func (p Part[T]) On(ctx context.Context, g id.Guild) (it T, on bool, err error) {
	it, err = p.In(ctx, g)
	if errors.As(err, new(*guild.OffError)) {
		return it, false, nil
	}
	return it, err == nil, err
}
