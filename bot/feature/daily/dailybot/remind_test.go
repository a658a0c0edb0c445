package dailybot_test

import (
	"context"
	"net/http"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/feature"
	"yeye/bot/feature/daily"
	feat "yeye/bot/feature/daily/dailybot"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/internal/desk"
)

// mail is a REST interface that keeps what is sent.
type mail struct {
	opened  int
	posted  []discord.Message
	in      []id.Channel
	refuses error
}

func (m *mail) OpenDM(_ context.Context, p id.Player) (id.Channel, error) {
	m.opened++
	return id.Channel("dm " + p), nil
}

func (m *mail) Create(_ context.Context, c id.Channel, one discord.Message) (id.Message, error) {
	if m.refuses != nil {
		return "", m.refuses
	}
	m.posted, m.in = append(m.posted, one), append(m.in, c)
	return "1", nil
}

// reminded opens a desk on which Tom has solved the puzzle of the day and asked for reminders.
func reminded(t *testing.T) (*desk.Desk, *mail) {
	t.Helper()
	d, sent := open(t), &mail{}
	own := feat.New(feat.Services{Kit: feature.Kit{Readers: d.Readers}, Daily: d.Daily, Puzzles: d.Puzzles, Guilds: d.Guilds, REST: sent})
	for i := range d.Jobs {
		for _, h := range own.Jobs {
			if h.Kind == daily.JobRemind && d.Jobs[i].Kind == h.Kind {
				d.Jobs[i].Work = h.Work
			}
		}
	}
	d.Play(`
		tom: /puzzle mode=daily     => private **Puzzle of the day #20**
		tom: {Choose a piece} f2    => edit
		tom: {Where to?} f2f8       => edit ✅
		tom: {Choose a piece} d8    => edit
		tom: {Where to?} d8d5       => edit … Solved
		tom: [Share]                => private Copy this line … [Post it here] [Remind me each day]
		tom: [Remind me each day]   => private From now on I'll send you a direct message at about <t: … [No more reminders]
		clock 7h15m
		due`)
	if len(sent.posted) > 0 {
		t.Fatalf("reminded of what is solved: %v", sent.posted)
	}
	return d, sent
}

// TestRemind has somebody who asked for it reminded of each day's puzzle that they have not solved: one request, and one more to open the
// conversation.
func TestRemind(t *testing.T) {
	d, sent := reminded(t)
	for day := range 2 {
		d.Play("clock 24h\ndue\ndue")
		if len(sent.posted) != day+1 || sent.opened != 1 || sent.in[day] != "dm 202" {
			t.Fatalf("day %d: %d posted in %v, %d opened", day, len(sent.posted), sent.in, sent.opened)
		}
	}
	if text := sent.posted[0].Content; text != "The puzzle of the day #21 is waiting for you." {
		t.Error(text)
	}
	if rows := sent.posted[0].Rows; len(rows) != 1 || len(rows[0]) != 2 {
		t.Errorf("controls: %v", rows)
	}
	if a, b := sent.posted[0].Nonce, sent.posted[1].Nonce; a == "" || a == b || len(a) > 25 {
		t.Errorf("nonces %q and %q", a, b)
	}
	if n := d.Count(`SELECT COUNT(*) FROM daily_reminders`); n != 1 {
		t.Errorf("%d people are reminded", n)
	}
	d.Play(`
		tom: /puzzle mode=daily     => private **Puzzle of the day #22**
		tom: [Solution]             => edit
		clock 24h
		due`)
	if len(sent.posted) != 3 { // of the day after the one that was given up
		t.Errorf("%d reminders", len(sent.posted))
	}
}

// TestRemindEnds has nobody reminded who wants it no more, or takes no direct messages; a server that has switched puzzles off reminds
// nobody meanwhile.
func TestRemindEnds(t *testing.T) {
	d, sent := reminded(t)
	d.Play("mei: /server off=puzzle => Switched off\nclock 24h\ndue")
	if len(sent.posted) != 0 {
		t.Errorf("reminded where it is switched off: %v", sent.posted)
	}
	d.Play("mei: /server on=puzzle => Switched off: **nothing**\nclock 24h\ndue")
	if len(sent.posted) != 1 {
		t.Errorf("%d reminders once it is switched on", len(sent.posted))
	}
	sent.refuses = &discord.APIError{Status: http.StatusForbidden, Code: 50007}
	d.Play("clock 24h\ndue")
	if n := d.Count(`SELECT COUNT(*) FROM daily_reminders`); n != 0 {
		t.Error("who takes no messages is reminded again")
	}

	d, sent = reminded(t)
	if _, err := d.Guilds.Bar(t.Context(), guild.Entry{Guild: desk.Guild, By: "201", Act: "bar", Player: "202"}, "Tom"); err != nil {
		t.Fatal(err)
	}
	d.Play("clock 24h\ndue") // a bar keeps nobody from solving puzzles alone
	if len(sent.posted) != 1 {
		t.Errorf("%d reminders of somebody who is barred from games", len(sent.posted))
	}

	d, sent = reminded(t)
	d.Play(`
		tom: [No more reminders] => private I won't remind you any more.
		clock 24h
		due`)
	if len(sent.posted) != 0 || d.Count(`SELECT COUNT(*) FROM daily_reminders`) != 0 {
		t.Errorf("reminded all the same: %v", sent.posted)
	}
}
