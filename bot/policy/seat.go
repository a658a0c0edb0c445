// Package policy decides who may do what, for the questions that every feature would have to ask: who gets a seat at a
// game that starts ([Policy.Seat]), who may be invited to one ([Policy.MayInviteIn]), who may decide one as a
// moderator or director ([Policy.Authorize]), and what others may see of whom ([Shown]). The facts have their owners
// (bars and switches package guild, blocks and hidden profiles package player, boards package match); the decisions
// are made here, once.
//
// Out of scope: Discord beyond opaque ids, sentences, the rules of games, tournaments and rings.
package policy

import (
	"context"
	"errors"
	"slices"

	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/player"
	"yeye/bot/store"
)

// Boards finds the players at live boards; match.Service implements it.
type Boards interface {
	// AtLiveBoards returns, within a transaction, which of the players sit at an open board on a live clock. Boards
	// whose arranger's id starts with the prefix besides do not count, unless it is "". Until the transaction ends no
	// other transaction seats the players.
	AtLiveBoards(ctx context.Context, tx store.Tx, besides string, players ...id.Player) ([]id.Player, error)
}

// Policy makes the decisions. Its methods are safe for concurrent use.
type Policy struct {
	db         *store.DB
	guilds     *guild.Service
	players    *player.Service
	boards     Boards
	stakes     []Stakes
	acts       map[string]bool
	onDecision func(Decision, error) // nil for none
	onRuling   func(context.Context, id.Guild)
}

// New makes a policy on a database.
func New(db *store.DB, boards Boards) *Policy {
	p := &Policy{db: db, guilds: guild.New(db), players: player.New(db), boards: boards, acts: map[string]bool{},
		onRuling: func(context.Context, id.Guild) {}}
	p.Declare(ActBar, ActLift, ActOff)
	return p
}

// Game is a game that is about to start.
type Game struct {
	Guild   id.Guild    // "" for a direct conversation
	Feature string      // the feature it belongs to, if a server can switch that off; else ""
	Live    bool        // on a live clock: a player may sit at one live board only
	Players []id.Player // the players to be seated
	By      id.Player   // who starts it, "" if the bot does
	Host    id.Player   // whose open seat By takes, "" if none
	// prefix of the arrangers of further live boards at which the players may sit, as the host of a simul does; ""
	// for none
	ExceptArrangers string
}

// SeatGrant is the permission to start a game. Only [Policy.Seat] grants it.
type SeatGrant struct{ granted bool }

// Granted reports whether seats were granted: the zero SeatGrant grants none.
func (s SeatGrant) Granted() bool { return s.granted }

var (
	// ErrAtBoard means that a player already sits at a live board.
	ErrAtBoard = errors.New("plays on a live clock already")
	// ErrBlocked means that the player who offers the seat has blocked this one.
	ErrBlocked = errors.New("has been blocked by the other player")
)

// SeatError refuses a seat to players.
type SeatError struct {
	Players []id.Player
	Err     error // ErrAtBoard, ErrBlocked, or one that matches guild.ErrBarred
}

func (e *SeatError) Error() string { return "no seat: " + e.Err.Error() }
func (e *SeatError) Unwrap() error { return e.Err }

// Of reports whether a player is among those refused.
func (e *SeatError) Of(p id.Player) bool { return slices.Contains(e.Players, p) }

// Seat grants the seats of a game, in the transaction that starts it. It refuses with a [*guild.OffError] or a
// [*SeatError].
func (p *Policy) Seat(ctx context.Context, tx store.Tx, g Game) (SeatGrant, error) {
	if g.Feature != "" {
		if err := p.guilds.MayUseIn(ctx, tx.Conn, g.Guild, g.Feature); err != nil {
			return SeatGrant{}, err
		}
	}
	all := g.Players
	if g.By != "" && !slices.Contains(all, g.By) {
		all = append(slices.Clone(all), g.By)
	}
	for _, refuse := range []func(context.Context, store.Tx, *Game, []id.Player) error{p.barred, p.blocked, p.atBoard} {
		if err := refuse(ctx, tx, &g, all); err != nil {
			return SeatGrant{}, err
		}
	}
	return SeatGrant{true}, nil
}

// FeatureOn reports whether a feature is switched on on a server.
func (p *Policy) FeatureOn(ctx context.Context, c store.Conn, g id.Guild, feature string) (bool, error) {
	err := p.guilds.MayUseIn(ctx, c, g, feature)
	if off := (*guild.OffError)(nil); errors.As(err, &off) {
		return false, nil
	}
	return err == nil, err
}

// barred returns a [*SeatError] for players who are barred on the server. If the player who starts the game is
// barred, it wraps their [*guild.BarredError].
func (p *Policy) barred(ctx context.Context, tx store.Tx, g *Game, all []id.Player) error {
	if g.Guild == "" {
		return nil
	}
	found, err := p.guilds.BarredIn(ctx, tx.Conn, g.Guild, all...)
	if err != nil || len(found) == 0 {
		return err
	}
	if slices.Contains(found, g.By) {
		if err = p.guilds.MayPlayIn(ctx, tx.Conn, g.Guild, g.By); errors.Is(err, guild.ErrBarred) {
			err = &SeatError{[]id.Player{g.By}, err}
		}
		return err
	}
	return &SeatError{found, guild.ErrBarred}
}

func (p *Policy) blocked(ctx context.Context, tx store.Tx, g *Game, _ []id.Player) error {
	if g.Host == "" {
		return nil
	}
	blocked, err := p.players.Blocks(ctx, tx.Conn, g.Host, g.By)
	if err == nil && blocked {
		err = &SeatError{[]id.Player{g.By}, ErrBlocked}
	}
	return err
}

func (p *Policy) atBoard(ctx context.Context, tx store.Tx, g *Game, _ []id.Player) error {
	if !g.Live || len(g.Players) == 0 {
		return nil
	}
	found, err := p.boards.AtLiveBoards(ctx, tx, g.ExceptArrangers, g.Players...)
	if err == nil && len(found) > 0 {
		err = &SeatError{found, ErrAtBoard}
	}
	return err
}

// MayNotify reports whether the bot may notify to of an action of from, by a ping or a message: not if to has blocked
// from.
func (p *Policy) MayNotify(ctx context.Context, from, to id.Player) (bool, error) {
	blocked, err := p.players.Blocks(ctx, p.db.Read(), to, from)
	return !blocked, err
}

// MayInviteIn reports whether from may invite to on a server: to accepts challenges from them, and is not barred there.
func (p *Policy) MayInviteIn(ctx context.Context, c store.Conn, g id.Guild, from, to id.Player) (bool, error) {
	if g != "" {
		if barred, err := p.guilds.BarredIn(ctx, c, g, to); err != nil || len(barred) > 0 {
			return false, err
		}
	}
	return p.players.AcceptsChallenges(ctx, c, to, from)
}

// MayInvite is MayInviteIn outside a transaction.
func (p *Policy) MayInvite(ctx context.Context, g id.Guild, from, to id.Player) (bool, error) {
	return p.MayInviteIn(ctx, p.db.Read(), g, from, to)
}
