package play_test

import (
	"context"
	"strings"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/guild"
	"yeye/bot/interaction"
	"yeye/bot/internal/desk"
	"yeye/bot/match"
	"yeye/bot/match/view"
	"yeye/bot/place"
	"yeye/bot/player"
)

// pause has a moderator pause the game here.
func pause(d *desk.Desk) {
	d.Change = func(i *discord.Interaction) { i.Permissions = discord.ManageMessages }
	d.Play("linh: /moderate act=pause => private The game is paused")
	d.Change = nil
}

// bar has a moderator bar a person.
func bar(d *desk.Desk, who string) error {
	b := guild.Bar{Named: player.Named{Player: desk.People[who], Name: who}}
	_, err := d.Matches.Policy().Bar(context.Background(), desk.People["linh"], desk.Channel, desk.Guild, b)
	return err
}

// managersStart lets only managers start games on the server.
func managersStart(d *desk.Desk) error {
	managers := guild.Managers
	_, err := d.Matches.Policy().Edit(context.Background(), desk.People["linh"], desk.Guild, guild.Edit{Starters: &managers})
	return err
}

const between = `
		online
		mei: /challenge user=@tom side=red clock=1d => card challenge
		tom: [Accept] => card duel
		mei: h2e2     => card duel
		tom: h9g7     => card duel`

// Controls that are older than a moderator's pause are refused because of it: the game is not over.
func TestOldControlsOfAPausedGame(t *testing.T) {
	for name, c := range map[string]struct{ before, then string }{
		"resign":          {"mei: /resign => private … [Yes, resign]", "mei: [Yes, resign]"},
		"a draw":          {"", "tom: [Offer a draw]"},
		"a takeback":      {"", "tom: [Take back]"},
		"asks to resign":  {"", "tom: [Resign]"},
		"a piece":         {"mei: /view => private", "mei: {Choose a piece} h0"},
		"where to":        {"mei: /view => private\nmei: {Choose a piece} h0 => edit", "mei: {Where to} h0g2"},
		"conditional":     {"tom: /view => private", "tom: [Conditional moves]"},
		"a typed move":    {"", "mei: h0g2"},
		"a typed command": {"", "mei: /move text=h0g2"},
	} {
		t.Run(name, func(t *testing.T) {
			d := desk.Open(t, "play", "challenges", "guildadmin")
			d.Play(between)
			if c.before != "" {
				d.Play(c.before)
			} else {
				d.Keep("tom")
			}
			pause(d)
			d.Play(c.then + " => private A moderator has paused this game; only a moderator can resume it.")
		})
	}
}

// A moderator who plays in a paused game is referred to another one, and to nothing that the pause would refuse.
func TestModeratorOfOwnPausedGame(t *testing.T) {
	d := desk.Open(t, "play", "challenges", "guildadmin")
	d.Play(between)
	pause(d)
	d.Change = func(i *discord.Interaction) { i.Permissions = discord.ManageMessages }
	d.Play("mei: /moderate act=resume => private You're playing this game yourself: another moderator has to decide")
	d.Play("mei: /moderate act=resume => not /draw")
}

// Whose game lost its channel finds it with /games and with /move, also where strangers have played: a game of theirs
// that rests there is theirs.
func TestLostGameAmongStrangers(t *testing.T) {
	d := desk.Open(t, "play", "challenges", "mygames")
	d.Play(`
		online
		in 701
		linh: /play side=red => card
		linh: h2e2           => card
		character: h9g7
		clock 30h
		due
		in channel`)
	d.Play(between)
	lost := place.Fact{Status: place.Deleted, Guild: desk.Guild, Channel: desk.Channel}
	if err := d.Places.Report(t.Context(), lost); err != nil {
		t.Fatal(err)
	}
	m := onlyGame(t, d, "mei")
	d.Play(`
		due
		in 701
		linh: /move text=h0g2 => private This game is adjourned
		mei: /move text=h0g2  => private … has been deleted … {Move a game here
		mei: /games           => private … {Move a game here
		mei: {Move a game here} ` + string(m) + ` => edit The game is in <#701>`)
	if told := d.PostedIn("dm 201"); len(told) != 1 || !strings.Contains(told[0], "use `/games` in another channel") {
		t.Errorf("%q", told)
	}
}

// A channel that was taken since a game was to be moved there is named; the advice is not about the game itself.
func TestTransferToATakenChannel(t *testing.T) {
	d := desk.Open(t, "play", "challenges")
	d.Play(between)
	m := onlyGame(t, d, "mei")
	d.Play(`
		in 701
		mei: /board => private
		mei: {Move a game here} ` + string(m) + ` => edit
		linh: /play side=red => card
		in channel
		posted => wants to move
		tom: [Accept] => private There's another game in <#701> by now, so yours can't move there. It goes on here.
		mei: h0g2     => card duel`)
}

// An offer that was answered elsewhere than by its own buttons, say on the board page, is no longer open.
func TestOfferAnsweredElsewhere(t *testing.T) {
	for _, yes := range []bool{true, false} {
		d := desk.Open(t, "play", "challenges")
		d.Play(between + `
			clock 1h
			mei: /undo => private
			mei: [Ask anyway] => public`)
		m, err := d.Matches.Get(t.Context(), onlyGame(t, d, "mei"))
		if err != nil {
			t.Fatal(err)
		}
		asked := interaction.Announcement{Subject: m.Subject(), About: view.AboutTakeback, Turn: m.Turn, Player: "201"}
		source := d.Sources[m.Subject().Kind]
		if text, over, err := source.Outcome(t.Context(), asked); over || err != nil {
			t.Fatalf("%q %v", text, err)
		}
		by := match.Actor{Event: "page-1", Player: "202", Source: match.FromCard, Guild: desk.Guild}
		if _, err := d.Matches.Accord(t.Context(), by, m.ID, m.Offer, yes); err != nil {
			t.Fatal(err)
		}
		if text, over, err := source.Outcome(t.Context(), asked); !over || !strings.Contains(text, "no longer open") || err != nil {
			t.Errorf("answered %v: %q %v %v", yes, text, over, err)
		}
	}
}

// Who was barred after a game had begun still comes where the other has brought it, and so does not lose it for not
// coming; and who may start no games here brings their own here.
func TestBarredPlayerComes(t *testing.T) {
	d := locks(t, "5+3", "tom")
	m := onlyGame(t, d, "mei")
	if err := managersStart(d); err != nil {
		t.Fatal(err)
	}
	d.Play(`
		in 701
		mei: /play  => private On this server only managers start games
		mei: /board => private … You can move one of yours here
		mei: {Move a game here} ` + string(m) + ` => edit The game is in <#701> now
		linh: /board => card duel <@202>, <@201> wants to go on … [Go on]`)
	if err := bar(d, "tom"); err != nil {
		t.Fatal(err)
	}
	d.Play(`
		tom: /play   => private A moderator has barred you
		tom: [Go on] => card duel … <@201> to move`)
}

// Nobody who is barred here, or may start no games here, brings one here that was begun elsewhere.
func TestGamesFromElsewhereAreNewHere(t *testing.T) {
	for name, c := range map[string]struct {
		forbid  func(d *desk.Desk) error
		refused string
	}{
		"barred":               {func(d *desk.Desk) error { return bar(d, "mei") }, "A moderator has barred you"},
		"managers start games": {managersStart, "On this server only managers start games"},
	} {
		t.Run(name, func(t *testing.T) {
			d := desk.Open(t, "play", "challenges")
			d.Play(`
				in dm
				mei: /play side=red => card versus`)
			m := onlyGame(t, d, "mei")
			if err := c.forbid(d); err != nil {
				t.Fatal(err)
			}
			d.Play(`
				in 701
				mei: /board => private
				mei: {Move a game here} ` + string(m) + ` => private ` + c.refused)
		})
	}
}

// A game that waits because its other player sits at another live board is not said to be in a channel that not all
// can see.
func TestWaitsForWhoPlaysElsewhere(t *testing.T) {
	d := locksAfter(t, "5+3", "", "tom")
	m := onlyGame(t, d, "mei")
	d.Play(`
		in 702
		linh: /challenge user=@tom side=red clock=5+3 => card challenge
		tom: [Accept] => card duel
		linh: h2e2    => card duel
		tom: h9g7     => card duel
		in 701
		mei: /board => private … You can move one of yours here
		mei: {Move a game here} ` + string(m) + ` => edit The game is in <#701> now. The clock waits until your opponent`)
}
