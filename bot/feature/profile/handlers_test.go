package profile_test

import (
	"strings"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/feature/lessons"
	"yeye/bot/internal/desk"
)

// The own profile is for its player, who may show it to everybody where they may write.
func TestWhereItIsPosted(t *testing.T) {
	d := desk.Open(t, "profile")
	d.Play(`
		mei: /profile                 => private … [Show it to everybody here]
		mei: [Show it to everybody here] => public`)
	d.Change = func(i *discord.Interaction) { i.Permissions = discord.ViewChannel }
	if text := d.Do("mei", "/profile"); strings.Contains(text, "Show it") {
		t.Errorf("where nothing may be posted: %s", text)
	}
}

// What somebody has learned is on their profile, with what to do next.
func TestTraining(t *testing.T) {
	d := desk.Open(t, "profile")
	if text := d.Do("mei", "/profile"); strings.Contains(text, "Puzzle rating") || strings.Contains(text, "Lessons") {
		t.Errorf("before anything: %s", text)
	}
	if err := d.Puzzles.SetInitialRating(t.Context(), "201", 800); err != nil {
		t.Fatal(err)
	}
	if err := lessons.NewService(d.DB).Done(t.Context(), "201", "1.1", lessons.New); err != nil {
		t.Fatal(err)
	}
	if err := lessons.NewService(d.DB).Done(t.Context(), "201", "1.2", lessons.New); err != nil {
		t.Fatal(err)
	}
	d.Play("mei: /profile => private … Puzzle rating: **800 (provisional)** … Lessons: 1 of 15 done … Next step: `/learn`, lesson 2")
}
