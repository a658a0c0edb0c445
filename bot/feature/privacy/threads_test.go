package privacy_test

import (
	"net/http"
	"strings"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/display"
	"yeye/bot/guild"
	"yeye/bot/internal/desk"
)

// inThreads opens a desk where each game has a thread, with threads of Mei's: a challenge that Tom accepts, a challenge that nobody does, a
// study, a board of a tournament, and a game against a character whose thread is archived.
func inThreads(t *testing.T) *desk.Desk {
	t.Helper()
	d := desk.Open(t, "play", "challenges", "study", "tournament", "privacy")
	if _, err := d.Guilds.Edit(t.Context(), desk.Guild, guild.Edit{Games: new(guild.OwnThreads)}); err != nil {
		t.Fatal(err)
	}
	d.Play(`
		online
		mei: /play side=red            => private … <#9001>
		in thread
		mei: /resign                   => private
		mei: [Yes, resign]             => edit
		in channel
		mei: /challenge side=red       => private … <#9002>
		tom: /challenge user=@mei side=red => private … <#9003>
		in thread
		tom: /board                    => card challenge
		mei: [Accept]                  => card duel
		mei: /resign                   => private
		mei: [Yes, resign]             => edit
		in channel
		mei: /study public=true        => private … <#9004>
		mei: /tournament system=robin clock=10+5 => card tournament
		mei: [Join]                    => private
		tom: [Join]                    => private
		mei: [Director]                => private
		mei: [Start]                   => edit
		due`)
	for _, thread := range d.Threads {
		if !strings.Contains(thread.Name, "mei") {
			t.Errorf("%s is called %q", thread.ID, thread.Name)
		}
	}
	if len(d.Threads) != 5 || len(d.Lines) != 5 {
		t.Fatalf("%d threads, %d lines", len(d.Threads), len(d.Lines))
	}
	d.Threads[0].Archived = true
	return d
}

const erasesMei = `
	mei: /privacy act=delete         => private
	mei: [Delete everything about me] => edit Done`

// The names of threads, and the lines in which Discord says that they were opened, lose the name of a player who is erased; an archived
// thread stays archived. What was not about them stays.
func TestErasedFromNamesOfThreads(t *testing.T) {
	d := inThreads(t)
	d.Play(`
		tom: /play side=red => private … <#9006>` + erasesMei + "\ndue")
	var names []string
	for _, thread := range d.Threads {
		names = append(names, thread.Name)
		if strings.Contains(thread.Name, "mei") {
			t.Errorf("%s is called %q", thread.ID, thread.Name)
		}
	}
	if names[0] != "xiangqi" || names[2] != "tom – somebody who left" || !strings.HasPrefix(names[4], "1.1 ") || names[5] != "tom – Kid" {
		t.Errorf("threads are called %q", names)
	}
	if len(d.Lines) != 1 || d.Lines[0].Content != "tom – Kid" {
		t.Errorf("lines about threads: %+v", d.Lines)
	}
	if !d.Threads[0].Archived || d.Threads[2].Archived {
		t.Errorf("archived: %v, %v", d.Threads[0].Archived, d.Threads[2].Archived)
	}
	d.Play("clock 24h\ndue")
	if now := d.Threads[2].Name; now != names[2] {
		t.Errorf("renamed again: %s", now)
	}
}

// A thread that cannot be renamed now is renamed later, and one that the bot may not rename keeps its name.
func TestErasedFromNamesOfThreadsLater(t *testing.T) {
	d := inThreads(t)
	d.RenameError = &discord.APIError{Status: http.StatusTooManyRequests}
	d.Play(erasesMei + "\ndue")
	if now := d.Threads[2].Name; now != "tom – mei" {
		t.Fatalf("called %q", now)
	}
	d.RenameError = nil
	d.Play("clock 11m\ndue")
	if now := d.Threads[2].Name; now != "tom – somebody who left" {
		t.Errorf("called %q", now)
	}
	waiting := func() int { return d.Count(`SELECT COUNT(*) FROM jobs WHERE job = 'threadname'`) }
	if n := waiting(); n != 0 {
		t.Errorf("%d jobs are left", n)
	}

	d = inThreads(t)
	d.RenameError = &discord.APIError{Status: http.StatusForbidden}
	if d.Play(erasesMei + "\ndue"); waiting() != 0 {
		t.Errorf("%d jobs are left", waiting())
	}

	d = inThreads(t)
	d.RenameError = &discord.APIError{Status: http.StatusServiceUnavailable}
	d.Play(erasesMei + "\ndue")
	for range 20 {
		d.Play("clock 24h\ndue")
	}
	if n := waiting(); n != 0 {
		t.Errorf("%d jobs are left for good", n)
	}
}

// Once a challenge is forgotten nobody knows any more whom the name of its thread names: it names nobody, in no language.
func TestThreadOfAForgottenChallenge(t *testing.T) {
	d := inThreads(t)
	d.Play("in thread\nclock 2h\ndue\nclock 200h\ndue")
	if now := d.Threads[1].Name; now != "mei – open challenge" {
		t.Fatalf("called %q", now)
	}
	if _, err := d.Challenges.Tidy(t.Context(), 10, display.Forget); err != nil {
		t.Fatal(err)
	}
	d.Play("due")
	if now := d.Threads[1].Name; now != "xiangqi · 象棋 · cờ tướng" {
		t.Errorf("called %q", now)
	}
	if now := d.Threads[2].Name; now != "tom – mei" {
		t.Errorf("the thread of a game is called %q", now)
	}
}
