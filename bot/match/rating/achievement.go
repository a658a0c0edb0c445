package rating

import (
	"strings"

	"yeye/ai/character"
	"yeye/game"
	"yeye/game/finish"
)

// Achievement is the key of something that is earned once. Keys are stored and must not
// change: beat.3, unscathed, stalemate, finish.ma_hou_pao.
type Achievement string

const (
	Unscathed   Achievement = "unscathed" // won without losing a piece
	ByStalemate Achievement = "stalemate"
)

const (
	beat = "beat."
	blow = "finish."
)

// Beat returns the achievement of a win over the character of a level.
func Beat(level character.Level) Achievement { return Achievement(beat + level.Digit()) }

// Finish returns the achievement of a named finishing blow.
func Finish(b finish.Pattern) Achievement { return Achievement(blow + string(b)) }

// Beaten returns the level of the character over whom a is a win; ok is false for other
// achievements.
func (a Achievement) Beaten() (level character.Level, ok bool) {
	text, ok := strings.CutPrefix(string(a), beat)
	level, valid := character.Parse(text)
	return level, ok && valid
}

// Blow returns the finishing blow of a, including a stalemate; ok is false for other
// achievements.
func (a Achievement) Blow() (b finish.Pattern, ok bool) {
	if a == ByStalemate {
		return finish.Stalemate, true
	}
	text, ok := strings.CutPrefix(string(a), blow)
	return finish.Pattern(text), ok
}

// Ended is a finished game from one player's side.
type Ended struct {
	Game    *game.Game
	Outcome game.Outcome // of the match, including resignation and time
	Side    game.Color
	Human   bool            // the opponent is a player
	Level   character.Level // of the character played against
	// Helped reports whether the player took a move back or had a hint, Odds whether
	// either side gave odds or the game began from another position.
	Helped, Odds bool
}

// longEnough is how many plies a game needs for that: opponents who leave at once capture
// nothing.
const longEnough = 30

// Earned returns the player's achievements in a game; the storage decides which of them
// are new. Help and odds earn nothing.
func Earned(e Ended) (all []Achievement) {
	winner, won := e.Outcome.Result.Winner()
	if !won || winner != e.Side || e.Helped || e.Odds {
		return nil
	}
	if !e.Human {
		all = append(all, Beat(e.Level))
	}
	if (e.Human || e.Level.Traits().Strong) && e.Game.Ply() >= longEnough && unscathed(e.Game, e.Side) {
		all = append(all, Unscathed)
	}
	switch b := finish.OfGame(e.Game); b {
	case "":
	case finish.Stalemate:
		all = append(all, ByStalemate)
	default:
		all = append(all, Finish(b))
	}
	return all
}

// unscathed reports whether a side still has every piece that it started with.
func unscathed(g *game.Game, side game.Color) bool {
	start := g.Start()
	return g.Position().All(side).Count() == start.All(side).Count()
}
