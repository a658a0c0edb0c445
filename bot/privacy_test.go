package bot_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/sandbox/person"
	"yeye/bot/store/scheduler"
)

func TestPrivacy(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{moves: []string{"h9g7"}}))
	mei, tom := h.connect(1), h.connect(0)
	mei.command("settings", person.Opt("theme", "night"))
	sitDown(h, mei, tom)
	mei.say("h2e2")
	mei.wait(person.Moved("h2e2"))
	var alone *person.Message
	mei.in(h.info.Channels[1].ID, func() {
		mei.command("play")
		alone = mei.wait(person.WithPicture())
		mei.say("h2e2")
		alone = mei.wait(person.Moved("h9g7"))
	})

	had := map[id.Player]time.Duration{id.Player(mei.ID): 90 * time.Second}
	if _, err := (scheduler.Use{DB: h.store, Hourly: time.Minute}).Spend(h.ctx(), had); err != nil {
		t.Fatal(err)
	}
	m := mei.command("privacy", person.Opt("act", "export"))
	if !m.Private() || len(m.Attachments) != 1 || m.Attachments[0].Filename != "yeye.json" {
		t.Fatalf("the export: %+v", m)
	}
	data, err := mei.Picture(h.ctx(), m.Attachments[0])
	if err != nil {
		t.Fatal(err)
	}
	var d struct {
		Player   string
		Settings map[string]string
		Games    []struct {
			Red, Black string
			You, Moves []string
		}
		EngineTime struct{ Milliseconds int } `json:"engine_time"`
	}
	if err := json.Unmarshal(data, &d); err != nil {
		t.Fatal(err)
	}
	if d.Player != mei.ID || d.Settings["theme"] != "night" || len(d.Games) != 2 || strings.Join(d.Games[1].Moves, " ") != "h2e2 h9g7" ||
		d.Games[0].Red == "" || d.Games[0].Black == "" || strings.Join(d.Games[0].You, "") != "red" || d.Games[1].Black != "character 1" {
		t.Errorf("exported: %+v", d)
	}
	if d.EngineTime.Milliseconds != 90_000 {
		t.Errorf("of the engine's time is exported: %+v", d.EngineTime)
	}
	if strings.Contains(string(data), tom.ID) {
		t.Error("the export has somebody else's id")
	}

	ask := mei.command("privacy", person.Opt("act", "delete"))
	if !strings.Contains(ask.Content, "Live games and challenges: 2") || !strings.Contains(ask.Content, "you resign") {
		t.Errorf("asked: %s", ask.Content)
	}
	if m := mei.press(ask, "Delete everything about me"); !strings.Contains(m.Content, "start afresh") || len(m.Components) != 0 {
		t.Errorf("deleted: %+v", m)
	}
	tom.eventually("Tom's board stays, without her name", func() bool {
		list, err := tom.Messages(h.ctx(), h.channel, 20)
		if err != nil {
			t.Fatal(err)
		}
		over := 0
		for _, m := range list {
			if len(m.Attachments) > 0 && strings.Contains(m.Content, "somebody who left") && strings.Contains(m.Content, "<@"+tom.ID+">") && !strings.Contains(m.Content, mei.ID) {
				over++
			}
		}
		return over == 1
	})
	mei.eventually("her own game's board goes", func() bool {
		list, err := mei.Messages(h.ctx(), h.info.Channels[1].ID, 20)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range list {
			if m.ID == alone.ID {
				return false
			}
		}
		return true
	})
	if m := mei.command("settings"); strings.Contains(m.Content, "night") {
		t.Errorf("settings: %s", m.Content)
	}
	if m := mei.command("games"); !strings.Contains(m.Content, "no games going") {
		t.Errorf("games: %s", m.Content)
	}
	refusedWith(t, "a rematch with nobody", tom.command("rematch"), "isn't taking challenges")
	tom.command("board")
	tom.wait(person.Contains("somebody who left"), person.WithPicture())
}

// What the bot has said about a player's offers names them no longer once they are erased, and can no longer be answered.
func TestErasedOffer(t *testing.T) {
	h := openEnv(t)
	mei, tom := h.connect(1), h.connect(0)
	sitDown(h, mei, tom)
	mei.say("h2e2")
	mei.wait(person.Moved("h2e2"))
	mei.command("draw")
	mei.press(mei.command("privacy", person.Opt("act", "delete")), "Delete everything about me")
	var named []string
	tom.eventually("no message of the bot names her", func() bool {
		list, err := tom.Messages(h.ctx(), h.channel, 30)
		if err != nil {
			t.Fatal(err)
		}
		named = nil
		for _, m := range list {
			if m.Author.ID != mei.ID && strings.Contains(m.Content, mei.ID) {
				named = append(named, m.Content)
			}
		}
		return len(named) == 0
	})
	list, err := tom.Messages(h.ctx(), h.channel, 30)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(list, func(m *person.Message) bool {
		return strings.Contains(m.Content, "draw offer has lapsed") && strings.Contains(m.Content, "somebody who left") && len(m.Components) == 0
	}) {
		for _, m := range list {
			t.Log(m.Content)
		}
		t.Error("the offer has not lapsed")
	}
}
