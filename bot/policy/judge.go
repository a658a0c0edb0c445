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

// The acts that the policy carries out itself.
const (
	ActBar  = "bar"
	ActLift = "lift"
	ActOff  = "off" // a feature is switched off
)

// Decision is what somebody who directs, moderates, manages or hosts is about to decide.
type Decision struct {
	Act   string // one of those that were declared
	By    id.Player
	Guild id.Guild
	About id.Player // who is barred, or is not any more
	Match id.Match  // on which it rules
	Off   string    // the feature that is switched off
	Own   bool      // it changes an unfinished game of By's, or the result of one, as whoever carries it out has seen
}

// Stakes knows of unfinished games.
type Stakes interface {
	// Staked reports whether a decision would change an unfinished game of who decides, or one that was paired and has not begun: how it
	// ends, or whether its result counts.
	Staked(ctx context.Context, c store.Conn, d Decision) (bool, error)
}

// ErrOwnGame: nobody decides about a game that they are playing.
var ErrOwnGame = errors.New("this is a game of your own")

// Know adds a service that knows of unfinished games, before the policy is used.
func (p *Policy) Know(s Stakes) { p.stakes = append(p.stakes, s) }

// Declare adds acts, before the policy is used: one that was not declared is granted to nobody.
func (p *Policy) Declare(acts ...string) {
	for _, act := range acts {
		p.acts[act] = true
	}
}

// Acts returns the acts that were declared, in the order of their names.
func (p *Policy) Acts() []string { return slices.Sorted(maps.Keys(p.acts)) }

// Tell has f called after a server has barred somebody or switched a feature off, before the policy is used.
func (p *Policy) Tell(f func(context.Context, id.Guild)) { p.tell = f }

// Watch lets f see each decision and how it was answered, before the policy is used.
func (p *Policy) Watch(f func(Decision, error)) { p.watch = f }

// Judge is the permission to decide. Only [Policy.Judge] grants it.
type Judge struct{ Decision }

// Judge grants the permission to decide, or refuses it with [ErrOwnGame] to who would change a game of their own. It reads what is
// stored, with c within a transaction.
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

// Bar bars a player from a server and records it; false if they were barred already. It is refused to whoever plays an unfinished game
// against them there: a game with somebody who is barred is not rated, and their boards in tournaments are lost.
func (p *Policy) Bar(ctx context.Context, by id.Player, in id.Channel, g id.Guild, b guild.Bar) (changed bool, err error) {
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
func (p *Policy) Lift(ctx context.Context, by id.Player, in id.Channel, g id.Guild, about id.Player) (changed bool, err error) {
	j, err := p.Judge(ctx, p.db.Read(), Decision{Act: ActLift, By: by, Guild: g, About: about})
	if err != nil {
		return false, err
	}
	return p.guilds.Unbar(ctx, j.entry(in))
}

func (j Judge) entry(in id.Channel) guild.Entry {
	return guild.Entry{Guild: j.Guild, Channel: in, By: j.By, Act: j.Act, Player: j.About}
}

// Edit changes a server's settings and returns them. To switch a feature off is refused to whoever plays an unfinished game that ends with
// it.
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
