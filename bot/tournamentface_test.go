package bot_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"yeye/bot/feature/tournament"
	"yeye/bot/id"
	"yeye/bot/internal/bottest"
	"yeye/bot/match"
	"yeye/bot/sandbox/person"
)

// The last card of a tournament shows the winner's face beside the picture of the table, for one request; whoever is erased loses it.
func TestFaceOfWinner(t *testing.T) {
	h := bottest.Open(t)
	c := openClub(h, tournament.Plan{System: tournament.Swiss, Timing: match.TimeControl{Base: 5 * time.Minute}, Rounds: 3}, 1, 3)
	for steps := 0; !c.get().State.Over(); steps++ {
		if steps > 50 {
			t.Fatal(c.told(), h.Transcript())
		}
		h.Idle()
		if c.play() == 0 {
			h.Pass(time.Minute)
		}
	}
	winner := c.get().Table()[0]
	ended := func(with bool) func() bool {
		return func() bool {
			last := card(h)
			return last != nil && (len(last.Embeds) == 1) == with && len(last.Attachments) > 0 && strings.Contains(last.Content, "🥇")
		}
	}
	h.Connect(0).Eventually("the end is shown with a face", ended(true))
	var box struct {
		Description string
		Thumbnail   struct{ URL string }
	}
	if err := json.Unmarshal(card(h).Embeds[0], &box); err != nil || box.Description != "🏆 Winner: **"+winner.Name+"**" ||
		!strings.HasPrefix(box.Thumbnail.URL, "https://cdn.discordapp.com/embed/avatars/") {
		t.Errorf("%+v, %v", box, err)
	}
	asked := 0
	for _, r := range h.Server.Requests() {
		if strings.Contains(r.Kind, "member") {
			asked += r.Count
		}
	}
	if asked > 2 { // once more for the best game
		t.Errorf("%d requests for a face", asked)
	}
	if err := h.Bot.PersonalData.Erase(h.Ctx(), id.Player(winner.Entrant.Player)); err != nil {
		t.Fatal(err)
	}
	h.Connect(0).Eventually("the face is gone", ended(false))
}

// card returns the latest card of a tournament.
func card(h *bottest.Env) *person.Message {
	all := h.Cards()
	if i := slices.IndexFunc(all, func(m *person.Message) bool { return strings.HasPrefix(m.Content, "🏆 **Club") }); i >= 0 {
		return all[i]
	}
	return nil
}
