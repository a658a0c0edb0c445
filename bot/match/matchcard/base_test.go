package matchcard_test

import (
	"strconv"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/match"
	"yeye/bot/match/matchcard"
	"yeye/bot/place"
	"yeye/game"
)

func TestMain(m *testing.M) { testdb.Main(m) }

// A match is adjourned where its channel is lost. One that a moderator has paused is released only if the channel was deleted: else
// its moderators are still there.
func TestLost(t *testing.T) {
	db, _ := testdb.Open(t, time.Now)
	matches := match.NewService(db)
	base := matchcard.New(db, matches, nil)
	events := 0
	by := func(p id.Player) match.Actor {
		events++
		return match.Actor{Event: id.Event(strconv.Itoa(events)), Player: p, Guild: "5"}
	}
	for name, c := range map[string]struct {
		held, deleted bool
		team          bool       // plays, not Mei
		from          id.Channel // where it is lost, "" for its own
		status        match.Status
		ruling        match.Ruling
	}{
		"deleted":           {deleted: true, status: match.Adjourned},
		"team, deleted":     {team: true, deleted: true, status: match.Ended},
		"team, no access":   {team: true, status: match.Adjourned},
		"no access":         {status: match.Adjourned},
		"elsewhere":         {deleted: true, from: "8", status: match.Open},
		"paused, deleted":   {held: true, deleted: true, status: match.Adjourned},
		"paused, no access": {held: true, status: match.Adjourned, ruling: match.PausedByModerator},
		"paused, elsewhere": {held: true, deleted: true, from: "8", status: match.Adjourned, ruling: match.PausedByModerator},
	} {
		t.Run(name, func(t *testing.T) {
			ctx := t.Context()
			terms := match.Terms{Mode: match.Versus, Guild: "5", Channel: id.Channel(name), Position: game.Start(), Locale: "en-US"}
			terms.Seats[game.Red], terms.Seats[game.Black] = match.Seat{Player: id.Player(name), Name: "Mei"}, match.Seat{Level: 2}
			if c.team {
				terms.Seats[game.Red] = match.Seat{Team: match.WholeServer}
			}
			change, err := matches.Start(ctx, by(id.Player(name)), terms)
			if err == nil && c.held {
				_, err = matches.Rule(ctx, by("9"), change.Match.ID, match.PausedByModerator)
			}
			if err != nil {
				t.Fatal(err)
			}
			from := change.Match.Channel
			if c.from != "" {
				from = c.from
			}
			fate := place.NoPermission
			if c.deleted {
				fate = place.Deleted
			}
			for range 2 { // a repetition changes nothing
				if err := base.Lost(ctx, change.Match.ID, place.Fact{Status: fate, Guild: "5", Channel: from}); err != nil {
					t.Fatal(err)
				}
			}
			if m, err := matches.Get(ctx, change.Match.ID); err != nil || m.Status != c.status || m.Ruling != c.ruling {
				t.Errorf("status %d, ruling %d, %v", m.Status, m.Ruling, err)
			}
		})
	}
}
