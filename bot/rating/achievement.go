package rating

import (
	"strconv"
	"strings"

	"yeye/game"
	"yeye/game/finish"
)

// Achievement is the key of something that is earned once. Keys are stored and
// must not change: beat.3, unscathed, stalemate, finish.ma_hou_pao.
type Achievement string

const (
	Unscathed   Achievement = "unscathed" // won without losing a piece
	ByStalemate Achievement = "stalemate"
)

const (
	beat = "beat."
	blow = "finish."
)

// Beat is the achievement of a win over the character of a level.
func Beat(level int) Achievement { return Achievement(beat + strconv.Itoa(level)) }

// Finish is the achievement of a named finishing blow.
func Finish(b finish.Blow) Achievement { return Achievement(blow + string(b)) }

// Beaten is the level of the character over whom a is a win; ok is false where it
// is something else.
func (a Achievement) Beaten() (level int, ok bool) {
	text, ok := strings.CutPrefix(string(a), beat)
	level, err := strconv.Atoi(text)
	return level, ok && err == nil && level >= 0 && level < Levels
}

// Blow is the finishing blow that a is about, a stalemate too; ok is false where it
// is something else.
func (a Achievement) Blow() (b finish.Blow, ok bool) {
	if a == ByStalemate {
		return finish.Stalemate, true
	}
	text, ok := strings.CutPrefix(string(a), blow)
	return finish.Blow(text), ok
}

// Ended is a finished game as one of its players sees it.
type Ended struct {
	Game    *game.Game
	Outcome game.Outcome // as the match ended, by resignation or time too
	Side    game.Color
	Level   int // of the character played against, -1 for a person
	// Helped reports whether the player took a move back or had a hint, Odds whether
	// either side began with less or the game from a position of its own.
	Helped, Odds bool
}

// dear is the least character against whom winning without a loss is something.
const dear = 3

// longEnough is how many plies a game must have had for that: opponents who leave
// at once take nothing.
const longEnough = 30

// Earned is what a player has earned by a game; whether it is the first time is for
// the storage to say. Help and odds earn nothing.
func Earned(e Ended) (all []Achievement) {
	winner, won := e.Outcome.Result.Winner()
	if !won || winner != e.Side || e.Helped || e.Odds {
		return nil
	}
	if e.Level >= 0 {
		all = append(all, Beat(e.Level))
	}
	if (e.Level < 0 || e.Level >= dear) && e.Game.Ply() >= longEnough && unscathed(e.Game, e.Side) {
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

// unscathed reports whether a side still has every piece that it began with.
func unscathed(g *game.Game, side game.Color) bool {
	start := g.Start()
	return g.Position().All(side).Count() == start.All(side).Count()
}
