package services

import (
	"context"
	"errors"
	"slices"

	"yeye/bot/discord"
	"yeye/bot/guild"
	"yeye/bot/id"
)

// offers removes controls of features that a server has switched off.
type offers struct {
	guilds   *guild.Service
	switches map[string]string // features that can be switched off, by the actions of their controls
}

// on returns rows without the controls of features that a server has switched off. If that is not known, the controls
// stay.
func (o *offers) on(ctx context.Context, g id.Guild, rows []discord.Row) (some []discord.Row) {
	off := func(c discord.Component) bool {
		feature := o.switches[c.ControlID().Action]
		return feature != "" && errors.As(o.guilds.MayUse(ctx, g, feature), new(*guild.OffError))
	}
	for _, row := range rows {
		if row = slices.DeleteFunc(slices.Clone(row), off); len(row) > 0 {
			some = append(some, row)
		}
	}
	return some
}
