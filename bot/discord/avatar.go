package discord

import (
	"strconv"

	"yeye/bot/id"
)

// Avatars are the names of a member's pictures, "" for none: the one chosen for a guild and the one for everywhere.
type Avatars struct{ Here, Everywhere string }

// Picture returns the address of the picture that a guild sees of a member: one of theirs, or else the one that Discord
// gives to their id. (Discord's reference, "Image Formatting".)
func (a Avatars) Picture(g id.Guild, member id.Player) string {
	const cdn, format = "https://cdn.discordapp.com", ".png"
	switch {
	case a.Here != "":
		return cdn + "/guilds/" + string(g) + "/users/" + string(member) + "/avatars/" + a.Here + format
	case a.Everywhere != "":
		return cdn + "/avatars/" + string(member) + "/" + a.Everywhere + format
	}
	const pictures = 6
	n, _ := strconv.ParseUint(string(member), 10, 64)
	return cdn + "/embed/avatars/" + strconv.FormatUint(n>>22%pictures, 10) + format
}
