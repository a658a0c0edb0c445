package ranks

import (
	"strconv"

	"yeye/ai/character"
)

// Band is what a player must have reached for a rank: an established rating of at least Rating, or a win over the
// character of Level.
type Band struct {
	Rating int             // its lower bound, 0 for a character's band
	Level  character.Level // the character to beat, without odds or help
}

// The bands by rating: the lowest, the highest, and the step between them.
const (
	LowestRating  = 1000
	HighestRating = 2400
	ratingStep    = 100
)

// Bands lists the bands: characters beaten, then ratings, each with the lowest first.
func Bands() (all []Band) {
	for l := character.FirstRung; l.Valid(); l++ {
		all = append(all, Band{Level: l})
	}
	for r := LowestRating; r <= HighestRating; r += ratingStep {
		all = append(all, Band{Rating: r})
	}
	return all
}

// String returns the band as it is stored.
func (b Band) String() string {
	if b.Rating > 0 {
		return "r" + strconv.Itoa(b.Rating)
	}
	return "c" + b.Level.Digit()
}

// ParseBand reads what String writes; false if there is no such band.
func ParseBand(text string) (Band, bool) {
	for _, b := range Bands() {
		if b.String() == text {
			return b, true
		}
	}
	return Band{}, false
}

// reason returns the reason for giving a role, for the server's audit log.
func (b Band) reason() string {
	if b.Rating > 0 {
		return "rating " + strconv.Itoa(b.Rating) + "+"
	}
	return "has beaten " + b.Level.Name("en")
}
