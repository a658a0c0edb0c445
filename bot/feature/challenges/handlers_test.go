package challenges_test

import (
	"testing"

	"yeye/bot/guild"
	"yeye/bot/internal/desk"
)

// A challenge is not accepted from a player who has been barred since. The refusal does not say so: that is between them and the
// moderators.
func TestChallengerBarredSince(t *testing.T) {
	d := desk.Open(t, "play", "challenges", "settings")
	d.Play(`mei: /challenge user=@tom side=red => card challenge`)
	if _, err := d.Guilds.Bar(t.Context(), guild.Entry{Guild: desk.Guild, Channel: desk.Channel, By: desk.People["linh"], Act: "bar", Player: desk.People["mei"]}, "mei"); err != nil {
		t.Fatal(err)
	}
	d.Play(`
		tom: [Accept]             => private This challenge can no longer be accepted
		tom: [I've never played]  => private This challenge can no longer be accepted
		linh: [Accept]            => private That is for somebody else to answer
		tom: [Decline]            => card challenge <@202> declined`)
}

// Whether the player who was asked is barred shows to nobody else.
func TestAskedBarredSince(t *testing.T) {
	d := desk.Open(t, "play", "challenges", "settings")
	d.Play(`mei: /challenge user=@tom side=red => card challenge`)
	if _, err := d.Guilds.Bar(t.Context(), guild.Entry{Guild: desk.Guild, Channel: desk.Channel, By: desk.People["linh"], Act: "bar", Player: desk.People["tom"]}, "tom"); err != nil {
		t.Fatal(err)
	}
	d.Play(`
		mei: [Accept]  => private That is for somebody else to answer
		linh: [Accept] => private That is for somebody else to answer
		tom: [Accept]  => private … barred`)
}

// What people ask each other, and how they are answered, without a socket.
func TestHandlers(t *testing.T) {
	desk.Run(t, map[string]string{
		"accepted": `
			mei: /challenge user=@tom side=red clock=5+3 => card challenge <@202>, <@201> challenges you … You would play Black … 5 minutes + 3 seconds a move · rated … [Accept] … [Decline] … [Withdraw]
			linh: [Accept]  => private That is for somebody else to answer
			mei: [Accept]   => private That is for somebody else to answer
			tom: [Accept]   => card duel **<@201> to move** … <@201> (Red) – <@202> (Black) … rated`,
		"declined": `
			mei: /challenge user=@tom => card challenge
			linh: [Decline] => private That is for somebody else to answer
			tom: [Decline]  => card challenge <@202> declined <@201>'s challenge
			mei: /challenge user=@tom => private You asked them only a moment ago
			clock 1h
			mei: /challenge user=@tom => card challenge`,
		"withdrawn": `
			mei: /challenge user=@tom => card challenge
			tom: [Withdraw] => private That is for somebody else to answer
			mei: [Withdraw] => card challenge <@201> withdrew
			mei: /board     => private No game is being played here`,
		"withdrawn by declining": `
			mei: /challenge user=@tom => card challenge
			mei: [Decline]  => card challenge <@201> withdrew`,
		"everybody": `
			mei: /challenge => card challenge <@201> would like a game of xiangqi … [Accept] … [Withdraw]
			mei: [Accept]   => private That is for somebody else to answer
			tom: [Accept]   => card duel … <@202>
			linh: /challenge user=@mei => private … already being played here`,
		"never played": `
			mei: /challenge user=@tom side=red => card challenge … [I've never played]
			linh: [I've never played] => private That is for somebody else to answer
			tom: [I've never played]  => private Welcome! … [Rules]
			mei: /board => card duel **<@201> to move**`,
		"asked no more": `
			mei: /challenge user=@tom => card challenge … [Don't ask again]
			mei: [Don't ask again]    => private That is for somebody else to answer
			tom: [Don't ask again]    => private Declined. mei can no longer challenge you
			mei: /challenge user=@tom => private That player is not taking challenges
			linh: /challenge user=@tom => card challenge <@202>, <@203>`,
		"from nobody": `
			tom: /settings challenges=nobody => private … Challenges: **from nobody**
			mei: /challenge user=@tom        => private That player is not taking challenges
			mei: /challenge                  => card challenge
			tom: [Accept]                    => card duel`,
		"again, each asking": `
			mei: /challenge user=@tom side=red => card challenge
			tom: [Accept]      => card duel
			mei: [Resign]      => private
			mei: [Yes, resign] => edit
			mei: /rematch      => card challenge <@202>, <@201> challenges you … You would play Red
			tom: /rematch      => card duel **<@202> to move**`,
		"too many": `
			mei: /challenge user=@mei  => private You cannot challenge yourself
			mei: /challenge            => card challenge
			mei: /challenge user=@tom  => card challenge
			mei: /challenge user=@linh => private Two of your challenges are still waiting`,
		"odds": `
			mei: /challenge user=@tom odds=horse side=red => private At odds the sides and the position are fixed
			mei: /challenge user=@tom odds=horse => card challenge … You would play Black … gives the left horse
			tom: [Accept] => card duel **<@201> to move**`,
	}, "play", "challenges", "settings")
}
