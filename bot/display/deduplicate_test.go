package display

import (
	"testing"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
)

// A subject without a message, whose channel was lost while another message might have existed, is not looked at forever.
func TestDoubtWithoutMessageEnds(t *testing.T) {
	bubble(t, func(t *testing.T, e *env) {
		e.rest.created = func(id.Message) error { return &discord.APIError{Status: 404, Code: 10003} }
		e.want(t, game, Wanted{Rev: 1})
		e.Sweep(t.Context())
		e.Wait()
		e.Wake(game) // by the change that adjourns it
		e.Wait()
		if row, _, err := e.Row(t.Context(), game); err != nil || row.Message != "" || row.Shown != row.Wanted || len(e.cards.lost) != 1 {
			t.Fatalf("%+v, lost %v, %v", row, e.cards.lost, err)
		}
		time.Sleep(time.Minute)
		e.Sweep(t.Context())
		e.Wait()
		if n, err := e.CountOutdated(t.Context(), 10); n != 0 || err != nil {
			t.Errorf("%d cards are behind: %v", n, err)
		}
	})
}
