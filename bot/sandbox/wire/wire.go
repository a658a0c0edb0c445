// Package wire defines the JSON that Discord's API sends about users, channels and messages, each type once: the
// sandbox writes it, and a client of it, such as package person, reads it.
//
// Out of scope: behavior, and requests, whose absent and null fields mean different things.
package wire

import (
	"time"
)

// Time is a time in Discord's format: microseconds and a numeric zone.
type Time struct{ time.Time }

// At returns a time in this format.
func At(t time.Time) Time { return Time{t} }

// MarshalJSON writes 2026-01-02T03:04:05.678000+00:00.
func (t Time) MarshalJSON() ([]byte, error) {
	return []byte(t.UTC().Format(`"2006-01-02T15:04:05.000000-07:00"`)), nil
}

// User is a person or the bot, as anybody sees them.
type User struct {
	ID            string    `json:"id"`
	Username      string    `json:"username"`
	GlobalName    *string   `json:"global_name"`
	Discriminator string    `json:"discriminator"`
	Avatar        *string   `json:"avatar"`
	Bot           bool      `json:"bot"`
	System        bool      `json:"system"`
	PublicFlags   int       `json:"public_flags"`
	Flags         int       `json:"flags"`
	Banner        *string   `json:"banner"`
	AccentColor   *int      `json:"accent_color"`
	PrimaryGuild  *struct{} `json:"primary_guild"`
}

// OwnUser is a user as they see themselves.
type OwnUser struct {
	User
	Locale     string  `json:"locale"`
	MFAEnabled bool    `json:"mfa_enabled"`
	Verified   bool    `json:"verified"`
	Email      *string `json:"email"`
}

// Member is a user in the guild. User is absent in messages, Permissions present only in interactions.
type Member struct {
	User        *User    `json:"user,omitempty"`
	Nick        *string  `json:"nick"`
	Avatar      *string  `json:"avatar"`
	Banner      *string  `json:"banner"`
	Roles       []string `json:"roles"`
	JoinedAt    Time     `json:"joined_at"`
	Deaf        bool     `json:"deaf"`
	Mute        bool     `json:"mute"`
	Flags       int      `json:"flags"`
	Pending     bool     `json:"pending"`
	PremiumFrom *Time    `json:"premium_since"`
	TimeoutTill *Time    `json:"communication_disabled_until"`
	Permissions string   `json:"permissions,omitempty"`
}

// Role is a role of the guild; Permissions is a decimal string of bits.
type Role struct {
	ID           string  `json:"id"`
	Name         string  `json:"name"`
	Description  *string `json:"description"`
	Permissions  string  `json:"permissions"`
	Position     int     `json:"position"`
	Color        int     `json:"color"`
	Colors       any     `json:"colors"`
	Hoist        bool    `json:"hoist"`
	Managed      bool    `json:"managed"`
	Mentionable  bool    `json:"mentionable"`
	Icon         *string `json:"icon"`
	UnicodeEmoji *string `json:"unicode_emoji"`
	Flags        int     `json:"flags"`
}

// Channel is a text channel, a thread or a direct conversation; which fields are present depends on Type.
type Channel struct {
	ID                   string          `json:"id"`
	Type                 int             `json:"type"`
	Flags                int             `json:"flags"`
	LastMessageID        *string         `json:"last_message_id"`
	GuildID              string          `json:"guild_id,omitempty"`
	Name                 string          `json:"name,omitempty"`
	Topic                *string         `json:"topic,omitempty"`
	Position             *int            `json:"position,omitempty"`
	ParentID             *string         `json:"parent_id,omitempty"`
	NSFW                 *bool           `json:"nsfw,omitempty"`
	RateLimitPerUser     *int            `json:"rate_limit_per_user,omitempty"`
	PermissionOverwrites *[]Overwrite    `json:"permission_overwrites,omitempty"`
	OwnerID              string          `json:"owner_id,omitempty"`
	ThreadMetadata       *ThreadMetadata `json:"thread_metadata,omitempty"`
	MessageCount         *int            `json:"message_count,omitempty"`
	TotalMessageSent     *int            `json:"total_message_sent,omitempty"`
	MemberCount          *int            `json:"member_count,omitempty"`
	Member               *ThreadMember   `json:"member,omitempty"`
	NewlyCreated         bool            `json:"newly_created,omitempty"`
	Recipients           []User          `json:"recipients,omitempty"`
	Permissions          string          `json:"permissions,omitempty"`
	AppPermissions       string          `json:"app_permissions,omitempty"` // of the bot, in interactions only
}

// Overwrite holds what a channel allows and denies a role (type 0) or a member (1), in bits.
type Overwrite struct {
	ID    string `json:"id"`
	Type  int    `json:"type"`
	Allow string `json:"allow"`
	Deny  string `json:"deny"`
}

// ThreadMetadata holds the fields that only threads have. AutoArchive is in minutes: 60, 1440, 4320 or 10080.
type ThreadMetadata struct {
	Archived    bool `json:"archived"`
	ArchivedAt  Time `json:"archive_timestamp"`
	AutoArchive int  `json:"auto_archive_duration"`
	Locked      bool `json:"locked"`
	Invitable   bool `json:"invitable"`
	CreatedAt   Time `json:"create_timestamp"`
}

// ThreadMember is a user's membership of a thread.
type ThreadMember struct {
	ID       string `json:"id"`
	UserID   string `json:"user_id"`
	JoinedAt Time   `json:"join_timestamp"`
	Flags    int    `json:"flags"`
}

// AppEmoji is an emoji of the application, in REST's form.
type AppEmoji struct {
	ID        string   `json:"id"`
	Name      string   `json:"name"`
	Roles     []string `json:"roles"`
	User      User     `json:"user"`
	Colons    bool     `json:"require_colons"`
	Managed   bool     `json:"managed"`
	Animated  bool     `json:"animated"`
	Available bool     `json:"available"`
}
