package discord

import (
	"strconv"

	"yeye/bot/id"
)

// Avatars holds the avatar hashes of a member, "" for none: the one for the guild and the user's own.
type Avatars struct{ Guild, User string }

// URL returns the address of the avatar that a guild sees of a member, Discord's default avatar if they have none.
// (Discord's reference, "Image Formatting".)
func (a Avatars) URL(g id.Guild, member id.Player) string {
	const cdn, format = "https://cdn.discordapp.com", ".png"
	switch {
	case a.Guild != "":
		return cdn + "/guilds/" + string(g) + "/users/" + string(member) + "/avatars/" + a.Guild + format
	case a.User != "":
		return cdn + "/avatars/" + string(member) + "/" + a.User + format
	}
	const pictures = 6
	n, _ := strconv.ParseUint(string(member), 10, 64)
	return cdn + "/embed/avatars/" + strconv.FormatUint(n>>22%pictures, 10) + format
}
