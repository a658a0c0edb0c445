package tournamentbot_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/internal/desk"
	"yeye/bot/match"
	"yeye/bot/place"
)

func open(t *testing.T) *desk.Desk {
	t.Helper()
	d := desk.Open(t, "tournament", "play", "settings", "guildadmin")
	d.Change = func(i *discord.Interaction) {
		if i.User.Name == "linh" {
			i.Permissions = discord.ManageEvents | discord.ManageMessages | discord.CreateEvents | discord.ModerateMembers
		}
	}
	d.Play("online")
	return d
}

// Two play a Swiss from the sign-up to the table, with somebody who watches over it.
func TestSwiss(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /tournament                   => private There is no tournament here yet
		mei: /tournament system=swiss name=Friday rounds=3 clock=5+3 => card tournament 🏆 **Friday** · Swiss · 3 rounds · 5 minutes + 3 seconds a move · rated … It starts when the director says so. … Nobody has joined yet. … [Join] [Leave] [Rules] [Director]
		mei: [Rules]                       => private **Swiss.** … A win is 2 points … within 3 minutes
		tom: [Director]                    => private Only directors can do that
		mei: [Join]                        => private You're in
		mei: [Join]                        => private You're already in
		mei: [Director]                    => private … people can join … [Start] [Call off]
		mei: [Start]                       => private At least two players must join
		tom: [Join]                        => private You're in
		linh: [Join]                       => private You're in
		linh: [Leave]                      => private You've left the tournament
		tom: /tournament which=friday          => card tournament … **Joined (2 of 64):** mei, tom
		mei: [Start]                       => edit … being paired
		due`)
	if len(d.Threads) != 1 {
		t.Fatalf("%d threads", len(d.Threads))
	}
	red, black, _ := strings.Cut(strings.TrimPrefix(d.Threads[0].Name, "1.1 "), " – ") // as the lot has it
	d.Play(strings.NewReplacer("RED", red, "BLACK", black, "PLAYER", string(desk.People[red])).Replace(`
		mei: /tournament which=friday          => card tournament … Round 1 of 3 is being played. … [My board] [Table] [Director]
		tom: [My board]                    => not Place 1
		tom: [My board]                    => private … Your board: <#9001> … [Half-point bye] [Withdraw]
		in thread
		mei: /board                        => card paired **<@PLAYER> to move** … rated … [My board] [Offer a draw] [Resign]
		RED: h2e2                          => card paired
		BLACK: h9g7                          => card paired
		RED: /undo                         => private There are no takebacks in rings and tournaments
		BLACK: /resign                       => private
		BLACK: [Yes, resign]                 => edit
		mei: /board                        => not [Play again]
		in channel
		mei: /tournament which=friday          => card tournament … Round 1 of 3 is over
		tom: [Table]                       => private …  1   2 (0)  RED …  2   0 (2)  BLACK
		linh: [Director]                   => private … [Next round] [Pause] [No more rounds] [Void the rest] … {Correct a result: 1.1}
		linh: {Correct a result} 1.1       => edit Round 1, board 1: RED – BLACK, now 2–0
		linh: {The right result} 1/2       => form Correct a result
		linh: (they had agreed on a draw)  => edit … Round 1, board 1: 2–0 → 1–1 · they had agreed on a draw
		mei: [Director]                    => private
		mei: {Correct a result} 1.1        => edit
		mei: {The right result} 1-0        => form
		mei: (I had won)                   => private That is about a game of your own
		linh: [Director]                   => private
		linh: [No more rounds]             => edit … over
		mei: /tournament which=friday          => card tournament … 🏁 The tournament is over. 🥇 … [Table] [CSV]
		tom: [CSV]                         => private The table … (file tournament-
		linh: /moderate act=record         => private … corrected a result of a tournament`))
}

// The file of a table has no rating of players who hide their profile.
func TestExportHidesRatings(t *testing.T) {
	d := open(t)
	d.Play(`
		tom: /settings profile=nobody => private
		mei: /tournament system=swiss name=Friday clock=5+3 => card tournament
		mei: [Join]     => private
		tom: [Join]     => private
		mei: [Director] => private
		mei: [Start]    => edit
		due
		linh: /director which=friday  => private
		linh: [Void the rest]         => edit
		mei: /tournament which=friday => card tournament
		linh: [CSV]                   => private`)
	if text := string(d.Picture().Data); strings.Contains(text, ",mei,,") || !strings.Contains(text, ",tom,,") {
		t.Error(text)
	}
}

// sides returns who plays Red and Black on a board, by the name of its thread.
func sides(t *testing.T, d *desk.Desk, thread int) (red, black string) {
	t.Helper()
	if len(d.Threads) <= thread {
		t.Fatalf("%d threads", len(d.Threads))
	}
	_, pair, _ := strings.Cut(d.Threads[thread].Name, " ")
	red, black, _ = strings.Cut(pair, " – ")
	return red, black
}

// Who does not come is reminded in the thread of the board, and loses it if the other says that they are there.
func TestNoShow(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /tournament system=swiss rounds=3 clock=5+3 rated=no => card tournament 🏆 **mei's tournament** · Swiss · 3 rounds … casual
		mei: [Join]     => private
		tom: [Join]     => private
		mei: [Director] => private
		mei: [Start]    => edit
		due`)
	red, black := sides(t, d, 0)
	d.Play(strings.NewReplacer("REDID", string(desk.People[red]), "BLACKID", string(desk.People[black]), "RED", red, "BLACK", black).Replace(`
		clock 95s
		due
		posted               => <@REDID>, please make your first move … <@BLACKID>, are you here? … [I'm here] (pings REDID) (pings BLACKID)
		BLACK: [I'm here]    => private Got it
		linh: [I'm here]     => private Not in this tournament
		clock 90s
		due
		BLACK: /tournament which=mei => card tournament … Round 1 of 3 is over …  1   2 (0)  BLACK …  2   0 (2)  RED`))
}

// Whoever has the bye plays a game for fun with the character that was chosen.
func TestFiller(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /tournament system=swiss name=Friday clock=5+3 filler=3 => card tournament
		mei: [Join]     => private
		tom: [Join]     => private
		linh: [Join]    => private
		mei: [Director] => private
		mei: [Start]    => edit
		due`)
	for i, thread := range d.Threads {
		if strings.Contains(thread.Name, "Uncle") {
			who, _ := sides(t, d, i)
			d.Play(fmt.Sprintf("in %s\n%s: /board => card versus … %s … [Resign]", thread.ID, who, "Uncle"))
			return
		}
	}
	t.Errorf("%+v", d.Threads)
}

// Where everybody meets everybody the table has no points of opponents.
func TestRobin(t *testing.T) {
	open(t).Play(`
		mei: /tournament system=robin name=Friday clock=5+3 => card tournament
		mei: [Join]                         => private
		tom: [Join]                         => private
		mei: [Director]                     => private
		mei: [Start]                        => edit
		due
		linh: /tournament which=friday      => card tournament … Round 1 of 1 is being played. … Tiebreaks: head-to-head, wins
		linh: /tournament which=friday      => not (0)`)
}

// In an arena who waits is paired again and again, and who joins late too.
func TestArena(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /tournament system=arena clock=5+3 length=30 start=15 => card tournament … Arena · 30 minutes … Starts <t:
		mei: [Join]     => private
		tom: [Join]     => private
		clock 16m
		due
		linh: /tournament which=mei => card tournament … On now, ends <t: … [Join] [My board]
		linh: [Join]    => private You're in, from the next pairing on`)
	red, black := sides(t, d, 0)
	d.Play(strings.NewReplacer("RED", red, "BLACK", black).Replace(`
		in thread
		RED: h2e2            => card paired
		BLACK: h9g7          => card paired
		BLACK: /resign       => private
		BLACK: [Yes, resign] => edit
		in channel
		clock 20s
		due
		RED: /tournament which=mei => card tournament …  1   2 (`))
	if len(d.Threads) != 2 {
		t.Errorf("%d threads", len(d.Threads))
	}
	d.Play(`
		clock 31m
		due
		mei: /tournament which=mei => card tournament … 🏁 The tournament is over. 🥇`)
}

// The performance of who met only one opponent in an arena tells that opponent's rating: nobody's is told who met somebody that hides theirs.
func TestArenaHidesRatings(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /tournament system=arena clock=5+3 length=30 => card tournament
		mei: [Join]     => private
		tom: [Join]     => private
		mei: [Director] => private
		mei: [Start]    => edit
		due`)
	red, black := sides(t, d, 0)
	performance := func(want string) {
		t.Helper()
		d.Play(strings.NewReplacer("RED", red, "WANT", want).Replace("mei: /tournament which=mei => card tournament …  1   2 (WANT … RED"))
	}
	d.Play(strings.NewReplacer("RED", red, "BLACK", black).Replace(`
		in thread
		RED: h2e2            => card paired
		BLACK: h9g7          => card paired
		BLACK: /resign       => private
		BLACK: [Yes, resign] => edit
		in channel`))
	performance("1")
	d.Play(black + ": /settings profile=nobody => private")
	performance("–)")
	d.Play("mei: [Table] => private … (–)\nmei: [Table] => not (1")
}

// The rules say what becomes of who does not come, which depends on the system.
func TestRulesOnNoShows(t *testing.T) {
	for system, want := range map[string]string{
		"swiss":    "After two no-shows you're out until you come back.",
		"robin":    "",
		"arranged": "After two no-shows you're out for good",
		"arena":    "After one no-show you're out until you come back.",
		"simul":    "",
	} {
		t.Run(system, func(t *testing.T) {
			d := open(t)
			d.Play("mei: /tournament system=" + system + " clock=5+3 => card tournament")
			d.Play("mei: [Rules] => private … within 3 minutes, or you lose the board. … " + want)
			if want == "" && strings.Contains(d.Said.Content, "no-show") {
				t.Error(d.Said.Content)
			}
		})
	}
}

// Where no threads can be opened for its boards, no tournament begins.
func TestThreadless(t *testing.T) {
	d := open(t)
	d.Change = func(i *discord.Interaction) { i.NoThreads = true }
	d.Play("mei: /tournament system=swiss => private Begin it in a text channel")
}

// What is refused, and what a server has switched off.
func TestRefusals(t *testing.T) {
	d := open(t)
	d.Play(`
		in dm
		mei: /tournament system=swiss  => private
		in channel
		mei: /tournament which=nobody      => private There is no such tournament
		mei: /tournament system=swiss  => card tournament
		tom: [Leave]                   => private Not in this tournament
		tom: /director act=remove user=@mei => private Only directors can do that
		mei: /director act=pair user=@tom   => private Name two players
		mei: /director act=helper user=@tom => private <@202> may direct
		tom: [Director]                => private … <@201>, <@202> … [Start] [Call off]
		tom: [Call off]                => edit … called off
		mei: /tournament               => private … [**mei's tournament**](https://discord.com/channels/500/700) · … called off
		mei: /director    => private`)
	d.Change = func(i *discord.Interaction) { i.Permissions = discord.ManageGuild }
	d.Play(`
		linh: /server off=tournament   => private … tournaments
		mei: /tournament system=swiss  => private That is switched off on this server`)
}

// Boards whose threads Discord refuses are tried again after longer and longer pauses, and the channel is told what hinders them; if
// it is gone they are given up, and so is the tournament.
func TestThreadsRefused(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /tournament system=swiss rounds=3 clock=5+3 => card tournament
		mei: [Join]     => private
		tom: [Join]     => private
		mei: [Director] => private
		mei: [Start]    => edit`)
	d.ThreadError = &discord.APIError{Status: http.StatusForbidden, Code: 50013}
	d.Play(`
		due
		posted          => I can't open threads … **Create Public Threads**
		clock 61s
		due`)
	d.ThreadError = nil
	if d.Play("clock 61s\ndue"); len(d.Threads) != 0 {
		t.Error("the second pause is no longer than the first")
	}
	if d.Play("clock 61s\ndue"); len(d.Threads) != 1 {
		t.Fatalf("%d threads", len(d.Threads))
	}
	d.ThreadError = &discord.APIError{Status: http.StatusNotFound, Code: 10003}
	d.Play(`
		mei: /tournament system=swiss name=Gone rounds=3 clock=5+3 => card tournament
		mei: [Join]     => private
		tom: [Join]     => private
		mei: [Director] => private
		mei: [Start]    => edit
		due`)
	if n := d.Count(`SELECT COUNT(*) FROM jobs WHERE job = 'tournamentboard'`); n != 0 {
		t.Errorf("%d boards wait for a channel that was deleted", n)
	}
	if n := d.Count(`SELECT COUNT(*) FROM tournaments WHERE name = 'Gone' AND state = 'done'`); n != 1 {
		t.Error("a tournament in a channel that was deleted goes on")
	}
}

// A board waits for the server's limit of games, which its channel is told, and begins after a game has ended.
func TestServerFull(t *testing.T) {
	d := desk.OpenWith(t, desk.Options{Limits: match.Limits{Guild: 1}}, "tournament", "play")
	d.Play(`
		online
		in 701
		linh: /play side=red => card versus
		in channel
		mei: /tournament system=swiss rounds=3 clock=5+3 => card tournament
		mei: [Join]          => private
		tom: [Join]          => private
		mei: [Director]      => private
		mei: [Start]         => edit
		due
		posted               => as many games open as allowed. The boards that wait begin`)
	if n := d.Count(`SELECT COUNT(*) FROM matches WHERE kind = 'paired'`); n != 0 {
		t.Errorf("%d games have begun", n)
	}
	d.Play(`
		in 701
		linh: /resign        => private
		linh: [Yes, resign]  => edit
		clock 61s
		due`)
	if n := d.Count(`SELECT COUNT(*) FROM matches WHERE kind = 'paired'`); n != 1 {
		t.Errorf("%d games have begun", n)
	}
}

// Nothing is tried for ever: a tournament for which Discord opens no threads for a day ends as it stands.
func TestThreadsRefusedForADay(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /tournament system=swiss rounds=3 clock=5+3 => card tournament
		mei: [Join]     => private
		tom: [Join]     => private
		mei: [Director] => private
		mei: [Start]    => edit`)
	waiting := func() int { return d.Count(`SELECT COUNT(*) FROM jobs WHERE job = 'tournamentboard'`) }
	d.ThreadError = &discord.APIError{Status: http.StatusForbidden, Code: 50013}
	d.Play("due")
	if _, err := d.DB.Write().Exec(t.Context(), `UPDATE jobs SET payload = ? WHERE job = 'tournamentboard'`, []byte("hindered 179")); err != nil {
		t.Fatal(err)
	}
	d.Play("clock 61s\ndue")
	if n := waiting(); n != 1 {
		t.Fatalf("within the day %d boards wait", n)
	}
	d.Play("clock 481s\ndue")
	if n := waiting(); n != 0 || d.Count(`SELECT COUNT(*) FROM tournaments WHERE state = 'done'`) != 1 {
		t.Errorf("after the day %d boards wait", n)
	}
}

// A tournament whose channel was deleted is called off, or ends; where the bot is shut out for a while it goes on.
func TestChannelDeleted(t *testing.T) {
	for before, after := range map[string]string{"open": "cancelled", "playing": "done"} {
		d := open(t)
		d.Play("mei: /tournament system=swiss rounds=3 clock=5+3 => card tournament")
		if before == "playing" {
			d.Play(`
				mei: [Join]     => private
				tom: [Join]     => private
				mei: [Director] => private
				mei: [Start]    => edit
				due`)
		}
		var s id.Subject
		if err := d.DB.Read().Row(t.Context(), `SELECT kind, id FROM jobs WHERE job = 'probe'`).Scan(&s.Kind, &s.ID); err != nil {
			t.Fatalf("nobody looks whether the channel is there: %v", err)
		}
		lost := func(channel id.Channel, deleted bool, want string) {
			t.Helper()
			fate := place.NoPermission
			if deleted {
				fate = place.Deleted
			}
			if err := d.Sources[s.Kind].Lost(t.Context(), s.ID, place.Fact{Status: fate, Guild: "500", Channel: channel}); err != nil {
				t.Fatal(err)
			}
			if n := d.Count(`SELECT COUNT(*) FROM tournaments WHERE state = '` + want + `'`); n != 1 {
				t.Errorf("%s, deleted %v: it is not %s", channel, deleted, want)
			}
		}
		lost("700", false, before)
		lost("701", true, before)
		lost("700", true, after)
		lost("700", true, after)
		if n := d.Count(`SELECT COUNT(*) FROM matches WHERE status <> 0`); n != 0 {
			t.Errorf("%d games were closed", n)
		}
	}
}

// The card of a tournament stays in its channel: elsewhere its command says where that is.
func TestElsewhere(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /tournament system=swiss name=Friday => card tournament
		in 701
		tom: /tournament which=friday             => private … https://discord.com/channels/500/700
		in channel
		tom: /tournament which=friday             => card tournament`)
}

// A channel may grant permissions to anybody: they direct the tournaments of that channel alone, with the threads of their boards.
func TestDirectsInItsChannel(t *testing.T) {
	open(t).Play(`
		mei: /tournament system=swiss name=Friday clock=5+3 => card tournament
		mei: [Join]                  => private
		tom: [Join]                  => private
		in 701
		linh: /director which=friday => private Only directors can do that
		mei: /director which=friday  => private … [Start] [Call off]
		mei: [Start]                 => edit
		due
		in thread
		linh: /director which=friday => private … [Pause]
		tom: /director which=friday  => private Only directors can do that`)
}

// The first screens in each language: within Discord's limits, with names of 32 characters.
func TestLanguages(t *testing.T) {
	for _, l := range []string{"en-US", "zh-CN", "zh-TW", "vi"} {
		d := open(t)
		d.Locale = l
		for _, system := range []string{"swiss", "robin", "arranged", "arena"} {
			d.Play("mei: /tournament system=" + system + " clock=10+5 => card tournament")
			if n := len([]rune(d.Said.Content)); n > 400 {
				t.Errorf("%s, %s: %d characters", l, system, n)
			}
		}
	}
}

// A tournament that starts by time is an event of the server too, once, if both may make one.
func TestEvent(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /tournament system=arena length=45 start=60 event=yes  => private For an event you need the permission **Create Events**
		linh: /tournament system=arena length=45 event=yes          => private For an event choose a **start**
		mei: /tournament system=arena length=45 event=yes           => not permission
		linh: /tournament system=arena length=45 start=60 event=yes => card tournament`)
	d.Play("due")
	if len(d.Events) != 0 {
		t.Error("an event without a card to lead to")
	}
	if _, err := d.DB.Write().Exec(t.Context(), `UPDATE cards SET message = '42'`); err != nil { // a desk shows nothing
		t.Fatal(err)
	}
	d.Play("clock 10s\ndue\nclock 10s\ndue")
	if len(d.Events) != 1 || d.Events[0].End.Sub(d.Events[0].Start) != 45*time.Minute || d.Events[0].Location != "https://discord.com/channels/500/700/42" {
		t.Errorf("%+v", d.Events)
	}
	if name := d.Events[0].Name; name != "Xiangqi tournament" {
		t.Errorf("the event is called %s, which nobody could take back", name)
	}
	d.Play(`
		linh: /tournament which=linh => card tournament
		linh: [Director]             => private
		linh: [Call off]             => edit … called off
		due`)
	if len(d.Events) != 0 {
		t.Error("the event of a tournament that was called off stays")
	}
	if n := 0; d.DB.Read().Row(t.Context(), `SELECT COUNT(*) FROM tournaments WHERE event <> ''`).Scan(&n) != nil || n != 0 {
		t.Error("a tournament still says that it is an event")
	}
}

// Somebody plays two others at once, and finds their boards in the order of waiting.
func TestSimul(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /tournament system=simul      => card tournament 🏆 **mei's simul** · Simul · 1 day a move · casual … **Joined (1 of 11):** mei
		tom: [Rules]                       => private **Simul.** Whoever began it plays everybody at once
		tom: [Join]                        => private You're in
		linh: [Join]                       => private You're in
		mei: [Director]                    => private
		mei: [Start]                       => edit
		due
		mei: /tournament which=simul       => card tournament … All games have begun. … In brackets: games finished. … [My board]
		mei: [My board]                    => private … Your move, the longest wait first: <#900
		clock 1m
		in 9001
		mei: h2e2                          => card paired
		in channel
		mei: /tournament which=simul       => card tournament
		mei: [My board]                    => private … Your move, the longest wait first: <#9002> … Waiting for opponents: <#9001>
		linh: /director which=simul        => private … [Void the rest]
		linh: /director which=simul        => not [No more rounds]
		tom: /tournament system=simul name=Evening => card tournament 🏆 **Evening** · Simul
		tom: [Leave]                       => private Called off.`)
}

// A wave of an arena that pairs nobody leaves the card alone.
func TestIdleWave(t *testing.T) {
	d := open(t)
	wanted := func() (rev int) {
		t.Helper()
		if err := d.DB.Read().Row(t.Context(), `SELECT wanted FROM cards WHERE kind = 'tournament'`).Scan(&rev); err != nil {
			t.Fatal(err)
		}
		return rev
	}
	d.Play(`
		mei: /tournament system=arena length=30 clock=5+3 => card tournament
		mei: [Join]     => private
		tom: [Join]     => private
		mei: [Director] => private
		mei: [Start]    => edit
		due`)
	before, threads := wanted(), len(d.Threads)
	d.Play("clock 21s\ndue")
	if now := wanted(); now != before || threads != 1 {
		t.Errorf("the card is edited: %d, was %d; %d boards", now, before, threads)
	}
	d.Play("linh: [Join] => private")
	if now := wanted(); now == before {
		t.Error("the card does not show who has joined")
	}
}

// A moderator who rules on a game of their own reads about moderators, a director about directors.
func TestOwnGameInWords(t *testing.T) {
	d := desk.Open(t, "tournament", "play", "challenges", "guildadmin")
	d.Change = func(i *discord.Interaction) { i.Permissions = -1 }
	d.Play(`
		online
		mei: /challenge user=@tom clock=5+3 => card challenge
		tom: [Accept]                       => card duel
		mei: /moderate act=end              => private You're playing this game yourself: another moderator
		mei: /moderate act=bar user=@tom    => private You're playing this game yourself: another moderator
		mei: /resign                        => private
		mei: [Yes, resign]                  => edit
		mei: /tournament system=swiss clock=5+3 => card tournament
		mei: [Join]                         => private
		tom: [Join]                         => private
		mei: /director                      => private
		mei: [Start]                        => edit
		due
		mei: /director act=remove user=@tom => private That is about a game of your own: another director`)
}
