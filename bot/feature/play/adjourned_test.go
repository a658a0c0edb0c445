package play_test

import (
	"strings"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/internal/desk"
	"yeye/bot/place"
)

// adjourned returns a desk with an adjourned game between Mei, who is to move, and Tom.
func adjourned(t *testing.T, clock string) *desk.Desk {
	t.Helper()
	d := desk.Open(t, "play", "challenges", "guildadmin")
	d.Play(`
		mei: /challenge user=@tom side=red clock=` + clock + ` => card challenge
		tom: [Accept] => card duel
		mei: h2e2     => card duel
		tom: h9g7     => card duel`)
	m, err := d.Matches.InChannel(t.Context(), desk.Channel)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Matches.Displace(t.Context(), m.ID, place.Fact{Status: place.Deleted, Channel: m.Channel}); err != nil {
		t.Fatal(err)
	}
	d.Play("clock 10h")
	return d
}

// in moves the following actions to another channel.
func in(d *desk.Desk, channel id.Channel) {
	d.Change = func(i *discord.Interaction) { i.Channel = channel }
}

// The first player who resumes a game on a live clock calls the other by its card, and the second opens it.
func TestLiveGameIsResumedByBoth(t *testing.T) {
	adjourned(t, "5+3").Play(`
		linh: /board   => card duel Red … This game is adjourned … [Go on]
		linh: [Go on]  => private
		mei: [Go on]   => card duel <@202>, <@201> wants to go on with your game here … This game is adjourned … [Go on] (pings 202)
		mei: [Go on]   => private … your opponent hasn't answered yet
		mei: /move text=h0g2 => private This game is adjourned
		clock 1h
		mei: [Go on]   => private … your opponent hasn't answered yet
		tom: [Go on]   => card duel Red … <@201> to move … time runs out
		mei: h0g2      => card duel`)
	adjourned(t, "1d").Play("tom: [Go on] => card duel Red … <@201> to move … (pings 201)")
}

// A game that is brought to another channel waits there for the other player, whom its card calls once in a turn.
func TestBroughtGameCallsOnItsCard(t *testing.T) {
	for clock, why := range map[string]string{"5+3": "The clock waits until your opponent presses", "1d": "Not everybody on the server can see that channel"} {
		d := adjourned(t, clock)
		bring := func(who string, to id.Channel) string {
			in(d, to)
			m := onlyGame(t, d, who)
			d.Play(who + ": /board => private … move one of yours")
			return who + ": {Move a game here} " + string(m)
		}
		d.Play(bring("mei", "701") + " => edit The game is in <#701> now. " + why + " … **Go on** there")
		d.Play("linh: /board => card duel <@202>, <@201> wants to go on … (pings 202)")
		d.Play(bring("tom", "702") + " => edit The game is in <#702> now")
		d.Play("linh: /board => card duel <@201>, <@202> wants to go on … (pings 201)")
		d.Play(bring("mei", "703") + " => edit The game is in <#703> now")
		if got := d.Do("linh", "/board"); !strings.Contains(got, "<@202>, <@201> wants to go on") || strings.Contains(got, "pings") {
			t.Errorf("%s: brought by the same player again: %s", clock, got)
		}
		d.Play("tom: [Go on] => card duel Red … <@201> to move")
	}
}

// A moderator who pauses a game that waits for a player, and lifts the pause, changes nothing about that.
func TestPausedGameWaitsAgain(t *testing.T) {
	d := adjourned(t, "5+3")
	d.Change = func(i *discord.Interaction) { i.Permissions = discord.ManageMessages }
	d.Play(`
		mei: [Go on]               => card duel <@202>, <@201> wants to go on
		linh: /moderate act=pause  => private The game is paused`)
	if got := d.Do("linh", "/board"); !strings.Contains(got, "A moderator has paused this game") || strings.Contains(got, "would like") || strings.Contains(got, "pings") {
		t.Errorf("paused: %s", got)
	}
	d.Play(`
		linh: /moderate act=resume => private The pause is lifted.
		linh: /board               => card duel <@202>, <@201> wants to go on … This game is adjourned … [Go on] (pings 202)
		mei: [Go on]               => private … your opponent hasn't answered yet
		tom: [Go on]               => card duel Red … <@201> to move`)
}

// A move or a resignation that a player types where their game rests is answered, as after the bot was removed and invited again; what
// others write is conversation.
func TestTypedWhereAGameRests(t *testing.T) {
	d := adjourned(t, "1d")
	d.Play(`
		mei: h0g2    => private This game is adjourned
		tom: b9c7    => private This game is adjourned
		tom: resign  => private This game is adjourned
		tom: draw?   => nothing
		linh: h0g2   => nothing
		linh: resign => nothing
		mei: [Go on] => card duel
		mei: h0g2    => card duel`)
}
