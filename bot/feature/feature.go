// Package feature defines a capability of the bot: a Feature lists the commands, controls, jobs and more that it adds.
// Each capability has a folder below this one, and an entry in package all. None imports another; one may show
// another's button by its action.
//
// Out of scope: anything a feature does.
package feature

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"yeye/bot/discord"
	"yeye/bot/display"
	"yeye/bot/door"
	"yeye/bot/feature/ring"
	"yeye/bot/feature/tournament"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/archive"
	"yeye/bot/match/challenge"
	"yeye/bot/match/view"
	"yeye/bot/place"
	"yeye/bot/player"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
	"yeye/game"
)

// Feature is a capability. All fields but the name may be empty.
type Feature struct {
	Name string
	// a server may switch it off: its commands and controls are then refused there, and it adds no buttons to cards
	Optional   bool
	Commands   []interaction.Command
	Components []interaction.Component   // actions are unique among all features
	Text       []interaction.TextHandler // typed text; tried in the order of features
	Cards      map[id.Kind]display.Source
	// names of the threads that the feature opens by itself, "" if the subject was deleted
	Threads  map[id.Kind]display.ThreadName
	Jobs     []scheduler.Handler
	Periodic []scheduler.Periodic
	// with help.SECTION.NAME for /help (see package help) and, if Optional, server.part.NAME for /server
	Catalog  locale.Catalog
	Personal player.DataOwner // nil if the feature stores no player's data
	// Refuse returns the answer to an error that only this feature can explain; ok is false for other errors.
	Refuse func(r *interaction.Request, err error) (interaction.Response, bool)
	// Remark returns the line that the feature adds to the card of a match, "" for none.
	Remark func(ctx context.Context, r *view.Reader, m *match.Match) (string, error)
	// Buttons returns buttons that the feature adds to the card of a match, in a row that features share; nil if none.
	Buttons func(ctx context.Context, r *view.Reader, m *match.Match) (discord.Row, error)
	// Marks returns the pieces that the feature marks on the picture of the card of a match.
	Marks func(ctx context.Context, r *view.Reader, m *match.Match) (game.Bitboard, error)
	// OnAdmitted is called with each interaction of a user who starts or joins a game, before it is handled.
	OnAdmitted func(ctx context.Context, r *interaction.Request) error
	// BeforeMatch is called with each change of a match before it is stored; see [match.Service.Prepare].
	BeforeMatch   func(context.Context, *match.Change)
	OnMatch       match.Listener
	OnPreferences player.Listener
	OnChallenge   store.Listener[challenge.Change]
	OnRing        store.Listener[ring.Change]
	OnTournament  store.Listener[tournament.Change]
	OnPlace       place.Handler           // handles channels, threads and servers that were lost, or work again
	OnGameDeleted archive.DeletedListener // called when imported games are deleted; may be nil
	Site          *Site                   // nil unless the feature serves web pages
}

// Site is the web pages of a feature.
type Site struct {
	Handler http.Handler
	Close   func() // closes all connections, and waits until they have ended
	Stats   func() SiteStats
	// Observe registers metrics: pushed is called with the time from each change to its delivery to a connection,
	// refused for each connection refused at a limit, dropped for each one that reads too slowly.
	Observe func(pushed func(time.Duration), refused, dropped func())
}

// SiteStats counts the current connections by kind. Most is their maximum number; Boards is the number of matches that
// they show.
type SiteStats struct{ Playing, Watching, Polling, Unnamed, Most, Boards int }

// Doors calls visit with each door of the feature, which visit may change, and the name of what the door guards.
func (f *Feature) Doors(visit func(what string, d *door.Door)) {
	for i := range f.Commands {
		c := &f.Commands[i]
		what := fmt.Sprintf("command %q of kind %d", c.Name, cmp.Or(c.Kind, discord.SlashCommand))
		visit(what, &c.Door)
		for option, d := range c.Doors {
			visit(what+" with "+option, &d)
			c.Doors[option] = d
		}
	}
	for i := range f.Components {
		visit(fmt.Sprintf("controls of action %q", f.Components[i].Action), &f.Components[i].Door)
	}
	for i := range f.Text {
		visit(fmt.Sprintf("typed text %s %d", f.Name, i+1), &f.Text[i].Door)
	}
	for i := range f.Jobs {
		visit(fmt.Sprintf("jobs of kind %q", f.Jobs[i].Kind), &f.Jobs[i].Door)
	}
}

// Check returns an error if two features add something under the same name, or one adds something without a door.
func Check(all []Feature) error {
	var errs []error
	seen := map[string]string{} // feature by what it adds
	add := func(f *Feature, what string) {
		if other, taken := seen[what]; taken {
			errs = append(errs, fmt.Errorf("features %s and %s both add %s", other, f.Name, what))
		}
		seen[what] = f.Name
	}
	for i := range all {
		f := &all[i]
		add(f, "the name "+f.Name)
		f.Doors(func(what string, d *door.Door) {
			add(f, what)
			if !d.Declared() {
				errs = append(errs, fmt.Errorf("feature %s adds %s without a door", f.Name, what))
			}
		})
		for k := range f.Cards {
			add(f, fmt.Sprintf("cards of kind %q", k))
		}
		if f.Site != nil {
			add(f, "a site")
		}
		for _, p := range f.Periodic {
			add(f, fmt.Sprintf("periodic work %q", p.Name))
		}
	}
	return errors.Join(errs...)
}
