package bot

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/old/locale"
)

// command is one slash command: how Discord knows it and what it does. The
// definitions stand next to their handlers.
type command struct {
	name     string
	kind     discordgo.ApplicationCommandType // 0 is a slash command; else one of a context menu
	needs    int64                            // the permission it is shown to holders of, on servers only; 0 is everybody, everywhere
	options  func(*locale.Catalog) []*discordgo.ApplicationCommandOption
	run      func(*Bot, context.Context, *request) reply
	complete func(*Bot, context.Context, *request) []*discordgo.ApplicationCommandOptionChoice
}

// commands is every command, in the order of /help.
func commands() []command {
	return []command{playCommand, challengeCommand, challengeUser, moveCommand, viewCommand, drawCommand, boardCommand, exhibitionCommand, undoCommand, hintCommand, resignCommand, rematchCommand,
		gamesCommand, studyCommand, replayCommand, exportCommand, importCommand, readMessage, settingsCommand, privacyCommand, rulesCommand, helpCommand, serverCommand, moderateCommand}
}

// commandNamed finds a command by the name it is registered under, which is its
// own for slash commands and a label for context menus.
func commandNamed(cat *locale.Catalog, kind discordgo.ApplicationCommandType, name string) (command, bool) {
	all := commands()
	i := slices.IndexFunc(all, func(c command) bool {
		if c.kind == 0 {
			return kind <= discordgo.ChatApplicationCommand && c.name == name
		}
		return c.kind == kind && cat.Speakers()[0].Say("command."+c.name+".name") == name
	})
	if i < 0 {
		return command{}, false
	}
	return all[i], true
}

// spelled is a text in the default language and by locale, as Discord wants both for
// names and descriptions.
func spelled(c *locale.Catalog, say func(*locale.Speaker) string) (string, map[discordgo.Locale]string) {
	speakers := c.Speakers()
	text, others := say(speakers[0]), map[discordgo.Locale]string{}
	for _, s := range speakers[1:] {
		others[discordgo.Locale(s.Tag())] = say(s)
	}
	return text, others
}

// localized is a text that stands in the catalogs.
func localized(c *locale.Catalog, key string) (string, map[discordgo.Locale]string) {
	return spelled(c, func(s *locale.Speaker) string { return s.Say(key) })
}

// definition is the command as Discord registers it.
func (c command) definition(cat *locale.Catalog) *discordgo.ApplicationCommand {
	key := "command." + c.name
	name, names := localized(cat, key+".name")
	d := &discordgo.ApplicationCommand{
		Type: discordgo.ChatApplicationCommand, Name: name, NameLocalizations: &names,
		Contexts:         &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM},
		IntegrationTypes: &[]discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall},
	}
	if c.needs != 0 {
		d.DefaultMemberPermissions = &c.needs
		d.Contexts = &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild}
	}
	if c.kind != 0 { // a context menu has no description
		d.Type = c.kind
		return d
	}
	about, abouts := localized(cat, key+".about")
	d.Description, d.DescriptionLocalizations = about, &abouts
	if c.options != nil {
		d.Options = c.options(cat)
	}
	return d
}

// option is an option of a command with its texts from the catalogs.
func option(cat *locale.Catalog, command, name string, kind discordgo.ApplicationCommandOptionType) *discordgo.ApplicationCommandOption {
	key := "command." + command + "." + name
	o := &discordgo.ApplicationCommandOption{Type: kind}
	o.Name, o.NameLocalizations = localized(cat, key+".name")
	o.Description, o.DescriptionLocalizations = localized(cat, key+".about")
	return o
}

// choice is a choice of an option whose name stands in the catalogs under prefix and
// value.
func choice(cat *locale.Catalog, prefix, value string) *discordgo.ApplicationCommandOptionChoice {
	return choiceSaid(cat, value, func(s *locale.Speaker) string { return s.Say(prefix + value) })
}

// choiceSaid is a choice that is named by what say says.
func choiceSaid(cat *locale.Catalog, value string, say func(*locale.Speaker) string) *discordgo.ApplicationCommandOptionChoice {
	name, names := spelled(cat, say)
	return &discordgo.ApplicationCommandOptionChoice{Name: name, NameLocalizations: names, Value: value}
}

func definitions(cat *locale.Catalog) []*discordgo.ApplicationCommand {
	var all []*discordgo.ApplicationCommand
	for _, c := range commands() {
		all = append(all, c.definition(cat))
	}
	return all
}

// register writes the commands to Discord if they are not what was written last,
// or not there: there are only so many registrations a day.
func (b *Bot) register(ctx context.Context) error {
	_, app := b.gateway.Self()
	wanted := definitions(b.Catalog)
	text, err := json.Marshal(wanted)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(text)
	hash, fact := hex.EncodeToString(sum[:]), "commands."+app
	known, err := b.Records.Fact(ctx, fact)
	if err != nil {
		return err
	}
	if known == hash {
		there, err := b.send.Commands(ctx, app)
		if err == nil && sameNames(there, wanted) {
			b.Catalog.Commands(idsByName(there))
			return nil
		}
	}
	there, err := b.send.OverwriteCommands(ctx, app, wanted)
	if err != nil {
		return err
	}
	b.Catalog.Commands(idsByName(there))
	if err := b.Records.SetFact(ctx, fact, hash); err != nil {
		return err
	}
	b.Logger.Info("commands registered", "count", len(wanted))
	return nil
}

// idsByName is the identifiers of the slash commands.
func idsByName(list []*discordgo.ApplicationCommand) map[string]string {
	ids := make(map[string]string, len(list))
	for _, c := range list {
		if c.Type == discordgo.ChatApplicationCommand {
			ids[c.Name] = c.ID
		}
	}
	return ids
}

func sameNames(a, b []*discordgo.ApplicationCommand) bool {
	names := func(list []*discordgo.ApplicationCommand) []string {
		var n []string
		for _, c := range list {
			n = append(n, c.Name)
		}
		slices.Sort(n)
		return n
	}
	return slices.Equal(names(a), names(b))
}
