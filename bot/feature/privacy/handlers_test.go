package privacy_test

import (
	"testing"

	"yeye/bot/internal/desk"
)

// What would end is counted before a player confirms: an exhibition that they began too, in which they have no seat.
func TestAsking(t *testing.T) {
	desk.Run(t, map[string]string{
		"nothing": `
			mei: /privacy act=delete         => private … Live games and challenges: 0.`,
		"an exhibition": `
			mei: /exhibition red=6 black=1   => card exhibition
			tom: /privacy act=delete         => private … Live games and challenges: 0.
			mei: /privacy act=delete         => private … Live games and challenges: 1. … studies, challenges: 0. … against people: 0.
			mei: [Delete everything about me] => edit Done
			mei: /privacy act=delete         => private … Live games and challenges: 0.`,
		"a game": `
			mei: /play side=red              => card versus
			mei: /privacy act=delete         => private … Live games and challenges: 1.`,
	}, "play", "challenges", "exhibition", "privacy")
}
