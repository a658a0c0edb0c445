package session

import (
	"errors"
	"slices"
)

// Where is where the games of a server go.
type Where uint8

const (
	Here    Where = iota // where they are asked for
	Threads              // each into a thread of its own
	Listed               // into certain channels and their threads only
)

var whereNames = []string{"here", "threads", "channels"}

func (w Where) String() string { return whereNames[min(int(w), len(whereNames)-1)] }

// ParseWhere reads what String writes.
func ParseWhere(t string) (Where, bool) {
	return named[Where](whereNames, t)
}

// Starters is who may start games on a server.
type Starters uint8

const (
	Everybody Starters = iota
	RoleHolders
	Managers
)

var startersNames = []string{"everybody", "role", "managers"}

func (s Starters) String() string { return startersNames[min(int(s), len(startersNames)-1)] }

// ParseStarters reads what String writes.
func ParseStarters(t string) (Starters, bool) {
	return named[Starters](startersNames, t)
}

// House is what those who manage a server have settled about its games. The zero
// House lets everybody start games everywhere.
type House struct {
	Games    Where
	Places   []Place // with Listed
	Starters Starters
	Role     string // with RoleHolders, opaque to this package
}

// Guest is somebody who wants to start or join a game in a house.
type Guest struct {
	Barred  bool
	Manager bool
	Roles   []string
}

// ErrBarred: a moderator has barred the person from playing on this server.
var ErrBarred = errors.New("you have been barred from playing on this server")

// StartersError refuses to start a game: only some may.
type StartersError struct{ House House }

func (e *StartersError) Error() string {
	return "games are started here by " + e.House.Starters.String()
}

// PlacesError refuses a place: games go to others.
type PlacesError struct{ House House }

func (e *PlacesError) Error() string { return "games do not go here" }

// MayJoin refuses those who are barred.
func (g Guest) MayJoin() error {
	if g.Barred {
		return ErrBarred
	}
	return nil
}

// MayStart refuses those who may not start games: [ErrBarred] or a
// [*StartersError]. Managers always may.
func (h House) MayStart(g Guest) error {
	switch {
	case g.Barred:
		return ErrBarred
	case g.Manager, h.Starters == Everybody:
		return nil
	case h.Starters == RoleHolders && slices.Contains(g.Roles, h.Role):
		return nil
	}
	return &StartersError{h}
}

// Takes refuses a place in which games do not go, with a [*PlacesError]. parent is
// the place that this one is a thread of, "" if it is none or not known.
func (h House) Takes(place, parent Place) error {
	if h.Games != Listed || slices.Contains(h.Places, place) || parent != "" && slices.Contains(h.Places, parent) {
		return nil
	}
	return &PlacesError{h}
}
