package policy

import (
	"context"
	"errors"

	"yeye/bot/guild"
	"yeye/bot/id"
)

// Stakes knows of unfinished games.
type Stakes interface {
	// Staked reports whether a decision of one player about another, on a server, would change the result of a game between the two that
	// is not finished, or was paired and has not begun.
	Staked(ctx context.Context, g id.Guild, by, about id.Player) (bool, error)
}

// ErrOwnGame: nobody decides about a game that they are playing.
var ErrOwnGame = errors.New("this is a game of your own")

// Know adds a service that knows of unfinished games, before the policy is used.
func (p *Policy) Know(s Stakes) { p.stakes = append(p.stakes, s) }

// Judge is the permission to decide about a player on a server. Only [Policy.Judge] grants it.
type Judge struct {
	guild     id.Guild
	by, about id.Player
}

// Judge grants the permission to bar a player from a server, or to lift that. It is refused with [ErrOwnGame] to whoever plays an
// unfinished game against them there: a game with somebody who is barred is not rated, and their boards in tournaments are lost.
func (p *Policy) Judge(ctx context.Context, g id.Guild, by, about id.Player) (Judge, error) {
	for _, s := range p.stakes {
		switch staked, err := s.Staked(ctx, g, by, about); {
		case err != nil:
			return Judge{}, err
		case staked:
			return Judge{}, ErrOwnGame
		}
	}
	return Judge{g, by, about}, nil
}

// Bar bars the player, and records it; false if they were barred already.
func (p *Policy) Bar(ctx context.Context, j Judge, in id.Channel, b guild.Bar) (changed bool, err error) {
	return p.guilds.BarUntil(ctx, j.entry("bar", in), b)
}

// Lift lifts the bar of the player, and records it; false if they were not barred.
func (p *Policy) Lift(ctx context.Context, j Judge, in id.Channel) (changed bool, err error) {
	return p.guilds.Unbar(ctx, j.entry("lift", in))
}

func (j Judge) entry(act string, in id.Channel) guild.Entry {
	return guild.Entry{Guild: j.guild, Channel: in, By: j.by, Act: act, Player: j.about}
}
