package challengebot_test

import (
	"testing"

	"yeye/bot/internal/desk"
	"yeye/bot/match"
)

// The challenger corrects the terms of a challenge that waits, and nobody accepts other terms than those they have seen.
func TestChange(t *testing.T) {
	desk.Run(t, map[string]string{
		"the clock": `
			mei: /challenge user=@tom side=red clock=5+3 => card challenge … 5 minutes + 3 seconds a move · rated … [Accept] … [Change] [Withdraw]
			tom: [Change]             => private Only the player who was asked can answer
			mei: [Change]             => private 5 minutes + 3 seconds a move · rated {Clock: … {Your side: … {Rating: … {Odds: … {Rules:
			mei: {Clock} 10+5         => edit 10 minutes + 5 seconds a move · rated
			mei: {Your side} black    => edit
			mei: {Rating} no          => edit … casual
			tom: /board               => card challenge … You'd play Red. … 10 minutes + 5 seconds a move · casual
			tom: [Accept]             => card duel **<@202> to move** … <@202> (Red) – <@201> (Black) … 10 minutes + 5 seconds a move · casual`,
		"odds settle the side": `
			mei: /challenge user=@tom side=black clock=5+3 => card challenge
			mei: [Change]             => private
			mei: {Odds} horse         => edit … casual … at odds aren't rated … {Clock: … {Rating:
			tom: /board               => card challenge … You'd play Black. … gives the left horse
			mei: {Odds} even          => edit … rated … {Your side:
			tom: /board               => card challenge … rated
			tom: [Accept]             => card duel **<@201> to move** … rated`,
		"odds of a game that is not to be rated": `
			mei: /challenge user=@tom odds=horse rated=no clock=10+5 => card challenge
			mei: [Change]             => private
			mei: {Odds} even          => edit … casual`,
		"no clock": `
			mei: /challenge user=@tom clock=5+3 => card challenge … rated
			mei: [Change]             => private
			mei: {Clock} none         => edit … casual … without a clock aren't rated`,
		"a seat for anybody": `
			mei: /challenge           => card challenge … [Accept] [I've never played] [Change] [Withdraw]`,
		"too late": `
			mei: /challenge user=@tom side=red => card challenge
			mei: [Change]             => private
			tom: [Accept]             => card duel
			mei: {Rating} no          => private This offer is no longer open`,
		"withdrawn and asked again": `
			mei: /challenge user=@tom side=red clock=5+3 => card challenge … (pings 202)
			mei: [Withdraw]           => card challenge <@201> withdrew
			mei: /challenge user=@tom side=red clock=10+5 => card challenge … 10 minutes`,
	}, "play", "challenges")
}

// Who presses a button of the card as it was before a change is not seated on the new terms.
func TestAcceptedAsSeen(t *testing.T) {
	d := desk.Open(t, "play", "challenges")
	d.Play(`
		mei: /challenge user=@tom side=red clock=5+3 => card challenge
		mei: [Change] => private`)
	d.Keep("tom")
	d.Play(`
		mei: {Clock} none => edit
		tom: [Accept]     => private`)
	d.Keep("tom")
	d.Play(`
		tom: /board   => card challenge … casual
		tom: [Accept] => card duel`)
}

// The fourth game of a pair on a live clock says that it is casual before it is accepted, and so does an open challenge of an earlier
// version that says what no longer holds.
func TestCountsAsSaid(t *testing.T) {
	const game = `
		mei: /challenge user=@tom side=red clock=5+3 => card challenge … rated
		tom: [Accept] => card duel
		mei: h2e2     => card duel
		tom: h9g7     => card duel
		tom: [Resign] => private
		tom: [Yes, resign] => edit`
	d := desk.Open(t, "play", "challenges", "profile")
	d.Play(game + game + game + `
		mei: /challenge user=@tom side=red clock=5+3 => card challenge … casual … today's rated games
		mei: [Withdraw] => card challenge
		mei: /challenge clock=1d => card challenge … rated
		mei: [Withdraw] => card challenge
		mei: /challenge side=red clock=5+3 => card challenge … rated
		tom: [Accept]                => private … today's rated games … [Play a casual game]
		tom: [Play a casual game]    => card duel … casual
		mei: h2e2     => card duel
		tom: h9g7     => card duel
		tom: [Resign] => private
		tom: [Yes, resign] => edit
		mei: /rematch => card challenge … casual … today's rated games
		tom: /rematch => card duel … casual
		tom: h2e2     => card duel
		mei: h9g7     => card duel
		tom: [Resign] => private
		tom: [Yes, resign] => edit
		clock 48h
		mei: /rematch => card challenge … · rated`)
	e := desk.Open(t, "play", "challenges")
	e.Play("mei: /challenge side=red => card challenge")
	if _, err := e.DB.Write().Exec(t.Context(), `UPDATE challenges SET casual = ?`, match.Rated.String()); err != nil {
		t.Fatal(err)
	}
	e.Play(`
		tom: [Accept]             => private … without a clock aren't rated … [Play a casual game]
		tom: [Play a casual game] => card duel … casual`)
}
