package interaction

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"log/slog"
	"slices"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/locale"
)

// Facts stores the digest of the registered commands, under a name.
type Facts interface {
	Fact(ctx context.Context, name string) (string, error)
	SetFact(ctx context.Context, name, value string) error
}

// CommandsAPI is the part of Discord's REST interface that registers commands.
type CommandsAPI interface {
	Commands(ctx context.Context, app id.App) ([]discord.Registered, error)
	OverwriteCommands(ctx context.Context, app id.App, commands []discord.Command) ([]discord.Registered, error)
}

// Sync writes the commands to Discord, but only if that is needed, because Discord limits how many commands are
// registered a day. It is needed if they differ from what was written last, if Discord's list of them cannot be read,
// or if the list has changed since, for example because another version of the program wrote its own. Sync gives the
// commands' ids to the bundle, so that texts mention them as links.
func Sync(ctx context.Context, api CommandsAPI, facts Facts, app id.App, bundle *locale.Bundle,
	commands []discord.Command, log *slog.Logger) error {
	text, err := json.Marshal(commands)
	if err != nil {
		return err
	}
	name := "commands." + string(app)
	known, err := facts.Fact(ctx, name)
	if err != nil {
		return err
	}
	registered, err := api.Commands(ctx, app)
	if err == nil && known == digest(text, registered) {
		bundle.SetCommandIDs(slashIDs(registered))
		return nil
	}
	if registered, err = api.OverwriteCommands(ctx, app, commands); err != nil {
		return err
	}
	bundle.SetCommandIDs(slashIDs(registered))
	if err := facts.SetFact(ctx, name, digest(text, registered)); err != nil {
		return err
	}
	log.Info("commands registered", "count", len(commands))
	return nil
}

// digest returns the digest of the commands that is stored. It covers the text that was written and the versions in
// Discord's list. The list alone is not enough: it has neither the commands' translations nor their order.
func digest(text []byte, registered []discord.Registered) string {
	var versions []string
	for _, c := range registered {
		versions = append(versions, c.ID+" "+c.Version)
	}
	slices.Sort(versions)
	sum := sha256.Sum256(append(text, strings.Join(versions, "\n")...))
	return hex.EncodeToString(sum[:])
}

// LoadCommandIDs reports whether another process has registered commands with the same names as these. If so, it sets
// the command ids of the bundle.
func LoadCommandIDs(ctx context.Context, api CommandsAPI, app id.App, bundle *locale.Bundle,
	commands []discord.Command) (bool, error) {
	registered, err := api.Commands(ctx, app)
	if err != nil || !sameNames(registered, commands) {
		return false, err
	}
	bundle.SetCommandIDs(slashIDs(registered))
	return true, nil
}

// slashIDs returns the ids of the slash commands by name.
func slashIDs(list []discord.Registered) map[string]string {
	ids := make(map[string]string, len(list))
	for _, c := range list {
		if cmp.Or(c.Kind, discord.SlashCommand) == discord.SlashCommand {
			ids[c.Name] = c.ID
		}
	}
	return ids
}

// sameNames reports whether the registered commands have the names of the given ones.
func sameNames(registered []discord.Registered, commands []discord.Command) bool {
	var have, want []string
	for _, c := range registered {
		have = append(have, c.Name)
	}
	for _, c := range commands {
		want = append(want, c.Name.Default)
	}
	slices.Sort(have)
	slices.Sort(want)
	return slices.Equal(have, want)
}
