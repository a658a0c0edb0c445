package feature

import (
	"context"
	"errors"

	"yeye/bot/guild"
	"yeye/bot/id"
)

// OptionalAPI is a value of one feature that others use, available only on servers where that feature is switched on.
type OptionalAPI[T any] struct {
	feature string
	guilds  *guild.Service
	value   T
}

// NewOptionalAPI wraps a value of a feature.
func NewOptionalAPI[T any](feature string, guilds *guild.Service, it T) OptionalAPI[T] {
	return OptionalAPI[T]{feature, guilds, it}
}

// In returns the value for use on a server, which is "" for a DM channel. It returns a [*guild.OffError] if the
// server has switched the feature off.
func (p OptionalAPI[T]) In(ctx context.Context, g id.Guild) (it T, err error) {
	if err = p.guilds.MayUse(ctx, g, p.feature); err == nil {
		it = p.value
	}
	return it, err
}

// On calls In, and returns on = false instead of a [*guild.OffError].
func (p OptionalAPI[T]) On(ctx context.Context, g id.Guild) (it T, on bool, err error) {
	it, err = p.In(ctx, g)
	if errors.As(err, new(*guild.OffError)) {
		return it, false, nil
	}
	return it, err == nil, err
}
