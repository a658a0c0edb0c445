package feature

import (
	"context"
	"errors"

	"yeye/bot/guild"
	"yeye/bot/id"
)

// Part is what a feature has for another one to use. It is had only where the feature is on.
type Part[T any] struct {
	feature string
	guilds  *guild.Service
	it      T
}

// PartOf makes it a part of a feature.
func PartOf[T any](feature string, guilds *guild.Service, it T) Part[T] {
	return Part[T]{feature, guilds, it}
}

// In returns the part for use on a server, "" in a direct conversation. The error is a [*guild.OffError] where the feature is switched off.
func (p Part[T]) In(ctx context.Context, g id.Guild) (it T, err error) {
	if err = p.guilds.MayUse(ctx, g, p.feature); err == nil {
		it = p.it
	}
	return it, err
}

// On is In for what is done only where the feature is on.
func (p Part[T]) On(ctx context.Context, g id.Guild) (it T, on bool, err error) {
	it, err = p.In(ctx, g)
	if errors.As(err, new(*guild.OffError)) {
		return it, false, nil
	}
	return it, err == nil, err
}
