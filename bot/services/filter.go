package services

import (
	"context"
	"errors"
	"slices"

	"yeye/bot/discord"
	"yeye/bot/guild"
	"yeye/bot/id"
)

// featureFilter removes controls of features that a server has switched off.
type featureFilter struct {
	guilds    *guild.Service
	featureOf map[string]string // optional features, by the actions of their controls
}

// filterRows returns rows without the controls of features that a server has switched off. If the settings cannot be
// loaded, the controls stay.
func (o *featureFilter) filterRows(ctx context.Context, g id.Guild, rows []discord.Row) (kept []discord.Row) {
	off := func(c discord.Component) bool {
		feature := o.featureOf[c.ControlID().Action]
		return feature != "" && errors.As(o.guilds.MayUse(ctx, g, feature), new(*guild.OffError))
	}
	for _, row := range rows {
		if row = slices.DeleteFunc(slices.Clone(row), off); len(row) > 0 {
			kept = append(kept, row)
		}
	}
	return kept
}
