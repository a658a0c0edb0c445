package discord

// CommandKind is the place where a command is offered. The numbers are Discord's.
type CommandKind uint8

const (
	SlashCommand   CommandKind = 1
	UserCommand    CommandKind = 2 // in a user's context menu
	MessageCommand CommandKind = 3 // in a message's
	EntryPoint     CommandKind = 4 // launches the Activity of an application that has one; Discord makes it
)

// Text is a text in the default language and by locale.
type Text struct {
	Default string
	By      map[string]string // by Discord's locale
}

// Command is a command to be registered.
type Command struct {
	Kind        CommandKind
	Name        Text
	Description Text // slash commands only
	Options     []CommandOption
	// the permission without which it is hidden, in guilds only; 0 shows it to everyone, everywhere
	DefaultPermissions int64
}

// OptionType is the type of an option's value. The numbers are Discord's.
type OptionType uint8

const (
	StringOption     OptionType = 3
	IntegerOption    OptionType = 4
	BooleanOption    OptionType = 5
	UserOption       OptionType = 6
	ChannelOption    OptionType = 7
	RoleOption       OptionType = 8
	AttachmentOption OptionType = 11
)

// CommandOption is an option of a slash command.
type CommandOption struct {
	Type         OptionType
	Name         Text
	Description  Text
	Required     bool
	Autocomplete bool
	MaxLength    int // of text; 0 is Discord's limit, 6000
	Choices      []Choice
	TextChannels bool // of a ChannelOption: text and announcement channels only
}

// Choice is a predefined value of an option, or an answer to autocomplete. Value is at most 100 characters.
type Choice struct {
	Name  Text
	Value string
}

// Registered is a command as Discord has it. Its texts are those of the default language: Discord returns translations
// only on request.
type Registered struct {
	ID, Name    string
	Version     string // differs after each change of the command
	Kind        CommandKind
	Description string
	Options     []CommandOption
}
