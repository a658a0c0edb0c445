package play_test

import (
	"testing"

	"yeye/bot/internal/desk"
)

// A player who types one of the words of play in the channel of their game is asked whether it was meant, each time.
func TestAside(t *testing.T) {
	desk.Run(t, map[string]string{
		"resigning": `
			mei: /challenge user=@tom side=red => card challenge
			tom: [Accept]              => card duel
			mei: h2e2                  => card duel
			tom: 认输                  => private Resign this game? [Resign] [No, just talking]
			tom: [No, just talking]    => closed
			tom: xin thua              => private Resign this game?
			tom: [Resign]              => card duel … <@201> wins … resigned`,
		"nobody but who wrote it": `
			mei: /challenge user=@tom side=red => card challenge
			tom: [Accept]              => card duel
			linh: resign               => nothing
			linh: draw?                => nothing
			tom: I resign              => private Resign this game?
			tom: [Resign]              => card duel … <@201> wins
			tom: resign                => nothing
			tom: 悔棋                  => nothing`,
		"a draw": `
			mei: /challenge user=@tom side=red => card challenge
			tom: [Accept]              => card duel
			mei: 求和                  => private Offer a draw? [Offer a draw] [No, just talking]
			mei: [Offer a draw]        => public <@202>, <@201> offers a draw
			mei: draw?                 => private Offer a draw?
			mei: [Offer a draw]        => private`,
		"a draw in the game before": `
			mei: /challenge user=@tom side=red => card challenge
			tom: [Accept]              => card duel
			mei: h2e2                  => card duel
			mei: draw?                 => private Offer a draw?
			tom: /resign               => private … [Yes, resign]
			tom: [Yes, resign]         => edit
			tom: /rematch              => card challenge
			mei: [Accept]              => card duel
			mei: [Offer a draw]        => private This game is over`,
		"a move back": `
			mei: /play side=red        => card versus
			mei: undo                  => private Take back your last move? [Take back] [No, just talking]
			mei: [Take back]           => private You haven't moved yet
			mei: h2e2                  => card versus
			mei: 悔棋                  => private Take back your last move?
			character: h9g7
			mei: [Take back]           => card versus … You took a move back`,
		"a move back in a rated game": `
			mei: /challenge user=@tom side=red clock=1d => card challenge
			tom: [Accept]              => card duel
			mei: h2e2                  => card duel
			mei: undo                  => private Take back your last move? Taking a move back makes this game unrated. [Take back]
			mei: [Take back]           => public <@202>, <@201> …`,
		"what costs nothing is explained once": `
			mei: /play side=red        => card versus
			mei: hint                  => private Typed here that's just chat
			mei: hint                  => nothing`,
		"a study has no result": `
			mei: /study public=true    => card study
			mei: resign                => private Typed here
			mei: resign                => nothing`,
	}, "play", "challenges", "study")
}

// Only who is asked may answer.
func TestAsideOfSomebodyElse(t *testing.T) {
	d := desk.Open(t, "play", "challenges")
	d.Play(`
		mei: /challenge user=@tom side=red => card challenge
		tom: [Accept] => card duel
		tom: resign   => private Resign this game?`)
	d.Overlook("mei", "tom")
	d.Play("mei: [Resign] => private Only the player")
	d.Play("mei: /board => card duel … <@201> to move")
	for _, button := range []string{"Yes, resign", "No, play on"} {
		d.Play("tom: @yeye resign => private Resign this game? … [Yes, resign] [No, play on]")
		d.Play("mei: [" + button + "] => private Only the player")
	}
	d.Play("mei: /board => card duel … <@201> to move")
}
