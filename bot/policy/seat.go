// Package policy says who may do what where every capability would have to ask the same: who gets a seat at a game that begins
// ([Policy.Seat]), who may be invited to one ([Policy.Invite]), who may judge one ([Judge]), and what others may see of whom ([Shown]). The
// facts have their owners (bars and switches package guild, blocks and hidden profiles package player, boards package match); the questions
// are asked here, once.
//
// What may not enter: Discord beyond opaque ids, sentences, the rules of games, tournaments and rings.
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

// Boards knows who sits at which board; match.Service implements it.
type Boards interface {
	// AtLiveBoards returns within a transaction those of some players who sit at an open board on a live clock. Boards whose arranger
	// begins with besides do not count, unless that is "". Until the transaction ends no other seats the players.
	AtLiveBoards(ctx context.Context, tx store.Tx, besides string, players ...id.Player) ([]id.Player, error)
}

// Policy answers the questions. Its methods may be called from many goroutines.
type Policy struct {
	db      *store.DB
	guilds  *guild.Service
	players *player.Service
	boards  Boards
	stakes  []Stakes
	acts    map[string]bool
	watch   func(Decision, error) // nil for nobody
	tell    func(context.Context, id.Guild)
}

// New makes a policy on a database.
func New(db *store.DB, boards Boards) *Policy {
	p := &Policy{db: db, guilds: guild.New(db), players: player.New(db), boards: boards, acts: map[string]bool{},
		tell: func(context.Context, id.Guild) {}}
	p.Declare(ActBar, ActLift, ActOff)
	return p
}

// Game is a game that is about to begin.
type Game struct {
	Guild   id.Guild    // "" for a direct conversation
	Feature string      // whose it is, if a server can switch that off; else ""
	Live    bool        // on a live clock: nobody sits at two of them
	Players []id.Player // who sit
	By      id.Player   // who begins it, "" if it begins by itself
	Host    id.Player   // whose open seat By takes, "" for nobody's
	Besides string      // how the arrangers of live boards begin at which one of them may sit as well, "" for none: those of a simul
}

// Seated is the permission to begin a game. Only [Policy.Seat] grants it.
type Seated struct{ granted bool }

// Granted reports whether seats were granted: the zero Seated grants none.
func (s Seated) Granted() bool { return s.granted }

var (
	// ErrAtBoard: somebody sits at a live board already.
	ErrAtBoard = errors.New("plays on a live clock already")
	// ErrBlocked: the player whose seat it is plays no more with this one.
	ErrBlocked = errors.New("has been blocked by the other player")
)

// SeatError refuses a seat to players.
type SeatError struct {
	Players []id.Player
	Err     error // ErrAtBoard, ErrBlocked, or one that is guild.ErrBarred
}

func (e *SeatError) Error() string { return "no seat: " + e.Err.Error() }
func (e *SeatError) Unwrap() error { return e.Err }

// Of reports whether a player is one of those who get no seat.
func (e *SeatError) Of(p id.Player) bool { return slices.Contains(e.Players, p) }

// Seat grants the seats of a game, in the transaction in which it begins. It refuses with a [*guild.OffError] or a [*SeatError].
func (p *Policy) Seat(ctx context.Context, tx store.Tx, g Game) (Seated, error) {
	if g.Feature != "" {
		if err := p.guilds.MayUseIn(ctx, tx.Conn, g.Guild, g.Feature); err != nil {
			return Seated{}, err
		}
	}
	all := g.Players
	if g.By != "" && !slices.Contains(all, g.By) {
		all = append(slices.Clone(all), g.By)
	}
	for _, refuse := range []func(context.Context, store.Tx, *Game, []id.Player) error{p.barred, p.blocked, p.atBoard} {
		if err := refuse(ctx, tx, &g, all); err != nil {
			return Seated{}, err
		}
	}
	return Seated{true}, nil
}

// Has reports whether a server has a feature switched on that games ask for besides the one whose they are.
func (p *Policy) Has(ctx context.Context, c store.Conn, g id.Guild, feature string) (bool, error) {
	err := p.guilds.MayUseIn(ctx, c, g, feature)
	if off := (*guild.OffError)(nil); errors.As(err, &off) {
		return false, nil
	}
	return err == nil, err
}

// barred refuses those who are barred on the server. Who begins the game is told why.
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
	found, err := p.boards.AtLiveBoards(ctx, tx, g.Besides, g.Players...)
	if err == nil && len(found) > 0 {
		err = &SeatError{found, ErrAtBoard}
	}
	return err
}

// Calls reports whether what one player does may call another, by a ping or a message: not if they have blocked them.
func (p *Policy) Calls(ctx context.Context, from, to id.Player) (bool, error) {
	blocked, err := p.players.Blocks(ctx, p.db.Read(), to, from)
	return !blocked, err
}

// Invite reports whether a player may be invited on a server by another: they take invitations from them, and are not barred there.
func (p *Policy) Invite(ctx context.Context, c store.Conn, g id.Guild, from, to id.Player) (bool, error) {
	if g != "" {
		if barred, err := p.guilds.BarredIn(ctx, c, g, to); err != nil || len(barred) > 0 {
			return false, err
		}
	}
	return p.players.Welcome(ctx, c, to, from)
}

// Invites is Invite outside a transaction.
func (p *Policy) Invites(ctx context.Context, g id.Guild, from, to id.Player) (bool, error) {
	return p.Invite(ctx, p.db.Read(), g, from, to)
}
