package gamefile

import "yeye/game/record"

// Said is what is known of the move that led to a ply, and of the game before its first one: a mark, a value, a comment, other lines.
// Only games that were read in have it.
func (g *Game) Said(ply int) record.Ply {
	switch {
	case g.notes == nil || ply < 0 || ply > len(g.notes.Line):
		return record.Ply{}
	case ply == 0:
		return record.Ply{Comment: g.notes.Comment}
	}
	return g.notes.Line[ply-1]
}
