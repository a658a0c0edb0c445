package tournamentbot_test

import (
	"net/http"
	"strings"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/guild"
	"yeye/bot/internal/desk"
	"yeye/bot/store"
)

// opponents returns whom the last response offers for an arranged game, by name.
func opponents(d *desk.Desk) map[string]discord.Option {
	all := map[string]discord.Option{}
	for _, row := range d.Said.Rows {
		if menu, ok := row[0].(discord.Select); ok {
			for _, o := range menu.Options {
				all[o.Label] = o
			}
		}
	}
	return all
}

// A pair of an arranged table begins once both are ready: both are called, and find their board.
func TestArranged(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /tournament system=arranged clock=1d => private That needs a live clock
		mei: /tournament system=arranged clock=10+5 length=10080 => card tournament … Round robin by arrangement
		mei: [Join]     => private You're in. Once it has begun, press **My board** to find an opponent.
		tom: [Join]     => private
		linh: [Join]    => private
		mei: [Director] => private
		mei: [Start]    => edit
		due
		tom: /tournament which=mei => card tournament … Everybody plays everybody; it ends <t:
		mei: [My board] => private … Choose an opponent … {Choose an opponent:`)
	if len(d.Threads) != 0 {
		t.Fatal("a board began by itself")
	}
	value := opponents(d)["tom"].Value
	d.Play(`
		mei: {Choose an opponent} ` + value + `  => public <@202>, mei is ready for your game … [I'm ready too] (pings 202)
		mei: [My board]           => private
		mei: {Choose an opponent} ` + value + `  => private tom already knows
		tom: /tournament which=mei => card tournament
		tom: [My board]           => private`)
	if o := opponents(d)["mei"]; o.Description != "is ready now" {
		t.Errorf("who is ready: %q", o.Description)
	}
	d.Play("clock 16m\ntom: [My board] => private")
	if o, ok := opponents(d)["mei"]; !ok || o.Description != "" {
		t.Errorf("who was ready a while ago: %q", o.Description)
	}
	d.Play(`
		mei: [My board]           => private
		mei: {Choose an opponent} ` + value + `  => public <@202>, mei is ready for your game … [I'm ready too] (pings 202)
		linh: [I'm ready too]     => private That board has changed
		tom: [I'm ready too]      => private Both are ready
		due`)
	red, black := sides(t, d, 0)
	d.Play(strings.NewReplacer("REDID", string(desk.People[red]), "BLACKID", string(desk.People[black]), "RED", red, "BLACK", black).Replace(`
		posted                    => <@REDID> – <@BLACKID>: your game has begun. … First moves are due <t: … (pings REDID) (pings BLACKID)
		tom: /tournament which=mei => card tournament
		RED: [My board]           => private … Your move … <#9001> … Choose an opponent … {Choose an opponent:
		BLACK: [My board]         => private … Waiting for opponents: <#9001> … {Choose an opponent:`))
	if len(d.Threads) != 1 {
		t.Errorf("%d threads", len(d.Threads))
	}
}

// An arranged game whose thread cannot be opened is tried for a few minutes: then its players are ready anew.
func TestArrangedHindered(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /tournament system=arranged clock=10+5 length=10080 => card tournament
		mei: [Join]           => private
		tom: [Join]           => private
		mei: [Director]       => private
		mei: [Start]          => edit
		due
		mei: /tournament which=mei => card tournament
		mei: [My board]       => private
		mei: {Choose an opponent} 1.1  => public
		tom: [I'm ready too]  => private Both are ready`)
	d.ThreadError = &discord.APIError{Status: http.StatusForbidden, Code: 50013}
	d.Play(`
		due
		posted                => I can't open threads … **Create Public Threads** … for a few minutes; after that, say again that you're ready.
		clock 3h
		due`)
	d.ThreadError = nil
	d.Play("clock 9m\ndue")
	if n := d.Count(`SELECT COUNT(*) FROM jobs WHERE job = 'tournamentboard'`); n != 0 || len(d.Threads) != 0 {
		t.Errorf("%d boards wait for players who were ready hours ago, %d have begun", n, len(d.Threads))
	}
}

// Somebody who is blocked does not ping with a choice: the other sees on their own board who is ready.
func TestBlockedPlayerDoesNotPing(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /tournament system=arranged clock=10+5 length=10080 => card tournament
		mei: [Join]     => private
		tom: [Join]     => private
		mei: [Director] => private
		mei: [Start]    => edit
		due`)
	err := d.DB.Tx(t.Context(), func(tx store.Tx) error {
		return d.Players.Block(t.Context(), tx, desk.People["tom"], desk.People["mei"], "mei")
	})
	if err != nil {
		t.Fatal(err)
	}
	d.Play("mei: /tournament which=mei => card tournament\nmei: [My board] => private")
	d.Play(`
		mei: {Choose an opponent} ` + opponents(d)["tom"].Value + `  => private tom already knows
		tom: /tournament which=mei => card tournament
		tom: [My board]           => private`)
	if o := opponents(d)["mei"]; o.Description != "is ready now" {
		t.Errorf("who is ready: %q", o.Description)
	}
}

// Who may not write in the channel calls nobody there, and is ready all the same.
func TestReadyWhereOneMayNotWrite(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /tournament system=arranged clock=10+5 length=10080 => card tournament
		mei: [Join]     => private
		tom: [Join]     => private
		mei: [Director] => private
		mei: [Start]    => edit
		due
		mei: /tournament which=mei => card tournament
		mei: [My board] => private`)
	d.Change = func(i *discord.Interaction) { i.Permissions = discord.ViewChannel }
	d.Play(`
		mei: {Choose an opponent} ` + opponents(d)["tom"].Value + `  => private You're ready … nobody is called here; tom sees it
		tom: /tournament which=mei => card tournament
		tom: [My board]            => private`)
	if o := opponents(d)["mei"]; o.Description != "is ready now" {
		t.Errorf("who is ready: %q", o.Description)
	}
}

// A tournament of a server that switches tournaments off ends as it stands, and its card says so; its buttons answer in words.
func TestSwitchedOffSaysSo(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /tournament system=swiss clock=10+5 => card tournament
		mei: [Join]     => private
		tom: [Join]     => private
		linh: [Join]    => private
		mei: [Director] => private
		mei: [Start]    => edit
		due`)
	before := len(d.Threads)
	all, err := d.Tournaments.InGuild(t.Context(), desk.Guild, 1)
	if err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	d.Lay(all[0].Subject())
	d.Keep("tom")
	if _, err := d.Matches.Policy().Edit(t.Context(), "mod", desk.Guild, guild.Edit{Switched: map[string]bool{"tournament": false}}); err != nil {
		t.Fatal(err)
	}
	card, err := d.Sources[all[0].Subject().Kind].Card(t.Context(), all[0].ID, 0, "")
	if err != nil || !strings.Contains(card.Message.Content, "ended as it stands, because tournaments were switched off") {
		t.Fatalf("%q, %v", card.Message.Content, err)
	}
	d.Play(`
		clock 1h
		due
		tom: [My board]  => private … switched off`)
	if len(d.Threads) != before {
		t.Errorf("%d threads, %d before", len(d.Threads), before)
	}
}
