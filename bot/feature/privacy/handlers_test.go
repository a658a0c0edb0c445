package privacy_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/internal/desk"
	"yeye/bot/store/scheduler"
)

// What would end is counted before a player confirms: an exhibition that they began too, in which they have no seat.
func TestAsking(t *testing.T) {
	desk.Run(t, map[string]string{
		"nothing": `
			mei: /privacy act=delete         => private … Live games and challenges: 0.`,
		"an exhibition": `
			mei: /exhibition red=6 black=1   => card exhibition
			tom: /privacy act=delete         => private … Live games and challenges: 0.
			mei: /privacy act=delete         => private … Live games and challenges: 1. … studies, challenges: 0. … against people: 0.
			mei: [Delete everything about me] => edit Done
			mei: /privacy act=delete         => private … Live games and challenges: 0.`,
		"a game": `
			mei: /play side=red              => card versus
			mei: /privacy act=delete         => private … Live games and challenges: 1.`,
	}, "play", "challenges", "exhibition", "privacy")
}

// What is stored about a player is given to them as a file, in which nobody else is named by id, and after an erasure nothing of it is left.
func TestExportedAndErased(t *testing.T) {
	d := desk.Open(t, "play", "challenges", "settings", "mygames", "privacy")
	d.Play(`
		mei: /settings theme=night => private
		mei: /challenge user=@tom side=red => card challenge
		tom: [Accept]              => card duel
		mei: h2e2                  => card duel
		clock 1m
		in 701
		mei: /play side=red        => card versus
		mei: h2e2                  => card versus
		character: h9g7`)
	used := map[id.Player]time.Duration{desk.People["mei"]: 90 * time.Second}
	if _, err := (scheduler.EngineUse{DB: d.DB, Hourly: time.Minute}).Add(t.Context(), used); err != nil {
		t.Fatal(err)
	}
	d.Play("mei: /privacy act=export => private … with 2 games … (file yeye.json")
	data := d.Picture().Data
	var got struct {
		Player   string
		Settings map[string]string
		Games    []struct {
			Red, Black string
			You, Moves []string
		}
		EngineTime struct{ Milliseconds int } `json:"engine_time"`
	}
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if got.Player != "201" || got.Settings["theme"] != "night" || len(got.Games) != 2 || strings.Join(got.Games[1].Moves, " ") != "h2e2 h9g7" ||
		got.Games[0].Red == "" || got.Games[0].Black == "" || strings.Join(got.Games[0].You, "") != "red" || got.Games[1].Black != "character 1" {
		t.Errorf("exported: %s", data)
	}
	if got.EngineTime.Milliseconds != 90_000 || strings.Contains(string(data), `"202"`) {
		t.Errorf("no time of the engine, or somebody else's id: %s", data)
	}
	d.Play(`
		mei: /privacy act=delete   => private … Live games and challenges: 2 … you resign
		mei: [Delete everything about me] => edit … start afresh
		mei: [Delete everything about me] => no such control
		mei: /privacy act=export   => private … with 0 games`)
	if data := d.Picture().Data; strings.Contains(string(data), "night") {
		t.Errorf("exported after the erasure: %s", data)
	}
	d.Play(`
		mei: /games                => private … no games going
		in 700
		tom: /rematch              => private … isn't taking challenges`)
}
