package jieqi

import "yeye/game"

// Viewer is a role in which a game is viewed.
type Viewer uint8

const (
	// RedPlayer and BlackPlayer know the face-down pieces that they have captured.
	RedPlayer Viewer = iota
	BlackPlayer
	// Watcher has only public knowledge.
	Watcher
	// Everything knows all captured pieces, for finished games and games whose captures are open.
	Everything
)

// PlayerOf returns the viewer who plays a side.
func PlayerOf(c game.Color) Viewer { return Viewer(c) }

// knows reports whether v knows the pieces that a side has captured face down.
func (v Viewer) knows(by game.Color) bool { return v == Everything || v == PlayerOf(by) }

// View is what a viewer may know of a game.
type View struct {
	Viewer   Viewer
	Start    Position // the position before Moves
	Position Position // the position after Moves
	// Moves are the plies as the viewer may know them: Taken of a piece captured face down is
	// NoRole if the viewer does not know it, and Dark is set.
	Moves []Ply
	// Hidden counts by side the pieces that the viewer has not seen: those still face down, and
	// those captured face down without the viewer's knowledge.
	Hidden [2]Pool
	// Captured counts the captured pieces of each side that the viewer knows, Unknown the others.
	Captured [2]Pool
	Unknown  [2]int
}

// View returns what a viewer may know. It is the only access to what is not public: pictures, files, texts and engines
// are made from views.
func (g *Game) View(v Viewer) View {
	w := View{Viewer: v, Start: g.start, Position: g.now, Moves: make([]Ply, len(g.plies)),
		Hidden: hiddenIn(&g.start, &g.deal)}
	p := g.start
	for i, ply := range g.plies {
		by := p.turn
		if ply.Turned != game.NoRole {
			w.Hidden[by].Remove(ply.Turned)
		}
		if taken := p.At(ply.Move.To()); taken != game.NoPiece {
			switch owner := by.Other(); {
			case !ply.Dark:
				w.Captured[owner][ply.Taken]++
			case v.knows(by) && ply.Taken != game.NoRole:
				w.Captured[owner][ply.Taken]++
				w.Hidden[owner].Remove(ply.Taken)
			default:
				w.Unknown[owner]++
				ply.Taken = game.NoRole
			}
		}
		w.Moves[i] = ply
		p.Do(ply.Move, ply.Turned)
	}
	return w
}

// hiddenIn counts the pieces that are face down in a position. Pieces that the deal does not know are assumed to be the
// rest of the side's fifteen.
func hiddenIn(p *Position, d *Deal) (n [2]Pool) {
	for c := range n {
		side := game.Color(c)
		unknown := 0
		for s := range p.FaceDown(side).Squares() {
			if r := d.At(s); r != game.NoRole {
				n[c][r]++
			} else {
				unknown++
			}
		}
		if unknown == 0 {
			continue
		}
		// A piece that is neither open on the board nor known to be face down may be any of the unknown ones.
		rest := fullPool
		for r := game.Advisor; r <= game.Pawn; r++ {
			open := p.Pieces(side, r).Minus(p.dark).Count()
			rest[r] -= min(rest[r], uint8(open))
		}
		n[c] = rest
	}
	return
}

// Remove removes one piece of a role, if there is one.
func (p *Pool) Remove(r game.Role) {
	if p[r&7] > 0 {
		p[r&7]--
	}
}
