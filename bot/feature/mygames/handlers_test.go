package mygames_test

import (
	"testing"

	"yeye/bot/internal/desk"
)

// What people ask about their games, and how they are answered, without a socket.
func TestHandlers(t *testing.T) {
	desk.Run(t, map[string]string{
		"an open challenge": `
			mei: /challenge            => card challenge
			mei: /games                => private **Your games, challenges and studies: 1** … ▫️ Your open challenge: anyone may accept · <t: … [challenge](`,
		"games alone": `
			mei: /play side=red        => card versus
			mei: /games                => private **You have one game.** … 🔸 **Your turn** (`,
		"a study": `
			mei: /study                => private
			mei: /games                => private **Your games, challenges and studies: 1** … Your study`,
		"a challenge to somebody": `
			mei: /challenge user=@tom  => card challenge
			mei: /games                => private … ▫️ You challenged tom
			tom: /games                => private … 🔸 **mei challenges you**`,
	}, "play", "challenges", "study", "mygames")
}
