package discord

import (
	"math"
	"slices"

	"yeye/bot/id"
)

// Role is a role of a guild.
type Role struct {
	ID          id.Role
	Name        string
	Permissions int64
	Position    int  // the higher, the more powerful
	Managed     bool // by an integration: users cannot give it
}

// Roles are the roles of a guild, and its owner, who may do everything.
type Roles struct {
	Guild id.Guild
	Owner id.Player
	All   []Role
}

// Find returns a role by its id.
func (r *Roles) Find(of id.Role) (Role, bool) {
	i := slices.IndexFunc(r.All, func(one Role) bool { return one.ID == of })
	if i < 0 {
		return Role{}, false
	}
	return r.All[i], true
}

// Everyone returns the permissions of all members. Their role has the guild's id.
func (r *Roles) Everyone() int64 {
	all, _ := r.Find(id.Role(r.Guild))
	return all.Permissions
}

// Permissions returns a member's permissions in the guild, where no channel overrides them.
func (r *Roles) Permissions(member id.Player, has []id.Role) int64 {
	may := r.Everyone()
	for _, one := range r.All {
		if slices.Contains(has, one.ID) {
			may |= one.Permissions
		}
	}
	if member != "" && member == r.Owner || may&Administrator != 0 {
		return math.MaxInt64
	}
	return may
}

// Highest returns the position of a member's highest role; nothing is above the owner.
func (r *Roles) Highest(member id.Player, has []id.Role) int {
	if member != "" && member == r.Owner {
		return math.MaxInt
	}
	highest := 0
	for _, one := range r.All {
		if slices.Contains(has, one.ID) {
			highest = max(highest, one.Position)
		}
	}
	return highest
}
