package bot

import (
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// permission is one of Discord's, with the name its English clients show.
type permission struct {
	bit  int64
	name string
}

// forBoards is what showing a board takes, forThreads what a second game in a
// channel takes besides.
var (
	forBoards = []permission{
		{discordgo.PermissionViewChannel, "View Channel"},
		{discordgo.PermissionSendMessages, "Send Messages"},
		{discordgo.PermissionAttachFiles, "Attach Files"},
		{discordgo.PermissionReadMessageHistory, "Read Message History"},
	}
	forThreads = []permission{
		{discordgo.PermissionCreatePublicThreads, "Create Public Threads"},
		{discordgo.PermissionSendMessagesInThreads, "Send Messages in Threads"},
	}
)

// forThread is forBoards where the board is to stand in a thread: there Discord asks
// for another permission to send.
var forThread = func() []permission {
	of := slices.Clone(forBoards)
	of[1] = forThreads[1]
	return of
}()

// lacks names those of some permissions that are not among the bits may.
func lacks(may int64, of []permission) (names []string) {
	for _, p := range of {
		if may&p.bit == 0 {
			names = append(names, p.name)
		}
	}
	return names
}

// Lacks names the permissions that the bot misses in a channel where it has the
// bits may: those without which there is no board, and those without which games
// there get no threads.
func Lacks(may int64) (boards, threads []string) {
	return lacks(may, forBoards), lacks(may, forThreads)
}

// Permissions is the bits of all that the bot needs, for its invitation.
func Permissions() (bits int64) {
	for _, p := range slices.Concat(forBoards, forThreads) {
		bits |= p.bit
	}
	return bits
}

// missing names the permissions that the bot lacks here, "" if none or if nobody
// said.
func (r *request) missing() string {
	if r.may < 0 {
		return ""
	}
	of := forBoards
	if r.thread {
		of = forThread
	}
	names := lacks(r.may, of)
	if names == nil {
		return ""
	}
	return "**" + strings.Join(names, "**, **") + "**"
}
