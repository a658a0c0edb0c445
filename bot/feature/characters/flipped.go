package characters

import (
	"yeye/bot/match"
	"yeye/bot/match/voice"
	"yeye/game"
	"yeye/game/jieqi"
)

// flippedMoments returns the moments of flipped chess: the end, and revealed pieces, which both players can see.
func flippedMoments(c *match.Change, side game.Color) (all []voice.Moment) {
	m := &c.Match
	switch {
	case c.Ended():
		if m.Outcome.Method == game.Abandoned || m.Ply() < shortGame {
			return nil
		}
		return voice.Moments(&voice.Turn{Side: side, Outcome: m.Outcome})
	case c.Verb != match.Moved || m.ToMove() == side:
		return nil
	}
	v := m.View(jieqi.Watcher)
	n := len(v.Moves)
	switch own := v.Moves[n-1]; {
	case own.Turned == game.Rook, own.Turned == game.Pawn && jieqi.RoleOf(own.Move.From()) == game.Rook:
		all = append(all, voice.Moment{Kind: voice.TurnsUp, Role: own.Turned})
	}
	if n > 1 && v.Moves[n-2].Turned == game.Rook {
		all = append(all, voice.Moment{Kind: voice.TheyTurn, Role: game.Rook})
	}
	return all
}
