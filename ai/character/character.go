// Package character lists the bot's seven opponents: their levels, their names, and their other properties that are the
// same everywhere. A new property in which characters differ is a field of [Traits].
//
// Out of scope: how a character searches (package ai), looks (package render) or talks (package voice), and other
// packages of this module.
package character

import (
	"fmt"
	"strconv"
	"strings"
)

// Level identifies a character by its strength, 0 for the weakest. Levels are stored, and are part of commands and
// custom IDs.
type Level int

// The characters.
const (
	Newborn Level = iota
	Kid
	Xiaoqing
	Uncle
	ParkMaster
	Grandpa
	Immortal
)

const (
	// Count is the number of characters.
	Count = int(Immortal) + 1
	// Default plays if no character is chosen.
	Default = Kid
	// Host speaks if no character plays: Grandpa, after whom the bot is named.
	Host = Grandpa
	// FirstRung is the first character on the ladder: a win over the Newborn proves nothing.
	FirstRung = Kid
)

// Traits holds the properties of a character.
type Traits struct {
	Key   string // its name in files, flags and emoji
	Names Names
	// ForBeginners: its cards ask whether the player has played before, so that experienced players choose a stronger
	// one.
	ForBeginners bool
	// Strong: a first win over it is announced, and a win without losing a piece is an achievement.
	Strong bool
	// Concedes: it offers to resign a lost game, and a draw if neither side can win.
	Concedes bool
	// Remembers: it counts a player's takebacks, and mentions earlier games.
	Remembers bool
}

// Names holds a character's name in each language.
type Names struct{ English, Simplified, Traditional, Vietnamese string }

var table = [Count]Traits{
	Newborn:  {Key: "newborn", Names: Names{"Newborn", "小宝", "小寶", "Bé"}, ForBeginners: true},
	Kid:      {Key: "kid", Names: Names{"Kid", "小孩", "小孩", "Cậu nhóc"}, ForBeginners: true},
	Xiaoqing: {Key: "xiaoqing", Names: Names{"Xiaoqing", "小青", "小青", "Tiểu Thanh"}},
	Uncle:    {Key: "uncle", Names: Names{"Uncle", "大叔", "大叔", "Chú"}, Strong: true},
	ParkMaster: {Key: "park-master", Names: Names{"Park Master", "公园大爷", "公園阿伯", "Cao thủ công viên"}, Strong: true,
		Concedes: true},
	Grandpa: {Key: "grandpa", Names: Names{"Grandpa", "爷爷", "爺爺", "Ông nội"}, Strong: true, Concedes: true,
		Remembers: true},
	Immortal: {Key: "immortal", Names: Names{"Immortal", "棋仙", "棋仙", "Tiên cờ"}, Strong: true, Concedes: true},
}

// All returns every level, weakest first.
func All() []Level {
	all := make([]Level, Count)
	for i := range all {
		all[i] = Level(i)
	}
	return all
}

// Parse parses a level as returned by Digit.
func Parse(text string) (Level, bool) {
	n, err := strconv.Atoi(text)
	l := Level(n)
	return l, err == nil && l.Valid()
}

// Named returns the character with a key or an English name, ignoring case.
func Named(text string) (Level, bool) {
	for i := range table {
		if strings.EqualFold(table[i].Key, text) || strings.EqualFold(table[i].Names.English, text) {
			return Level(i), true
		}
	}
	return 0, false
}

// Valid reports whether the level exists.
func (l Level) Valid() bool { return l >= 0 && int(l) < Count }

// Traits returns the properties of a character, the zero Traits if there is none.
func (l Level) Traits() Traits {
	if !l.Valid() {
		return Traits{}
	}
	return table[l]
}

// Digit returns the level as a number: in options, custom IDs and exports.
func (l Level) Digit() string { return strconv.Itoa(int(l)) }

// Key returns the word that names a character in files, flags and emoji.
func (l Level) Key() string { return l.Traits().Key }

// Name returns a character's name in a language: en, zh-CN, zh-TW or vi; in English for any other.
func (l Level) Name(language string) string {
	switch names := l.Traits().Names; language {
	case "zh-CN":
		return names.Simplified
	case "zh-TW":
		return names.Traditional
	case "vi":
		return names.Vietnamese
	default:
		return names.English
	}
}

// String returns the name in English.
func (l Level) String() string {
	if !l.Valid() {
		return fmt.Sprintf("level %d", int(l))
	}
	return table[l].Names.English
}
