package discord

import (
	"slices"
	"strings"
)

// The permission bits that the bot uses, by Discord's numbers.
const (
	Administrator         int64 = 1 << 3
	ManageChannels        int64 = 1 << 4
	ManageGuild           int64 = 1 << 5
	ViewChannel           int64 = 1 << 10
	SendMessages          int64 = 1 << 11
	ManageMessages        int64 = 1 << 13
	AttachFiles           int64 = 1 << 15
	ReadMessageHistory    int64 = 1 << 16
	ManageRoles           int64 = 1 << 28
	ManageEvents          int64 = 1 << 33
	ManageThreads         int64 = 1 << 34
	CreatePublicThreads   int64 = 1 << 35
	SendMessagesInThreads int64 = 1 << 38
	ModerateMembers       int64 = 1 << 40
	CreateEvents          int64 = 1 << 44
)

// MemberModeration are the permissions for decisions about members of a server, of which one is enough. No channel
// overrides them.
const MemberModeration = ManageGuild | ModerateMembers

// permission is a bit with its name in English clients.
type permission struct {
	bit  int64
	name string
}

// boardPermissions lists the permissions needed to show a board, threadPermissions those that a second game in a
// channel also needs.
var (
	boardPermissions = []permission{
		{ViewChannel, "View Channel"}, {SendMessages, "Send Messages"}, {AttachFiles, "Attach Files"},
		{ReadMessageHistory, "Read Message History"},
	}
	threadPermissions = []permission{{CreatePublicThreads, "Create Public Threads"},
		{SendMessagesInThreads, "Send Messages in Threads"}}
)

// boardPermissionsInThread returns boardPermissions for a board in a thread, where Discord requires another
// permission to send.
func boardPermissionsInThread() []permission {
	of := slices.Clone(boardPermissions)
	of[1] = threadPermissions[1]
	return of
}

func missing(may int64, of []permission) (names []string) {
	for _, p := range of {
		if may&p.bit == 0 {
			names = append(names, p.name)
		}
	}
	return names
}

// MissingPermissions names the permissions that the bot lacks in a channel where it has the bits may: those for
// boards, and those for threads.
func MissingPermissions(may int64) (boards, threads []string) {
	return missing(may, boardPermissions), missing(may, threadPermissions)
}

// MissingHere names the permissions that the bot lacks for a board in a channel or thread; none if may is -1, not
// known.
func MissingHere(may int64, thread bool) []string {
	switch {
	case may < 0:
		return nil
	case thread:
		return missing(may, boardPermissionsInThread())
	}
	return missing(may, boardPermissions)
}

// CannotShowBoard reports whether the bot lacks a permission to show a board in a channel or thread where it has the
// bits may; -1 is unknown, and reports false.
func CannotShowBoard(may int64, thread bool) bool {
	need := ViewChannel | SendMessages | AttachFiles
	if thread {
		need = ViewChannel | SendMessagesInThreads | AttachFiles
	}
	return may >= 0 && may&need != need
}

// ThreadPermissions names the permissions for opening threads, for a sentence.
func ThreadPermissions() string { return Bold(missing(0, threadPermissions)) }

// Bold returns names in bold, separated by commas.
func Bold(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "**" + strings.Join(names, "**, **") + "**"
}

// Permissions returns the bits of all that the bot needs, for its invitation.
func Permissions() (bits int64) {
	for _, p := range slices.Concat(boardPermissions, threadPermissions) {
		bits |= p.bit
	}
	return bits
}
