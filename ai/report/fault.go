package report

import (
	"yeye/ai"
	"yeye/ai/accuracy"
	"yeye/ai/explain"
	"yeye/game"
)

// Fact is a fact about a move, as found by package explain.
type Fact = explain.Reason

// FaultKind says what a move does wrong.
type FaultKind uint8

const (
	Drifts       FaultKind = iota // nothing that can be pointed at
	AllowsMate                    // the opponent mates in N
	MissesMate                    // there was a mate in N
	Hangs                         // the Piece that moved, now on At, is taken with the opponent's Nth move
	Unguards                      // Piece on At, which the piece that moved had protected, is taken
	Ignores                       // Piece on At was already attacked, and is taken
	Exposes                       // Piece on At could not be taken before, and is now
	AllowsFork                    // Piece on At and Other on Beside are attacked at once; Other may be none: with a check
	Loses                         // more than is gained for it, of several pieces
	MissesWin                     // Piece on At, the opponent's, was to be won with the Nth move
	AllowsMating                  // the opponent's reply threatens mate in N
	AllowsAttack                  // the opponent's reply attacks Piece on At
	Overpays                      // the Piece that moved, now on At, is taken back, and only Other was gained for it
	LosesFor                      // Piece on At, and only the opponent's Other on Beside is gained for it
	MissesFork                    // of the opponent's Piece on At and Other on Beside; Other may be none: with a check
	MissesMating                  // the better move threatens mate in N, and the move played threatens none as short
)

var faultNames = [...]string{"drifts", "allowsmate", "missesmate", "hangs", "unguards", "ignores", "exposes", "allowsfork",
	"loses", "misseswin", "allowsmating", "allowsattack", "overpays", "losesfor", "missesfork", "missesmating"}

// Faults is the number of kinds.
const Faults = len(faultNames)

// String returns the key of the kind's sentence.
func (k FaultKind) String() string {
	if int(k) < len(faultNames) {
		return faultNames[k]
	}
	return "unknown"
}

// Fault says what was wrong with a move. Points are those after the move; for
// MissesWin and MissesFork, before it. Its Kind says which fields are used.
type Fault struct {
	Kind         FaultKind
	N            int // moves of the side that mates or wins
	Piece, Other game.Piece
	At, Beside   game.Square
}

// turn returns the turning point at move i.
func (a *Analysis) turn(g *game.Game, i int, scores []ai.Score) (Turn, error) {
	before, err := replay(g, i)
	if err != nil {
		return Turn{}, err
	}
	played := g.Moves()[i]
	here, next := &a.Places[i], &a.Places[i+1]
	t := Turn{
		Ply: i, By: before.Position().Turn(), Played: played, Line: here.Line, Reply: next.Line,
		Before: accuracy.Chance(scores[i]), After: accuracy.Chance(-scores[i+1]), Verdict: accuracy.Judge(scores[i], -scores[i+1]),
	}
	t.Why = facts(before, here.Line, here.Score)
	after := before.Clone()
	if err := after.PlayOn(played); err != nil {
		return Turn{}, err
	}
	t.Fault = fault(before, after, played, here, next)
	return t, nil
}

// facts returns the facts about a line's first move that hold on the line.
func facts(g *game.Game, line Line, score ai.Score) (all []Fact) {
	for _, r := range explain.Move(g, line, score) {
		if explain.Holds(g, line, r) {
			all = append(all, r)
		}
	}
	if len(all) == 0 {
		// If the line does not reach the mate, it is explained by its first
		// moves.
		for _, r := range explain.Move(g, line, 0) {
			if explain.Holds(g, line, r) {
				all = append(all, r)
			}
		}
	}
	if len(all) == 0 {
		return []Fact{{Kind: explain.Plain}}
	}
	return all
}

// fault returns what the move played between before and after did wrong, judged
// by the opponent's best reply, or else by what was missed.
func fault(before, after *game.Game, played game.Move, here, next *Place) Fault {
	var replies []Fact
	if len(next.Line) > 0 {
		replies = facts(after, next.Line, next.Score)
	}
	better := facts(before, here.Line, here.Score)
	if f, ok := mate(AllowsMate, replies); ok {
		return f
	}
	if f, ok := mate(MissesMate, better); ok {
		return f
	}
	lost, loses := losing(before, after, played, here.Line[0], next.Line, replies)
	missed, misses := missing(better)
	switch {
	case misses && (!loses || explain.Worth(missed.Piece, missed.At) > explain.Worth(lost.Piece, lost.At)):
		return missed
	case loses:
		return lost
	}
	for _, r := range better {
		if r.Kind == explain.Fork || r.Kind == explain.CheckFork {
			return Fault{Kind: MissesFork, Piece: r.Piece, At: r.At, Other: r.Other, Beside: r.Beside}
		}
	}
	for _, r := range replies {
		if r.Kind == explain.ThreatensMate {
			return Fault{Kind: AllowsMating, N: r.N}
		}
	}
	for _, r := range better {
		if r.Kind == explain.ThreatensMate && !threatens(before, played, r.N) {
			return Fault{Kind: MissesMating, N: r.N}
		}
	}
	for _, r := range replies {
		if r.Kind == explain.Threatens {
			return Fault{Kind: AllowsAttack, Piece: r.Piece, At: r.At}
		}
	}
	return Fault{}
}

// threatens reports whether a move threatens mate in n or sooner.
func threatens(g *game.Game, m game.Move, n int) bool {
	for i := 1; i <= n; i++ {
		if explain.Holds(g, Line{m}, Fact{Kind: explain.ThreatensMate, N: i}) {
			return true
		}
	}
	return false
}

// aPawn is the smallest loss worth mentioning: the worth of an uncrossed pawn.
const aPawn = 100

// retaken reports whether the piece that a reply captures with could be captured
// in turn.
func retaken(after *game.Position, reply Line) bool {
	q := after.After(reply[0])
	return q.Attackers(reply[0].To(), q.Turn(), q.Occupied()).Any()
}

// losing finds what the reply wins because of the move played.
func losing(before, after *game.Game, played, better game.Move, reply Line, replies []Fact) (Fault, bool) {
	for _, r := range replies {
		switch r.Kind {
		case explain.WinsFor:
			if lostAnyway(before.Position(), better, r.At) {
				continue
			}
			return Fault{Kind: LosesFor, Piece: r.Piece, At: r.At, Other: r.Other, Beside: r.Beside}, true
		case explain.Wins:
			kind := cause(before.Position(), after.Position(), played, r.At)
			if kind != Hangs && lostAnyway(before.Position(), better, r.At) {
				continue
			}
			return Fault{Kind: kind, N: max(r.N, 1), Piece: r.Piece, At: r.At}, true
		case explain.CheckFork:
			return Fault{Kind: AllowsFork, Piece: r.Piece, At: r.At}, true
		case explain.Fork:
			return Fault{Kind: AllowsFork, Piece: r.Piece, At: r.At, Other: r.Other, Beside: r.Beside}, true
		case explain.WinsMaterial:
			return Fault{Kind: Loses}, true
		case explain.TakesBack:
			got := before.Position().At(played.To())
			if explain.Worth(r.Piece, r.At)-explain.Worth(got, r.At) >= aPawn && !retaken(after.Position(), reply) {
				return Fault{Kind: Overpays, Piece: r.Piece, At: r.At, Other: got}, true
			}
		}
	}
	return Fault{}, false
}

// missing finds what the better move would have won.
func missing(better []Fact) (Fault, bool) {
	for _, r := range better {
		if r.Kind == explain.Wins || r.Kind == explain.WinsFor {
			return Fault{Kind: MissesWin, N: max(r.N, 1), Piece: r.Piece, At: r.At}, true
		}
	}
	return Fault{}, false
}

func mate(kind FaultKind, facts []Fact) (Fault, bool) {
	for _, r := range facts {
		if r.Kind == explain.Mates || r.Kind == explain.Stalemates {
			return Fault{Kind: kind, N: r.N}, true
		}
	}
	return Fault{}, false
}

// cause returns why the piece on s, after the move played, is lost.
func cause(before, after *game.Position, played game.Move, s game.Square) FaultKind {
	us := before.Turn()
	switch {
	case s == played.To():
		return Hangs
	case explain.InDanger(before).Has(s):
		return Ignores
	case before.Attackers(s, us, before.Occupied()).Has(played.From()) && !after.Attackers(s, us, after.Occupied()).Has(played.To()):
		return Unguards
	}
	return Exposes
}

// lostAnyway reports whether the piece on s could have been taken after the
// better move too: then its loss is not the fault.
func lostAnyway(before *game.Position, better game.Move, s game.Square) bool {
	if better.From() == s {
		s = better.To()
	}
	q := before.After(better)
	return explain.Takeable(&q).Has(s)
}
