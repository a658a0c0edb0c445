package gateway

// intentNames lists the intents with their names in Discord's documentation, in the order of their bits.
var intentNames = []struct {
	bit  Intents
	name string
}{
	{Guilds, "GUILDS"},
	{GuildMessages, "GUILD_MESSAGES"},
	{GuildReactions, "GUILD_MESSAGE_REACTIONS"},
	{DirectMessages, "DIRECT_MESSAGES"},
	{DirectReactions, "DIRECT_MESSAGE_REACTIONS"},
	{MessageContent, "MESSAGE_CONTENT"},
}

// Names returns the intents by Discord's names.
func (i Intents) Names() (names []string) {
	for _, known := range intentNames {
		if i&known.bit != 0 {
			names = append(names, known.name)
		}
	}
	return names
}
