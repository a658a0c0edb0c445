// Package guild stores the data of a Discord server: where its games go and who may start them, who is barred from
// playing, and what moderators did.
//
// Out of scope: Discord beyond opaque ids, sentences, games.
package guild

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"yeye/bot/id"
)

// Where says where the games of a server go. The names are stored.
type Where uint8

const (
	SameChannel    Where = iota // in the channel of the request
	OwnThreads                  // each into its own thread
	ListedChannels              // into certain channels and their threads only
)

var whereNames = []string{"here", "threads", "channels"}

// String returns a short name in lower case.
func (w Where) String() string { return whereNames[min(int(w), len(whereNames)-1)] }

// ParseWhere reads what String writes.
func ParseWhere(t string) (Where, bool) { return parseName[Where](whereNames, t) }

// Starters says who may start games on a server. The names are stored.
type Starters uint8

const (
	Everybody Starters = iota
	RoleHolders
	Managers
)

var starterNames = []string{"everybody", "role", "managers"}

// String returns a short name in lower case.
func (s Starters) String() string { return starterNames[min(int(s), len(starterNames)-1)] }

// ParseStarters reads what String writes.
func ParseStarters(t string) (Starters, bool) { return parseName[Starters](starterNames, t) }

// parseName returns the value with a name, where names are indexed by value.
func parseName[T ~uint8](names []string, name string) (T, bool) {
	i := slices.Index(names, name)
	return T(max(i, 0)), i >= 0
}

// Settings holds the choices of a server's managers about its games. The zero Settings let everyone start games
// everywhere.
type Settings struct {
	Games    Where
	Channels []id.Channel // with ListedChannels
	Starters Starters
	Role     id.Role // with RoleHolders
	Silent   bool    // characters do not talk

	Milestones bool // first wins over strong characters are announced in the channel

	Off []string // the features that are switched off, by name
}

// OffError refuses a feature that the server has switched off.
type OffError struct{ Feature string }

// Error implements error.
func (e *OffError) Error() string { return e.Feature + " is switched off on this server" }

// MayUse refuses a feature that is switched off, with an [*OffError].
func (s Settings) MayUse(feature string) error {
	if slices.Contains(s.Off, feature) {
		return &OffError{feature}
	}
	return nil
}

// MaxChannels is how many channels a server can list: the refusal that names them must stay a short message.
const MaxChannels = 20

// Edit is a change of settings; zero fields leave their settings as they are.
type Edit struct {
	Channel  id.Channel // is added to the list, or removed if listed
	Games    *Where
	Role     id.Role // may start games
	Starters *Starters
	Silent   *bool

	Milestones *bool

	Switched map[string]bool // features to be switched on, or off
}

// Errors for settings that contradict each other.
var (
	ErrManyChannels = fmt.Errorf("no more than %d channels can be listed", MaxChannels)
	ErrNoChannel    = errors.New("games can go to listed channels only once one is listed")
	ErrNoRole       = errors.New("the holders of a role can start games only once a role is chosen")
)

// With returns the settings after an edit.
func (s Settings) With(e Edit) (Settings, error) {
	if e.Channel != "" {
		list := slices.Clone(s.Channels)
		switch i := slices.Index(list, e.Channel); {
		case i >= 0 && s.Games != ListedChannels:
			s.Games = ListedChannels // the old list was not in use
		case i >= 0:
			list = slices.Delete(list, i, i+1)
		case len(list) >= MaxChannels:
			return s, ErrManyChannels
		default:
			list, s.Games = append(list, e.Channel), ListedChannels
		}
		s.Channels = list
	}
	if e.Games != nil {
		s.Games = *e.Games
	}
	if s.Games == ListedChannels && len(s.Channels) == 0 {
		if e.Channel == "" {
			return s, ErrNoChannel
		}
		s.Games = SameChannel // the last one was removed
	}
	if e.Milestones != nil {
		s.Milestones = *e.Milestones
	}
	if e.Role != "" {
		s.Role, s.Starters = e.Role, RoleHolders
	}
	if e.Starters != nil {
		s.Starters = *e.Starters
	}
	if e.Silent != nil {
		s.Silent = *e.Silent
	}
	for _, feature := range slices.Sorted(maps.Keys(e.Switched)) {
		off := slices.DeleteFunc(slices.Clone(s.Off), func(name string) bool { return name == feature })
		if !e.Switched[feature] {
			off = append(off, feature)
		}
		s.Off = off
	}
	if s.Starters == RoleHolders && s.Role == "" {
		return s, ErrNoRole
	}
	return s, nil
}
