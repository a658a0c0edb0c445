package bottest

import (
	"net/http"
	"regexp"
	"slices"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/feature"
	"yeye/bot/feature/all"
	"yeye/bot/interaction"
	"yeye/bot/sandbox/conform"
	"yeye/bot/services"
)

// watched checks the bot's requests: every control has a handler and, if the environment names Discord's own
// description, every body conforms to it.
func watched(t *testing.T) func(http.Handler) http.Handler {
	answerable := answerable(t)
	conforming := conform.CheckRequests(func(e conform.Exchange, err error) {
		t.Errorf("%s %s: Discord's description refuses it: %v\n%.600s", e.Method, e.Path, err, e.Body)
	})
	return func(next http.Handler) http.Handler {
		if conforming != nil {
			next = conforming(next)
		}
		return answerable(next)
	}
}

var customID = regexp.MustCompile(`"custom_id":"([^"]*)"`)

// answerable checks that every control that the bot sends, in any test, has a handler and a length that Discord
// accepts.
func answerable(t *testing.T) func(http.Handler) http.Handler {
	features := all.Features(new(services.Services))
	answers := func(action string) bool {
		return slices.ContainsFunc(features, func(f feature.Feature) bool {
			return slices.ContainsFunc(f.Components, func(c interaction.Component) bool { return c.Action == action })
		})
	}
	return conform.Record(func(e conform.Exchange) {
		if !e.ByBot {
			return
		}
		for _, m := range customID.FindAllSubmatch(e.Body, -1) {
			if c, ok := discord.ParseControlID(string(m[1])); !ok || !answers(c.Action) || len(m[1]) > 100 {
				t.Errorf("%s %s: nothing answers the control %s", e.Method, e.Path, m[1])
			}
		}
	})
}
