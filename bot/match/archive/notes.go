package archive

import "yeye/game/record"

// Notes returns the notes on the move that led to a ply, or on the game before its first move: a mark, an evaluation, a
// comment, other lines. Only imported games and studies have them.
func (g *Game) Notes(ply int) record.Ply {
	switch {
	case g.notes == nil || ply < 0 || ply > len(g.notes.Line):
		return record.Ply{}
	case ply == 0:
		return record.Ply{Comment: g.notes.Comment}
	}
	return g.notes.Line[ply-1]
}
