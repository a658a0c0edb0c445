package characters_test

import (
	"testing"

	"yeye/bot/internal/desk"
)

// Whoever mentions the bot is greeted, and offered what can be begun here.
func TestGreeting(t *testing.T) {
	desk.Run(t, map[string]string{
		"in a channel": `
			mei: @yeye hi!          => public … Fancy a game … [Play the Kid] … [Challenge everybody]
			mei: [Play the Kid]     => card versus … Kid (Black)
			tom: @yeye and now?     => public … There's a game on here
			tom: that was fine      => unheard`,
		"in a direct conversation": `
			in dm
			mei: hello              => not [Challenge everybody]
			mei: [Play the Kid]     => card versus`,
		"while a word is asked for": `
			mei: /play game=flipped side=black opponent=1 => card flipped … add a word
			mei: @yeye whose turn is it? => public … Kid … Yours! … mei, add a word to the shuffle
			tom: @yeye whose turn is it? => public … mei, add a word to the shuffle
			tom: @yeye and now?          => public … mei, add a word to the shuffle`,
		"between people, while a word is asked for": `
			mei: /challenge user=@tom side=red game=flipped => card challenge
			tom: [Accept]                => card flipped-duel … <@202>, add a word
			mei: @yeye whose turn is it? => public … tom, add a word to the shuffle
			tom: [Add a word]            => private
			tom: [Write a word]          => form
			tom: (bamboo)                => edit
			tom: @yeye whose turn is it? => public … mei, make your move, or add a word
			mei: [Without a word]        => card flipped-duel … <@201> to move
			tom: @yeye whose turn is it? => public … mei to move`,
	}, "play", "challenges", "characters", "flipped")
}
