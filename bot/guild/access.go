package guild

import (
	"errors"
	"slices"

	"yeye/bot/id"
)

// Access holds the user's rights that decide whether they may start a game on a server.
type Access struct {
	Manager bool // of the server
	Roles   []id.Role
}

// ErrBarred refuses a player whom a moderator has barred from playing on this server.
var ErrBarred = errors.New("you have been barred from playing on this server")

// BarredError is [ErrBarred] with the bar, to be shown to the player.
type BarredError struct{ Bar Bar }

// Error implements error.
func (e *BarredError) Error() string { return ErrBarred.Error() }

// Is reports that it matches [ErrBarred].
func (e *BarredError) Is(target error) bool { return target == ErrBarred }

// StartersError means that only some users may start games.
type StartersError struct{ Settings Settings }

// Error implements error.
func (e *StartersError) Error() string {
	return "games are started here by " + e.Settings.Starters.String()
}

// ChannelsError means that games may not be started in this channel.
type ChannelsError struct{ Settings Settings }

// Error implements error.
func (e *ChannelsError) Error() string { return "games do not go here" }

// MayStart refuses players who may not start games with a [*StartersError]. Managers always may.
func (s Settings) MayStart(a Access) error {
	if a.Manager || s.Starters == Everybody || s.Starters == RoleHolders && slices.Contains(a.Roles, s.Role) {
		return nil
	}
	return &StartersError{s}
}

// AllowsChannel returns a [*ChannelsError] for a channel in which games may not be started. parent is the channel
// that this one is a thread of, "" if it is none or not known.
func (s Settings) AllowsChannel(channel, parent id.Channel) error {
	if s.Games != ListedChannels || slices.Contains(s.Channels, channel) ||
		parent != "" && slices.Contains(s.Channels, parent) {
		return nil
	}
	return &ChannelsError{s}
}
