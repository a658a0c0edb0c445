package wire

// Command is an application command as registered. Localizations are maps of locale to text.
type Command struct {
	ID                 string            `json:"id"`
	ApplicationID      string            `json:"application_id"`
	GuildID            string            `json:"guild_id,omitempty"`
	Version            string            `json:"version"`
	Type               int               `json:"type"`
	Name               string            `json:"name"`
	NameLocalized      string            `json:"name_localized,omitempty"`
	NameLocalizations  map[string]string `json:"name_localizations"`
	Description        string            `json:"description"`
	DescLocalized      string            `json:"description_localized,omitempty"`
	DescLocalizations  map[string]string `json:"description_localizations"`
	Options            []Option          `json:"options,omitempty"`
	DefaultPermissions *string           `json:"default_member_permissions"`
	DMPermission       bool              `json:"dm_permission"`
	Contexts           []int             `json:"contexts"`
	IntegrationTypes   []int             `json:"integration_types"`
	NSFW               bool              `json:"nsfw"`
	Handler            *int              `json:"handler,omitempty"` // of an entry point: 1 the application, 2 Discord
}

// Option is an option, subcommand or group of a command.
type Option struct {
	Type              int               `json:"type"`
	Name              string            `json:"name"`
	NameLocalized     string            `json:"name_localized,omitempty"`
	NameLocalizations map[string]string `json:"name_localizations,omitempty"`
	Description       string            `json:"description"`
	DescLocalized     string            `json:"description_localized,omitempty"`
	DescLocalizations map[string]string `json:"description_localizations,omitempty"`
	Required          bool              `json:"required,omitempty"`
	Autocomplete      bool              `json:"autocomplete,omitempty"`
	Options           []Option          `json:"options,omitempty"`
	Choices           []Choice          `json:"choices,omitempty"`
	ChannelTypes      []int             `json:"channel_types,omitempty"`
	MinValue          *float64          `json:"min_value,omitempty"`
	MaxValue          *float64          `json:"max_value,omitempty"`
	MinLength         *int              `json:"min_length,omitempty"`
	MaxLength         *int              `json:"max_length,omitempty"`
}

// Choice is one value an option can take; Value is a string or a number.
type Choice struct {
	Name              string            `json:"name"`
	NameLocalized     string            `json:"name_localized,omitempty"`
	NameLocalizations map[string]string `json:"name_localizations,omitempty"`
	Value             any               `json:"value"`
}
