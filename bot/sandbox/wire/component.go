package wire

import "encoding/json"

// Component is any component; Type decides which fields are present.
type Component struct {
	Type          int             `json:"type"`
	ID            int             `json:"id"`
	CustomID      string          `json:"custom_id,omitempty"`
	Style         int             `json:"style,omitempty"`
	Label         string          `json:"label,omitempty"`
	Emoji         *ComponentEmoji `json:"emoji,omitempty"`
	URL           string          `json:"url,omitempty"`
	SKU           string          `json:"sku_id,omitempty"`
	Disabled      bool            `json:"disabled,omitempty"`
	Placeholder   string          `json:"placeholder,omitempty"`
	MinValues     *int            `json:"min_values,omitempty"`
	MaxValues     *int            `json:"max_values,omitempty"`
	Options       []SelectOption  `json:"options,omitempty"`
	ChannelTypes  []int           `json:"channel_types,omitempty"`
	DefaultValues json.RawMessage `json:"default_values,omitempty"`
	Value         string          `json:"value,omitempty"`
	MinLength     *int            `json:"min_length,omitempty"`
	MaxLength     *int            `json:"max_length,omitempty"`
	Required      *bool           `json:"required,omitempty"`
	Description   *string         `json:"description,omitempty"`
	Content       string          `json:"content,omitempty"`
	Spoiler       bool            `json:"spoiler,omitempty"`
	Divider       *bool           `json:"divider,omitempty"`
	Spacing       *int            `json:"spacing,omitempty"`
	AccentColor   *int            `json:"accent_color,omitempty"`
	Media         json.RawMessage `json:"media,omitempty"`
	File          json.RawMessage `json:"file,omitempty"`
	Items         json.RawMessage `json:"items,omitempty"`
	Components    []Component     `json:"components,omitempty"`
	Accessory     *Component      `json:"accessory,omitempty"`
	Component     *Component      `json:"component,omitempty"`
}

// ComponentEmoji is the picture on a button or choice.
type ComponentEmoji struct {
	ID       string `json:"id,omitempty"`
	Name     string `json:"name"`
	Animated bool   `json:"animated,omitempty"`
}

// SelectOption is one choice of a select.
type SelectOption struct {
	Label       string          `json:"label"`
	Value       string          `json:"value"`
	Description string          `json:"description,omitempty"`
	Emoji       *ComponentEmoji `json:"emoji,omitempty"`
	Default     bool            `json:"default,omitempty"`
}
