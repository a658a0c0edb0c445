package wire

import "encoding/json"

// Attachment is a file of a message. Description is its alt text.
type Attachment struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	Title       string `json:"title,omitempty"`
	Description string `json:"description,omitempty"`
	ContentType string `json:"content_type,omitempty"`
	Size        int    `json:"size"`
	URL         string `json:"url"`
	ProxyURL    string `json:"proxy_url"`
	Width       int    `json:"width,omitempty"`
	Height      int    `json:"height,omitempty"`
	Ephemeral   bool   `json:"ephemeral,omitempty"`
}

// Emoji is a reaction's character; only Unicode ones are supported here.
type Emoji struct {
	ID       *string `json:"id"`
	Name     string  `json:"name"`
	Animated bool    `json:"animated,omitempty"`
}

// Reaction counts one emoji under a message; Me reports whether the viewer is among its users.
type Reaction struct {
	Emoji        Emoji          `json:"emoji"`
	Count        int            `json:"count"`
	CountDetails map[string]int `json:"count_details"`
	BurstColors  []string       `json:"burst_colors"`
	MeBurst      bool           `json:"me_burst"`
	Me           bool           `json:"me"`
}

// Reference points from a reply to the message it replies to.
type Reference struct {
	Type      int    `json:"type"`
	MessageID string `json:"message_id,omitempty"`
	ChannelID string `json:"channel_id"`
	GuildID   string `json:"guild_id,omitempty"`
}

// InteractionMetadata says which interaction a message answers.
type InteractionMetadata struct {
	ID         string            `json:"id"`
	Type       int               `json:"type"`
	User       User              `json:"user"`
	Owners     map[string]string `json:"authorizing_integration_owners"`
	Name       string            `json:"name,omitempty"`
	Interacted string            `json:"interacted_message_id,omitempty"`
	// the interaction that opened the modal
	Triggering *InteractionMetadata `json:"triggering_interaction_metadata,omitempty"`
}

// OldInteraction is the deprecated form of InteractionMetadata, still sent for commands.
type OldInteraction struct {
	ID   string `json:"id"`
	Type int    `json:"type"`
	Name string `json:"name"`
	User User   `json:"user"`
}

// Message is a message as one viewer sees it. GuildID and Member are present in gateway events only.
type Message struct {
	ID              string               `json:"id"`
	ChannelID       string               `json:"channel_id"`
	GuildID         string               `json:"guild_id,omitempty"`
	Type            int                  `json:"type"`
	Author          User                 `json:"author"`
	Member          *Member              `json:"member,omitempty"`
	Content         string               `json:"content"`
	Timestamp       Time                 `json:"timestamp"`
	EditedTimestamp *Time                `json:"edited_timestamp"`
	TTS             bool                 `json:"tts"`
	MentionEveryone bool                 `json:"mention_everyone"`
	Mentions        []User               `json:"mentions"`
	MentionRoles    []string             `json:"mention_roles"`
	Attachments     []Attachment         `json:"attachments"`
	Embeds          []json.RawMessage    `json:"embeds"`
	Components      []Component          `json:"components"`
	Reactions       []Reaction           `json:"reactions,omitempty"`
	Nonce           any                  `json:"nonce,omitempty"`
	Pinned          bool                 `json:"pinned"`
	Flags           int                  `json:"flags"`
	ApplicationID   string               `json:"application_id,omitempty"`
	WebhookID       string               `json:"webhook_id,omitempty"`
	Reference       *Reference           `json:"message_reference,omitempty"`
	Referenced      json.RawMessage      `json:"referenced_message,omitempty"`
	Interaction     *OldInteraction      `json:"interaction,omitempty"`
	Metadata        *InteractionMetadata `json:"interaction_metadata,omitempty"`
	Thread          *Channel             `json:"thread,omitempty"`
	Position        *int                 `json:"position,omitempty"`
}
