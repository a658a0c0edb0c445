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

// Decision is what a tournament director, moderator, server manager or host is about to do.
type Decision struct {
	Act   string // a declared act
	By    id.Player
	Guild id.Guild
	About id.Player // who is barred, or no longer
	Match id.Match  // the match that it decides
	Off   string    // the feature that is switched off
	Own   bool      // the caller has found that it changes an unfinished game of By, or its result
}

// Stakes knows of unfinished games.
type Stakes interface {
	// Staked reports whether a decision would change an unfinished game of its own author, or one that is paired and
	// not started: how it ends, or whether its result counts.
	Staked(ctx context.Context, c store.Conn, d Decision) (bool, error)
}

// ErrOwnGame means that a user may not decide about a game that they are playing.
var ErrOwnGame = errors.New("this is a game of your own")

// Know adds a service that knows of unfinished games, before the policy is used.
func (p *Policy) Know(s Stakes) { p.stakes = append(p.stakes, s) }

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
func (p *Policy) OnRuling(f func(context.Context, id.Guild)) { p.tell = f }

// OnDecision registers f, which is called with each decision and the error that refused it. Call it before the policy
// is used.
func (p *Policy) OnDecision(f func(Decision, error)) { p.watch = f }

// Judge is the permission to decide. Only [Policy.Judge] grants it.
type Judge struct{ Decision }

// Judge grants the permission to decide, or refuses it with [ErrOwnGame] to a user who would change their own game. It
// reads what is stored, with c within a transaction.
func (p *Policy) Judge(ctx context.Context, c store.Conn, d Decision) (Judge, error) {
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
	if p.watch != nil {
		p.watch(d, err)
	}
	if err != nil {
		return Judge{}, err
	}
	return Judge{d}, nil
}

// Bar bars a player from a server and records it; false if they were barred already. It is refused to an opponent in an
// unfinished game there: a game with a barred player is not rated, and their boards in tournaments are lost.
func (p *Policy) Bar(ctx context.Context, by id.Player, in id.Channel, g id.Guild,
	b guild.Bar) (changed bool, err error) {
	j, err := p.Judge(ctx, p.db.Read(), Decision{Act: ActBar, By: by, Guild: g, About: b.Player})
	if err != nil {
		return false, err
	}
	if changed, err = p.guilds.BarUntil(ctx, j.entry(in), b); changed {
		p.tell(ctx, g)
	}
	return changed, err
}

// Lift lifts the bar of a player like Bar; false if they were not barred.
func (p *Policy) Lift(ctx context.Context, by id.Player, in id.Channel, g id.Guild,
	about id.Player) (changed bool, err error) {
	j, err := p.Judge(ctx, p.db.Read(), Decision{Act: ActLift, By: by, Guild: g, About: about})
	if err != nil {
		return false, err
	}
	return p.guilds.Unbar(ctx, j.entry(in))
}

func (j Judge) entry(in id.Channel) guild.Entry {
	return guild.Entry{Guild: j.Guild, Channel: in, By: j.By, Act: j.Act, Player: j.About}
}

// Edit changes a server's settings and returns them. Switching a feature off is refused to a player of an unfinished
// game that would end with it.
func (p *Policy) Edit(ctx context.Context, by id.Player, g id.Guild, e guild.Edit) (now guild.Settings, err error) {
	off := false
	for feature, on := range e.Switched {
		if on {
			continue
		}
		off = true
		if _, err := p.Judge(ctx, p.db.Read(), Decision{Act: ActOff, By: by, Guild: g, Off: feature}); err != nil {
			return now, err
		}
	}
	if now, err = p.guilds.Edit(ctx, g, e); err == nil && off {
		p.tell(ctx, g)
	}
	return now, err
}
