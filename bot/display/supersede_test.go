package display

import (
	"slices"
	"testing"
	"time"

	"yeye/bot/discord"
)

// texts returns the texts of the messages that were not deleted.
func (m *memory) texts() (all []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, one := range m.messages {
		if one.Content != "" {
			all = append(all, one.Content)
		}
	}
	return all
}

// An earlier card that may not be deleted is collapsed to its line, so that only one board has controls. One that cannot be changed
// at all is left alone.
func TestEarlierCardThatCannotBeDeleted(t *testing.T) {
	for _, c := range []struct {
		name                string
		undeleted, unedited error
		live                []string
	}{
		{"deleted", nil, nil, []string{"revision 2"}},
		{"may not be deleted", &discord.APIError{Status: 403, Code: 50013}, nil, []string{"revision 2"}},
		{"nor edited", &discord.APIError{Status: 403, Code: 50013}, &discord.APIError{Status: 403, Code: 50013}, []string{"revision 1", "revision 2"}},
		{"no access", &discord.APIError{Status: 403, Code: 50001}, errOnPurpose, []string{"revision 1", "revision 2"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T, e *env) {
				e.Connected()
				e.want(t, game, Wanted{Rev: 1, Repost: true})
				e.Wake(game)
				e.Wait()
				e.rest.undeleted, e.rest.unedited = c.undeleted, c.unedited
				e.want(t, game, Wanted{Rev: 2, Repost: true})
				e.Wake(game)
				e.wants(t, "superseded", c.live...)
				if n, err := e.CountOutdated(t.Context(), 10); n != 0 || err != nil {
					t.Errorf("%d cards are behind: %v", n, err)
				}
			})
		})
	}
}

// A message that was edited too often for now stands as it is: a change of the card is posted, and the earlier one deleted even if
// somebody has replied to it.
func TestEditedTooOften(t *testing.T) {
	for _, referenced := range []bool{false, true} {
		bubble(t, func(t *testing.T, e *env) {
			e.Connected()
			e.want(t, game, Wanted{Rev: 1, Repost: true, Ping: true})
			e.Wake(game)
			e.Wait()
			if referenced {
				e.Referenced(e.rest.messages[0].ID, "1")
			}
			e.rest.unedited = &discord.APIError{Status: 429, Code: 30046}
			e.want(t, game, Wanted{Rev: 2})
			e.Wake(game)
			e.wants(t, "changed", "revision 2")
			if texts := e.rest.texts(); !slices.Equal(texts, []string{"revision 2"}) || e.rest.pings != 1 {
				t.Errorf("referenced %v: %q, %d pings", referenced, texts, e.rest.pings)
			}
			row, _, err := e.Row(t.Context(), game)
			if err != nil || row.Shown != 2 || row.Tries != 0 || row.Message != "101" {
				t.Errorf("referenced %v: %+v %v", referenced, row, err)
			}
		})
	}
}

// The answer to deleting an earlier card may take long. The card of the next move waits for it only for a while, and the request is not
// made again.
func TestEarlierCardIsDeletedOnce(t *testing.T) {
	bubble(t, func(t *testing.T, e *env) {
		e.Connected()
		e.want(t, game, Wanted{Rev: 1, Repost: true})
		e.Wake(game)
		e.Wait()
		e.rest.slow = 8 * time.Second
		e.want(t, game, Wanted{Rev: 2, Repost: true})
		e.Wake(game)
		time.Sleep(2*supersedeTimeout + time.Millisecond)
		if e.Working() > 0 {
			t.Error("it is waited for")
		}
		for range 3 {
			e.Sweep(t.Context())
			time.Sleep(SweepEvery)
		}
		e.wants(t, "deleted", "revision 2")
		if n, err := e.CountOutdated(t.Context(), 10); e.rest.deletes != 1 || n != 0 || err != nil {
			t.Errorf("%d requests; %d cards are behind, %v", e.rest.deletes, n, err)
		}
	})
}
