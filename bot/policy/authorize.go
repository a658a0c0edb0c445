package policy

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/store"
)

// The acts that the policy itself carries out.
const (
	ActBar  = "bar"
	ActLift = "lift"
	ActOff  = "off" // a feature is switched off
)

// Decision is an act that a tournament director, moderator, server manager or host asks permission for.
type Decision struct {
	Act     string // a declared act
	By      id.Player
	Guild   id.Guild
	Player  id.Player // the player to bar or to lift the bar of
	Match   id.Match  // the match that is decided
	Feature string    // the feature to switch off
	Own     bool      // the caller has found that it changes an unfinished game of By, or its result
}

// Stakes finds out whether a decision concerns its author's own games.
type Stakes interface {
	// Staked reports whether a decision would change an unfinished game of its own author, or one that is paired and
	// not started: how it ends, or whether its result counts.
	Staked(ctx context.Context, c store.Conn, d Decision) (bool, error)
}

// ErrOwnGame means that a user may not decide about a game that they are playing.
var ErrOwnGame = errors.New("this is a game of your own")

// AddStakes adds a service with unfinished games. Call it before the policy is used.
func (p *Policy) AddStakes(s Stakes) { p.stakes = append(p.stakes, s) }

// Declare adds acts, before the policy is used: an undeclared act is always refused.
func (p *Policy) Declare(acts ...string) {
	for _, act := range acts {
		p.acts[act] = true
	}
}

// Acts returns the acts that were declared, in the order of their names.
func (p *Policy) Acts() []string { return slices.Sorted(maps.Keys(p.acts)) }

// OnRuling registers f, which is called after a server has barred a player or switched a feature off. Call it before
// the policy is used.
func (p *Policy) OnRuling(f func(context.Context, id.Guild)) { p.onRuling = f }

// OnDecision registers f, which is called with each decision and the error that refused it. Call it before the policy
// is used.
func (p *Policy) OnDecision(f func(Decision, error)) { p.onDecision = f }

// Authorization is the permission to carry out a decision. Only [Policy.Authorize] grants it.
type Authorization struct{ Decision }

// Authorize grants the permission for a decision. It returns [ErrOwnGame] if the decision would change an unfinished
// game of its author. c reads the database, within a transaction or outside.
func (p *Policy) Authorize(ctx context.Context, c store.Conn, d Decision) (Authorization, error) {
	own, err := d.Own, error(nil)
	if !p.acts[d.Act] {
		err = fmt.Errorf("act %q is not declared", d.Act)
	}
	for _, s := range p.stakes {
		if own || err != nil {
			break
		}
		own, err = s.Staked(ctx, c, d)
	}
	if err == nil && own {
		err = ErrOwnGame
	}
	if p.onDecision != nil {
		p.onDecision(d, err)
	}
	if err != nil {
		return Authorization{}, err
	}
	return Authorization{d}, nil
}

// Bar bars a player from a server and records it; false if they were barred already. It returns [ErrOwnGame] to an
// opponent of the player in an unfinished game there: a game with a barred player is not rated, and their boards in
// tournaments are lost.
func (p *Policy) Bar(ctx context.Context, by id.Player, in id.Channel, g id.Guild,
	b guild.Bar) (changed bool, err error) {
	j, err := p.Authorize(ctx, p.db.Read(), Decision{Act: ActBar, By: by, Guild: g, Player: b.Player})
	if err != nil {
		return false, err
	}
	if changed, err = p.guilds.BarUntil(ctx, j.entry(in), b); changed {
		p.onRuling(ctx, g)
	}
	return changed, err
}

// Lift lifts the bar of a player like Bar; false if they were not barred.
func (p *Policy) Lift(ctx context.Context, by id.Player, in id.Channel, g id.Guild,
	about id.Player) (changed bool, err error) {
	j, err := p.Authorize(ctx, p.db.Read(), Decision{Act: ActLift, By: by, Guild: g, Player: about})
	if err != nil {
		return false, err
	}
	return p.guilds.Unbar(ctx, j.entry(in))
}

func (j Authorization) entry(in id.Channel) guild.Entry {
	return guild.Entry{Guild: j.Guild, Channel: in, By: j.By, Act: j.Act, Player: j.Player}
}

// Edit changes a server's settings and returns them. Switching a feature off is refused to a player of an unfinished
// game that would end with it, or change.
func (p *Policy) Edit(ctx context.Context, by id.Player, g id.Guild, e guild.Edit) (now guild.Settings, err error) {
	off := false
	for feature, on := range e.Switched {
		if on {
			continue
		}
		off = true
		d := Decision{Act: ActOff, By: by, Guild: g, Feature: feature}
		if _, err := p.Authorize(ctx, p.db.Read(), d); err != nil {
			return now, err
		}
	}
	if now, err = p.guilds.Edit(ctx, g, e); err == nil && off {
		p.onRuling(ctx, g)
	}
	return now, err
}
