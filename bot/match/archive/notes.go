package archive

import "yeye/game/record"

// Notes returns the annotations of the move that led to a ply: mark, evaluation, comment and variations; at ply 0 those
// of the game. Only imported games and studies have them.
func (g *Game) Notes(ply int) record.Ply {
	switch {
	case g.notes == nil || ply < 0 || ply > len(g.notes.Line):
		return record.Ply{}
	case ply == 0:
		return record.Ply{Comment: g.notes.Comment}
	}
	return g.notes.Line[ply-1]
}
