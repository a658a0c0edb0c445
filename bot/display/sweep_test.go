package display

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/store"
)

// After an outage hundreds of cards are behind. The sweep sends a few at a time, the last changed first, so that the card of somebody
// who plays meanwhile is sent at once; and in the end all are shown.
func TestSweepLeavesRoomForPlayers(t *testing.T) {
	bubble(t, func(t *testing.T, e *env) {
		const old = 100
		for n := range old {
			e.want(t, id.Subject{Kind: "game", ID: id.Match(fmt.Sprintf("g%03d", n))}, Wanted{Rev: int64(1000 + n)})
		}
		if _, err := e.db.Write().Exec(t.Context(), `UPDATE cards SET touched = touched - 3600000 + wanted`); err != nil {
			t.Fatal(err)
		}
		var mu sync.Mutex
		var order []string
		waits, held := make(chan struct{}), make(chan struct{}, old)
		e.rest.created = func(m id.Message) error {
			e.rest.mu.Lock()
			at := slices.IndexFunc(e.rest.messages, func(r discord.Received) bool { return r.ID == m })
			text := e.rest.messages[at].Content
			e.rest.mu.Unlock()
			mu.Lock()
			order = append(order, strings.TrimPrefix(text, "revision "))
			mu.Unlock()
			if text != "revision 1" {
				held <- struct{}{}
				<-waits
			}
			return nil
		}
		e.Sweep(t.Context())
		for range maxSweeping {
			<-held
		}
		now := id.Subject{Kind: "game", ID: "now"}
		e.want(t, now, Wanted{Rev: 1})
		e.Wake(now)
		synctest.Wait()
		if row, _, err := e.Row(t.Context(), now); err != nil || row.Shown != 1 {
			t.Fatalf("the player's card shows %d, %v", row.Shown, err)
		}
		e.Sweep(t.Context()) // the next does not begin more
		if at := e.Working(); at != maxSweeping {
			t.Errorf("%d at work besides who plays", at)
		}
		mu.Lock()
		first := slices.Clone(order)
		mu.Unlock()
		if len(first) != maxSweeping+1 || first[maxSweeping] != "1" {
			t.Fatalf("sent %v", first)
		}
		for _, one := range first[:maxSweeping] { // side by side, in any order
			if one < fmt.Sprint(1000+old-maxSweeping) {
				t.Errorf("sent %v first", first)
			}
		}
		close(waits)
		e.Wait()
		behind, err := store.Value[int](e.db.Read().Row(t.Context(), `SELECT COUNT(*) FROM cards WHERE shown < wanted`))
		if behind != 0 || err != nil || len(order) != old+1 {
			t.Errorf("%d are behind, %v; sent %d", behind, err, len(order))
		}
	})
}

// A card that is being shown is not loaded and shown again because of a sweep.
func TestSweepWhileShowing(t *testing.T) {
	bubble(t, func(t *testing.T, e *env) {
		e.want(t, game, Wanted{Rev: 1})
		swept, again := false, false
		e.rest.created = func(id.Message) error {
			e.Sweep(t.Context())
			e.mu.Lock()
			defer e.mu.Unlock()
			swept, again = len(e.backlog) == 0, e.working[game.ID].dirty
			return nil
		}
		e.Wake(game)
		e.Wait()
		if e.wants(t, "shown", "revision 1"); !swept || again {
			t.Errorf("swept %v, again %v", swept, again)
		}
	})
}
