// Package variant is the list of games that a match can be of: xiangqi, and others that are played on its board.
// Packages ask a [Variant] for the property that they mean, not for its name. To add a variant, add its row to the
// table.
//
// Out of scope: rules and boards; seats, clocks and help, which are the match's.
package variant

import (
	"slices"

	"yeye/ai/character"
	"yeye/bot/id"
)

// Variant is a game that a match can be of. The zero Variant is xiangqi.
type Variant uint8

// The variants.
const (
	Xiangqi     Variant = iota
	Blindfold           // xiangqi whose board nobody sees until it is over (盲棋)
	Flipped             // flipped chess (揭棋, cờ úp)
	FlippedOpen         // flipped chess in which captured face-down pieces are shown to everyone
	count
)

// traits are what one variant answers to the questions below. A row names every field, so that no answer is an
// accident.
type traits struct {
	name, stored string
	versus, duel id.Kind // stored
	title        string
	full         string
	how          map[bool]string // by whether two people play
	terms        []string
	refusal      string
	strongest    character.Level

	rated, counts, premoves, hints, takebacks bool
	analyzed, positions, portable             bool
	hidden, faceDown, openCaptures            bool
}

var table = [count]traits{
	Xiangqi: {
		name: "xiangqi", stored: "", versus: "versus", duel: "duel",
		title: "game.xiangqi", full: "game.xiangqi", how: map[bool]string{false: "card.how", true: "card.how.people"},
		terms:     []string{"clock", "side", "rated", "pair", "odds", "position", "rules"},
		refusal:   "refuse.control",
		strongest: character.Immortal,
		rated:     true, counts: true, premoves: true, hints: true, takebacks: true,
		analyzed: true, positions: true, portable: true,
		hidden: false, faceDown: false, openCaptures: false,
	},
	Blindfold: {
		name: "blindfold", stored: "blindfold", versus: "blindfold", duel: "blindfold-duel",
		title: "blindfold.name", full: "blindfold.name",
		how:       map[bool]string{false: "blindfold.how", true: "blindfold.how"},
		terms:     []string{"clock", "side", "rules"},
		refusal:   "refuse.blindfold.terms",
		strongest: character.Immortal,
		rated:     false, counts: true, premoves: false, hints: true, takebacks: false,
		analyzed: true, positions: true, portable: true,
		hidden: true, faceDown: false, openCaptures: false,
	},
	Flipped:     flipped("flipped", "flipped.name", false),
	FlippedOpen: flipped("flipped-open", "flipped.name.open", true),
}

// flipped returns the row of a form of flipped chess. Its forms have the same modes: the stored board says which it is.
func flipped(name, full string, openCaptures bool) traits {
	return traits{
		name: name, stored: name, versus: "flipped", duel: "flipped-duel",
		title: "flipped.name", full: full, how: map[bool]string{false: "flipped.how", true: "flipped.how"},
		terms:     []string{"clock", "side", Captures},
		refusal:   "refuse.flipped.terms",
		strongest: character.Grandpa,
		rated:     false, counts: false, premoves: false, hints: false, takebacks: false,
		analyzed: false, positions: false, portable: false,
		hidden: false, faceDown: true, openCaptures: openCaptures,
	}
}

// Captures is the term of a challenge that says who sees what is captured face down: its values are names of variants.
const Captures = "captures"

// All returns the variants, in the order in which they are offered.
func All() []Variant { return []Variant{Xiangqi, Blindfold, Flipped, FlippedOpen} }

// Names returns the names of all variants.
func Names() (names []string) {
	for _, t := range table {
		names = append(names, t.name)
	}
	return names
}

// Parse reads what Name or Stored returns; xiangqi and false for another text.
func Parse(text string) (Variant, bool) {
	i := slices.IndexFunc(table[:], func(t traits) bool { return t.name == text || t.stored == text })
	return Variant(max(i, 0)), i >= 0
}

// Name returns the value of an option that chooses the variant.
func (v Variant) Name() string { return table[v].name }

// Stored returns the stored form: the name, "" for xiangqi.
func (v Variant) Stored() string { return table[v].stored }

// VersusKind returns the kind of games between a player and a character.
func (v Variant) VersusKind() id.Kind { return table[v].versus }

// DuelKind returns the kind of games between two players.
func (v Variant) DuelKind() id.Kind { return table[v].duel }

// Title returns the key of the text that names the game.
func (v Variant) Title() string { return table[v].title }

// FullTitle is Title with what the players agreed on.
func (v Variant) FullTitle() string { return table[v].full }

// How returns the key of the text that says how to move, to a player against a character or one of two people. With
// ".reply" the first says how to do so in a reply.
func (v Variant) How(people bool) string { return table[v].how[people] }

// Takes reports whether players can choose a term, by the name of its option.
func (v Variant) Takes(term string) bool { return slices.Contains(table[v].terms, term) }

// Refusal returns the key of the text that refuses other terms.
func (v Variant) Refusal() string { return table[v].refusal }

// Strongest returns the strongest character that plays it.
func (v Variant) Strongest() character.Level { return table[v].strongest }

// Rated reports whether its games may count for a rating.
func (v Variant) Rated() bool { return table[v].rated }

// Counts reports whether its games count in profiles and against the characters.
func (v Variant) Counts() bool { return table[v].counts }

// Premoves reports whether a player may enter moves ahead: premoves and lines.
func (v Variant) Premoves() bool { return table[v].premoves }

// Hints reports whether the engine gives hints while a game is on whose board can be seen.
func (v Variant) Hints() bool { return table[v].hints }

// Takebacks reports whether two people may agree to take a move back.
func (v Variant) Takebacks() bool { return table[v].takebacks }

// Analyzed reports whether its finished games are analyzed move by move.
func (v Variant) Analyzed() bool { return table[v].analyzed }

// Positions reports whether its positions are those of xiangqi: masters' games have them, they can be shared, and a new
// game can begin from them.
func (v Variant) Positions() bool { return table[v].positions }

// Portable reports whether other programs read its records.
func (v Variant) Portable() bool { return table[v].portable }

// HidesBoard reports whether nobody sees the board until the game is over.
func (v Variant) HidesBoard() bool { return table[v].hidden }

// FaceDown reports whether pieces lie face down, so that players know different things of a position.
func (v Variant) FaceDown() bool { return table[v].faceDown }

// OpenCaptures reports whether everybody sees which piece was captured face down.
func (v Variant) OpenCaptures() bool { return table[v].openCaptures }
