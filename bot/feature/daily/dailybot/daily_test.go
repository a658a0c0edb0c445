package dailybot_test

import (
	"strings"
	"testing"

	"yeye/ai/puzzle"
	"yeye/bot/discord"
	"yeye/bot/display"
	"yeye/bot/feature/daily"
	"yeye/bot/feature/puzzles"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/internal/desk"
	"yeye/bot/place"
	"yeye/bot/store"
)

var lines = []string{
	"M\t2bk1a3/4a4/b8/9/9/6B2/9/3A2r2/2nK5/9 b\tg2g4 d1d0 g4g1\t1100\t110",
	"A\t2b1k1b2/3Ra4/n8/p1p1p1p1p/4r4/2P6/P6rP/5R3/3K5/2BA1A3 w\tf2f8 e5d5 d8d5\t1300\t110",
}

func open(t *testing.T) *desk.Desk {
	t.Helper()
	var o desk.Options
	for _, l := range lines {
		p, err := puzzle.Parse(l)
		if err != nil {
			t.Fatal(err)
		}
		o.Puzzles = append(o.Puzzles, p)
	}
	d := desk.OpenWith(t, o, "daily", "puzzle", "guildadmin")
	d.Change = func(i *discord.Interaction) { i.Permissions = discord.ManageGuild | discord.SendMessages }
	return d
}

// posts returns the posts that were made, oldest first.
func posts(t *testing.T, d *desk.Desk) []daily.Post {
	t.Helper()
	ids, err := store.All(t.Context(), d.DB.Read(), store.Value[id.Match], `SELECT id FROM daily_posts ORDER BY at`)
	if err != nil {
		t.Fatal(err)
	}
	var all []daily.Post
	for _, one := range ids {
		p, err := d.Daily.Find(t.Context(), one)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}

func card(t *testing.T, d *desk.Desk, p daily.Post) display.Card {
	t.Helper()
	c, err := d.Sources[daily.Kind].Card(t.Context(), p.ID, p.Rev, "")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A server chooses a channel, an hour and a zone; a day later the card is there, people solve it, and it counts them.
func TestDay(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /server                             => Puzzle of the day: **not posted
		mei: /server hour=9                      => Name a channel
		mei: /server daily=700 zone=Nowhere/City => no such time zone
		mei: /server daily=700 hour=9 zone=Asia/Ho_Chi_Minh => <#700>, every day at 09:00 (Asia/Ho_Chi_Minh) … the next one <t:
		mei? /server zone=ho_chi                 => Asia/Ho_Chi_Minh: Asia/Ho_Chi_Minh (
		due
		clock 13h
		due`)
	if got := posts(t, d); len(got) != 0 {
		t.Fatalf("posted before it is due: %v", got)
	}
	d.Play(`
		clock 1h20m
		due
		due`)
	all := posts(t, d)
	if len(all) != 1 || all[0].Number != 21 || all[0].Channel != "700" {
		t.Fatalf("posted %+v", all)
	}
	c := card(t, d, all[0])
	if text := c.Message.Content; !strings.Contains(text, "#21") || strings.Contains(text, "g4") || strings.Contains(text, "tried") {
		t.Errorf("the card: %s", text)
	}
	d.Lay(all[0].Subject())
	d.Play(`
		tom: [Solve]             => private **Puzzle of the day #21** … Black to move
		tom: {Choose a piece} g2 => edit
		tom: {Where to?} g2g4    => edit ✅
		tom: {Choose a piece} g4 => edit
		tom: {Where to?} g4g1    => edit ✅ … **Solved.** … [Next] … [Share]
		tom: [Share]             => private Copy this line … Yeye #21 🟩🟩 2/2 … [Post it here]`)
	writes := d.Change
	d.Change = func(i *discord.Interaction) { i.Permissions, i.Thread = discord.ViewChannel|discord.SendMessages, true }
	d.Play(`tom: [Post it here]          => private You can't write in this channel`)
	d.Change = writes
	if _, err := d.Guilds.Bar(t.Context(), guild.Entry{Guild: desk.Guild, By: "201", Act: "bar", Player: "202"}, "Tom"); err != nil {
		t.Fatal(err)
	}
	d.Play(`tom: [Post it here]          => private A moderator has barred you`)
	if _, err := d.Guilds.Unbar(t.Context(), guild.Entry{Guild: desk.Guild, By: "201", Act: "lift", Player: "202"}); err != nil {
		t.Fatal(err)
	}
	d.Play(`
		tom: [Post it here]      => edit Copy this line … and public tom · Yeye #21 🟩🟩 2/2`)
	d.Change = func(i *discord.Interaction) { // a second click on the same button
		i.CustomID, i.Message = discord.ControlID{Action: "dlpost", Turn: 21}.String(), &discord.Received{ID: "800", Ephemeral: true}
	}
	d.Play(`tom: [Solve]             => edit Copy this line`)
	if len(d.Said.Rows) > 0 || strings.HasPrefix(d.Said.Content, "tom · ") {
		t.Errorf("posted twice: %+v", d.Said)
	}
	d.Change = writes
	d.Play(`
		tom: [Solve]             => private … You've finished this one
		clock 6m
		due`)
	all = posts(t, d)
	if all[0].Rev != 2 || all[0].Edits != 1 {
		t.Errorf("counted: %+v", all[0])
	}
	if text := card(t, d, all[0]).Message.Content; !strings.Contains(text, "1 person has tried it, 1 solved it.") {
		t.Errorf("the card: %s", text)
	}
	// The next day; yesterday's solution is a private answer while the number is open elsewhere, then it is on the card.
	d.Play(`
		clock 24h
		due`)
	all = posts(t, d)
	if len(all) != 2 || all[1].Number != 22 {
		t.Fatalf("the next day: %+v", all)
	}
	if text := card(t, d, all[0]).Message.Content; strings.Contains(text, "solution") {
		t.Errorf("told while it is open: %s", text)
	}
	d.Lay(all[1].Subject())
	d.Play(`
		linh: [Yesterday's solution] => private The solution of #21: || … 1 of 1 found it
		clock 20h
		due`)
	if text := card(t, d, posts(t, d)[0]).Message.Content; !strings.Contains(text, "The solution of #21: ||") {
		t.Errorf("closed everywhere: %s", text)
	}
	d.Lay(posts(t, d)[0].Subject()) // it can be solved, but there is no result to share
	d.Play(`
		mei: [Solve]             => private **Puzzle of the day #21**
		mei: {Choose a piece} g2 => edit
		mei: {Where to?} g2g4    => edit ✅
		mei: {Choose a piece} g4 => edit
		mei: {Where to?} g4g1    => edit ✅ … **Solved.** … Its day is over, so this no longer counts. [Next] [Report a mistake]
		mei: [Next]              => edit **Puzzles.** … How well do you play?`)
	for _, who := range []string{"linh", "mei"} { // read it, and solved it too late: it counts at no other time
		if n := d.Count(`SELECT COUNT(*) FROM puzzle_tries WHERE player = ? AND result = 'shown'`, string(desk.People[who])); n != 1 {
			t.Errorf("%s: %d are known", who, n)
		}
	}
}

// TestOutage lets the bot be away over the hour of posting for some time: late by day, not at all at night or much later, and
// never twice.
func TestOutage(t *testing.T) {
	for _, c := range []struct {
		name, zone, hour, away string
		want                   int // posts by then
	}{
		{"two hours by day", "UTC", "14", "4h", 1},
		{"four hours", "UTC", "14", "6h", 0},
		{"thirty hours", "UTC", "14", "32h", 0},
		{"into the night", "UTC", "21", "11h20m", 0},
		{"over a day and on time again", "UTC", "14", "26h30m", 1},
	} {
		d := open(t)
		d.Play(`mei: /server daily=700 hour=` + c.hour + ` zone=` + c.zone + ` => <#700>`)
		d.Play("clock " + c.away + "\ndue\ndue")
		if got := posts(t, d); len(got) != c.want {
			t.Errorf("%s: %d posts, want %d", c.name, len(got), c.want)
		}
	}
}

// TestOff checks that a server that switched it off, or whose channel is lost, gets no posts.
func TestOff(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /server daily=700 hour=14 zone=UTC => <#700>
		mei: /server off=daily                  => Switched off: **puzzle of the day
		clock 2h30m
		due`)
	if got := posts(t, d); len(got) != 0 {
		t.Errorf("switched off: %v", got)
	}
	d.Play(`
		mei: /server on=daily => <#700>
		clock 24h
		due`)
	all := posts(t, d)
	if len(all) != 1 {
		t.Fatalf("switched on: %v", all)
	}
	for range daily.MaxRefused {
		if err := d.Sources[daily.Kind].Lost(t.Context(), all[0].ID, place.Fact{Status: place.NoPermission, Guild: "500", Channel: "700"}); err != nil {
			t.Fatal(err)
		}
	}
	d.Play(`
		clock 24h
		due
		mei: /server                            => could not be written to
		mei: /server daily=701                  => <#701>, every day at 14:00`)
	if got := posts(t, d); len(got) != 1 {
		t.Errorf("refused three times: %v", got)
	}
}

// TestRefusedEdits counts posts that a channel refuses, not edits of one that it took: a thread that is locked for an hour, in which a few
// counts could not be shown, gets the next day's post.
func TestRefusedEdits(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /server daily=700 hour=14 zone=UTC => <#700>
		clock 2h30m
		due`)
	post := posts(t, d)[0]
	if _, err := d.DB.Write().Exec(t.Context(), `UPDATE cards SET message = '9', shown = wanted WHERE id = ?`,
		string(post.ID)); err != nil {
		t.Fatal(err)
	}
	lose := func(status place.Status) {
		t.Helper()
		if err := d.Sources[daily.Kind].Lost(t.Context(), post.ID, place.Fact{Status: status, Guild: "500", Channel: "700"}); err != nil {
			t.Fatal(err)
		}
	}
	for range daily.MaxRefused {
		lose(place.Locked)
	}
	d.Play(`
		mei: /server                            => Puzzle of the day: **<#700>, every day at 14:00`)
	lose(place.Deleted)
	d.Play(`
		mei: /server                            => could not be written to`)
}

// TestSolutionReadEastward has somebody read a solution where its day is over, and then solve the puzzle where that day is today: it is not
// rated, as it is for those who have not read it.
func TestSolutionReadEastward(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /server daily=700 hour=7 zone=Pacific/Kiritimati => <#700>
		clock 5h20m
		due`)
	all := posts(t, d)
	if len(all) != 1 || all[0].Number != 21 {
		t.Fatalf("posted %+v", all)
	}
	d.Lay(all[0].Subject())
	d.Play(`
		linh: [Yesterday's solution] => private The solution of #20
		in dm`)
	for who, rated := range map[string]bool{"linh": false, "tom": true} {
		d.Play(strings.ReplaceAll(`
			WHO: /puzzle mode=daily     => private **Puzzle of the day #20**
			WHO: {Choose a piece} f2    => edit
			WHO: {Where to?} f2f8       => edit ✅
			WHO: {Choose a piece} d8    => edit`, "WHO", who))
		if text := d.Do(who, "{Where to?} d8d5"); !strings.Contains(text, "Solved") || strings.Contains(text, "Your puzzle rating") != rated {
			t.Errorf("%s: %s", who, text)
		}
	}
}

// TestWithoutPuzzles has nothing posted that nobody could solve, and says why.
func TestWithoutPuzzles(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /server daily=700 hour=14 zone=UTC => <#700>, every day at 14:00
		mei: /server off=puzzle                 => Puzzle of the day: **<#700>, not posted while this is switched off: puzzles**
		clock 2h30m
		due`)
	if got := posts(t, d); len(got) != 0 {
		t.Errorf("posted without puzzles: %v", got)
	}
	d.Play(`
		mei: /server on=puzzle => <#700>, every day at 14:00 … the next one
		mei: /server off=daily => Puzzle of the day: **<#700>, not posted while
		clock 24h
		due
		tom: /puzzle mode=daily => private **Puzzle of the day #21**
		tom: [Solution]         => edit … [Next]
		mei: /server on=daily   => the next one
		clock 24h
		due
		tom: /puzzle mode=daily => private **Puzzle of the day #22**
		tom: [Hint]             => edit
		tom: [Solution]         => edit … [Share]`)
	if got := posts(t, d); len(got) != 1 {
		t.Errorf("switched on again: %v", got)
	}
}

// TestNeverShown has a card that no channel took posted during its day at most, and not once its channel counts as lost: permissions that
// are given later must not bring a week of old puzzles at once.
func TestNeverShown(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /server daily=700 hour=14 zone=UTC => <#700>
		clock 2h30m
		due`)
	first := posts(t, d)[0]
	if c := card(t, d, first); c.Silent || !c.Unasked {
		t.Errorf("on its day: silent %v, unasked %v", c.Silent, c.Unasked)
	}
	d.Play(`
		clock 24h
		due`)
	if !card(t, d, first).Silent {
		t.Error("posted after its day")
	}
	second := posts(t, d)[1]
	if _, err := d.DB.Write().Exec(t.Context(), `UPDATE cards SET shown = wanted WHERE id = ?`, string(second.ID)); err != nil {
		t.Fatal(err)
	}
	if !card(t, d, second).Silent {
		t.Error("posted after its channel was lost")
	}
	d.Play(`
		clock 40h
		due`)
	if p, err := d.Daily.Find(t.Context(), first.ID); err != nil || p.Rev != 2 || !card(t, d, p).Silent {
		t.Errorf("posted once it is closed: %+v (%v)", p, err)
	}
}

// TestReserved draws no puzzle whose day is today or soon.
func TestReserved(t *testing.T) {
	d := desk.Open(t, "daily", "puzzle")
	today, err := d.Puzzles.Get(d.Daily.Puzzle(20))
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Puzzles.SetInitialRating(t.Context(), "201", float64(today.Rating)); err != nil {
		t.Fatal(err)
	}
	reserved := d.Daily.Reserved()
	for range 200 {
		p, err := d.Puzzles.Next(t.Context(), "201", puzzles.Wish{})
		if err != nil || reserved[p.ID()] {
			t.Fatalf("drawn %v (%v)", p, err)
		}
	}
}

// TestTidy deletes posts when they are old, and nothing else.
func TestTidy(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /server daily=700 hour=14 zone=UTC => <#700>
		clock 2h30m
		due
		clock 24h
		due`)
	tidy := func() {
		t.Helper()
		if more, err := d.Daily.Tidy(t.Context(), 100, display.Forget); err != nil || more {
			t.Fatal(more, err)
		}
	}
	tidy()
	all := posts(t, d)
	if len(all) != 2 {
		t.Fatalf("%d posts", len(all))
	}
	d.Play("clock 1420h")
	tidy()
	left := posts(t, d)
	if len(left) != 1 || left[0].ID != all[1].ID {
		t.Errorf("left: %+v", left)
	}
	if _, known, err := d.Display.Row(t.Context(), all[0].Subject()); err != nil || known {
		t.Errorf("its card is still known (%v)", err)
	}
}
