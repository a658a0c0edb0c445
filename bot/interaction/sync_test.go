package interaction_test

import (
	"context"
	"fmt"
	"log/slog"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
)

// registry is Discord's list of the commands of an application: it gives each a version when it changes.
type registry struct {
	list   []discord.Registered
	writes int
}

func (r *registry) Commands(context.Context, id.App) ([]discord.Registered, error) {
	return r.list, nil
}

func (r *registry) OverwriteCommands(_ context.Context, _ id.App, commands []discord.Command) ([]discord.Registered, error) {
	r.writes++
	r.list = nil
	for i, c := range commands {
		r.list = append(r.list, discord.Registered{ID: fmt.Sprint(i), Version: fmt.Sprint(100*r.writes + i), Name: c.Name.Default})
	}
	return r.list, nil
}

// facts are what is stored.
type facts map[string]string

func (f facts) Fact(_ context.Context, name string) (string, error) { return f[name], nil }
func (f facts) SetFact(_ context.Context, name, value string) error { f[name] = value; return nil }

// Commands are written when they change, when they are gone, and after a backup was restored in whose place another version of the program
// had written its own; not at every start.
func TestSync(t *testing.T) {
	of := func(about string) []discord.Command {
		return []discord.Command{{Name: discord.Text{Default: "play"}, Description: discord.Text{Default: about}}}
	}
	var r registry
	stored := facts{}
	sync := func(what string, commands []discord.Command, writes int) {
		t.Helper()
		if err := interaction.Sync(t.Context(), &r, stored, "1", &locale.Bundle{}, commands, slog.New(slog.DiscardHandler)); err != nil || r.writes != writes {
			t.Errorf("%s: written %d times, want %d; %v", what, r.writes, writes, err)
		}
	}
	sync("the first start", of("old"), 1)
	sync("another start", of("old"), 1)
	backup := facts{"commands.1": stored["commands.1"]}
	sync("an upgrade", of("new"), 2)
	sync("another start", of("new"), 2)
	stored = backup
	sync("a rollback with the backup", of("old"), 3)
	sync("another start", of("old"), 3)
	r.list = nil
	sync("removed by hand", of("old"), 4)
}
