package sandbox

import (
	"encoding/json"
	"time"
)

// Time is a moment as Discord writes it: microseconds and a numeric zone.
type Time struct{ time.Time }

// MarshalJSON writes 2026-01-02T03:04:05.678000+00:00.
func (t Time) MarshalJSON() ([]byte, error) {
	return []byte(t.UTC().Format(`"2006-01-02T15:04:05.000000-07:00"`)), nil
}

// User is a person or the bot, as anybody sees them.
type User struct {
	ID            Snowflake `json:"id"`
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
	User        *User       `json:"user,omitempty"`
	Nick        *string     `json:"nick"`
	Avatar      *string     `json:"avatar"`
	Banner      *string     `json:"banner"`
	Roles       []Snowflake `json:"roles"`
	JoinedAt    Time        `json:"joined_at"`
	Deaf        bool        `json:"deaf"`
	Mute        bool        `json:"mute"`
	Flags       int         `json:"flags"`
	Pending     bool        `json:"pending"`
	PremiumFrom *Time       `json:"premium_since"`
	TimeoutTill *Time       `json:"communication_disabled_until"`
	Permissions string      `json:"permissions,omitempty"`
}

// Role is a role of the guild; Permissions is a decimal string of bits.
type Role struct {
	ID           Snowflake `json:"id"`
	Name         string    `json:"name"`
	Description  *string   `json:"description"`
	Permissions  string    `json:"permissions"`
	Position     int       `json:"position"`
	Color        int       `json:"color"`
	Colors       any       `json:"colors"`
	Hoist        bool      `json:"hoist"`
	Managed      bool      `json:"managed"`
	Mentionable  bool      `json:"mentionable"`
	Icon         *string   `json:"icon"`
	UnicodeEmoji *string   `json:"unicode_emoji"`
	Flags        int       `json:"flags"`
}

// Channel is a text channel, a thread or a direct conversation; which fields are present depends on Type.
type Channel struct {
	ID                   Snowflake       `json:"id"`
	Type                 int             `json:"type"`
	Flags                int             `json:"flags"`
	LastMessageID        *Snowflake      `json:"last_message_id"`
	GuildID              Snowflake       `json:"guild_id,omitempty"`
	Name                 string          `json:"name,omitempty"`
	Topic                *string         `json:"topic,omitempty"`
	Position             *int            `json:"position,omitempty"`
	ParentID             *Snowflake      `json:"parent_id,omitempty"`
	NSFW                 *bool           `json:"nsfw,omitempty"`
	RateLimitPerUser     *int            `json:"rate_limit_per_user,omitempty"`
	PermissionOverwrites *[]Overwrite    `json:"permission_overwrites,omitempty"`
	OwnerID              Snowflake       `json:"owner_id,omitempty"`
	ThreadMetadata       *ThreadMetadata `json:"thread_metadata,omitempty"`
	MessageCount         *int            `json:"message_count,omitempty"`
	TotalMessageSent     *int            `json:"total_message_sent,omitempty"`
	MemberCount          *int            `json:"member_count,omitempty"`
	Member               *ThreadMember   `json:"member,omitempty"`
	NewlyCreated         bool            `json:"newly_created,omitempty"`
	Recipients           []User          `json:"recipients,omitempty"`
	Permissions          string          `json:"permissions,omitempty"`
}

// Overwrite is what a channel gives and takes a role (type 0) or a member (1), in bits.
type Overwrite struct {
	ID    Snowflake `json:"id"`
	Type  int       `json:"type"`
	Allow string    `json:"allow"`
	Deny  string    `json:"deny"`
}

// ThreadMetadata is what only threads have. AutoArchive is in minutes: 60, 1440, 4320 or 10080.
type ThreadMetadata struct {
	Archived    bool `json:"archived"`
	ArchivedAt  Time `json:"archive_timestamp"`
	AutoArchive int  `json:"auto_archive_duration"`
	Locked      bool `json:"locked"`
	Invitable   bool `json:"invitable"`
	CreatedAt   Time `json:"create_timestamp"`
}

// ThreadMember says that somebody is in a thread.
type ThreadMember struct {
	ID       Snowflake `json:"id"`
	UserID   Snowflake `json:"user_id"`
	JoinedAt Time      `json:"join_timestamp"`
	Flags    int       `json:"flags"`
}

// Attachment is a file of a message. Description is its alt text.
type Attachment struct {
	ID          Snowflake `json:"id"`
	Filename    string    `json:"filename"`
	Title       string    `json:"title,omitempty"`
	Description string    `json:"description,omitempty"`
	ContentType string    `json:"content_type,omitempty"`
	Size        int       `json:"size"`
	URL         string    `json:"url"`
	ProxyURL    string    `json:"proxy_url"`
	Width       int       `json:"width,omitempty"`
	Height      int       `json:"height,omitempty"`
	Ephemeral   bool      `json:"ephemeral,omitempty"`
}

// Emoji is a reaction's picture character; only Unicode ones exist here.
type Emoji struct {
	ID       *Snowflake `json:"id"`
	Name     string     `json:"name"`
	Animated bool       `json:"animated,omitempty"`
}

// Reaction counts one emoji under a message; Me is whether the viewer is among them.
type Reaction struct {
	Emoji        Emoji          `json:"emoji"`
	Count        int            `json:"count"`
	CountDetails map[string]int `json:"count_details"`
	BurstColors  []string       `json:"burst_colors"`
	MeBurst      bool           `json:"me_burst"`
	Me           bool           `json:"me"`
}

// Reference points from a reply to what it answers.
type Reference struct {
	Type      int       `json:"type"`
	MessageID Snowflake `json:"message_id,omitempty"`
	ChannelID Snowflake `json:"channel_id"`
	GuildID   Snowflake `json:"guild_id,omitempty"`
}

// InteractionMetadata says which interaction a message answers.
type InteractionMetadata struct {
	ID         Snowflake            `json:"id"`
	Type       int                  `json:"type"`
	User       User                 `json:"user"`
	Owners     map[string]Snowflake `json:"authorizing_integration_owners"`
	Name       string               `json:"name,omitempty"`
	OriginalID Snowflake            `json:"original_response_message_id,omitempty"`
	Interacted Snowflake            `json:"interacted_message_id,omitempty"`
	Triggering *InteractionMetadata `json:"triggering_interaction_metadata,omitempty"` // what opened the modal
}

// OldInteraction is the deprecated form of InteractionMetadata, still sent for commands.
type OldInteraction struct {
	ID   Snowflake `json:"id"`
	Type int       `json:"type"`
	Name string    `json:"name"`
	User User      `json:"user"`
}

// Message is a message as one viewer sees it. GuildID and Member are present in gateway events only.
type Message struct {
	ID                Snowflake            `json:"id"`
	ChannelID         Snowflake            `json:"channel_id"`
	GuildID           Snowflake            `json:"guild_id,omitempty"`
	Type              int                  `json:"type"`
	Author            User                 `json:"author"`
	Member            *Member              `json:"member,omitempty"`
	Content           string               `json:"content"`
	Timestamp         Time                 `json:"timestamp"`
	EditedTimestamp   *Time                `json:"edited_timestamp"`
	TTS               bool                 `json:"tts"`
	MentionEveryone   bool                 `json:"mention_everyone"`
	Mentions          []User               `json:"mentions"`
	MentionRoles      []Snowflake          `json:"mention_roles"`
	Attachments       []Attachment         `json:"attachments"`
	Embeds            []json.RawMessage    `json:"embeds"`
	Components        []Component          `json:"components"`
	Reactions         []Reaction           `json:"reactions,omitempty"`
	Nonce             *Nonce               `json:"nonce,omitempty"`
	Pinned            bool                 `json:"pinned"`
	Flags             int                  `json:"flags"`
	ApplicationID     Snowflake            `json:"application_id,omitempty"`
	WebhookID         Snowflake            `json:"webhook_id,omitempty"`
	MessageReference  *Reference           `json:"message_reference,omitempty"`
	ReferencedMessage json.RawMessage      `json:"referenced_message,omitempty"`
	Interaction       *OldInteraction      `json:"interaction,omitempty"`
	Metadata          *InteractionMetadata `json:"interaction_metadata,omitempty"`
	Thread            *Channel             `json:"thread,omitempty"`
	Position          *int                 `json:"position,omitempty"`
}
