package voice

import (
	"slices"

	"yeye/ai/tactics"
	"yeye/game"
)

// Moment is something that has happened on the board. Role is NoRole where the kind
// is about no piece.
type Moment struct {
	Kind Kind
	Role game.Role
	N    int
}

// Turn is the board when a character may speak: its own move has just been played,
// or the game has ended.
type Turn struct {
	Game    *game.Game
	Side    game.Color   // the character's
	Outcome game.Outcome // as the match ended, by resignation or time too
	// Before and Now are the values that the character's search gave the position
	// in its previous turn and in this one, from its own side. They are known if
	// Valued is set.
	Before, Now int
	Valued      bool
	// Also is what happened beside the board: Return, Takeback, Hint and the like.
	Also []Moment
}

// A piece worth talking about is at least a horse; being clearly better is being a
// piece ahead.
const (
	dear    = 400
	clearly = 500
	gained  = 150 // what a blunder costs at least
	nothing = 50  // a sacrifice that gives no more than this is sound
	over    = 2000
	dead    = 10    // what a drawn game is worth to either side at most
	mating  = 30000 // searches value a mate in n plies 32000-n
	even    = 60
	// An endgame begins after late plies, when few rooks, horses and cannons are left; hundred plies make a hundred
	// moves.
	late, few = 60, 4
	hundred   = 200
)

// Moments returns the moments of a turn, the most remarkable first. It
// does not change the game.
func Moments(t *Turn) (all []Moment) {
	if t.Outcome.Over() {
		return endings(t)
	}
	all = append(all, t.Also...)
	if t.Game.Ply() <= 1 {
		all = append(all, Moment{Kind: Greeting})
	}
	l := lastMoves(t)
	if l.yours {
		all = append(all, l.aboutYours(t)...)
	}
	if l.own {
		all = append(all, l.aboutOwn()...)
	}
	if t.Valued {
		switch {
		case t.Now >= mating && t.Before < mating:
			all = append(all, Moment{Kind: Mating})
		case t.Now >= clearly && t.Before < clearly:
			all = append(all, Moment{Kind: Winning})
		case t.Now <= -clearly && t.Before > -clearly:
			all = append(all, Moment{Kind: Losing})
		case max(t.Now, -t.Now, t.Before, -t.Before) <= even && t.Game.Ply() >= late &&
			attackers(&l.end, game.Red)+attackers(&l.end, game.Black) <= few:
			all = append(all, Moment{Kind: Level})
		}
	}
	if n := t.Game.Ply(); n == hundred || n == hundred+1 {
		all = append(all, Moment{Kind: LongGame})
	}
	if t.Valued && max(t.Now, -t.Now) >= over {
		// The end is near, and small talk would take the last line's place.
		return slices.DeleteFunc(all, func(m Moment) bool {
			return m.Kind == Checks || m.Kind == Checked || m.Kind == Crosses
		})
	}
	return append(all, l.captures()...)
}

// endings returns what can be said of the end of a game.
func endings(t *Turn) []Moment {
	w, ok := t.Outcome.Result.Winner()
	switch {
	case !ok:
		return []Moment{{Kind: Drawn}}
	case w != t.Side:
		return []Moment{{Kind: Lost}}
	case t.Outcome.Method == game.Resignation:
		return []Moment{{Kind: Resigned}, {Kind: Won}}
	}
	return []Moment{{Kind: Won}}
}

// last holds the last two moves: the player's and the character's answer.
type last struct {
	start, middle, end game.Position // before the player's move, between, after both
	yours, own         bool          // which of the moves exist
	your, mine         game.Move
	yourHit, myHit     game.Piece // what they took
	traded             bool       // the player's capture was a recapture
}

func lastMoves(t *Turn) (l last) {
	g := t.Game.Clone()
	l.end = *g.Position()
	moves := t.Game.Moves()
	n := len(moves)
	if n == 0 || l.end.Turn() == t.Side {
		return l
	}
	l.own, l.mine = true, moves[n-1]
	g.Takeback()
	l.middle = *g.Position()
	l.myHit = l.middle.At(l.mine.To())
	if n == 1 {
		return l
	}
	l.yours, l.your = true, moves[n-2]
	g.Takeback()
	l.start = *g.Position()
	l.yourHit = l.start.At(l.your.To())
	if n > 2 && l.yourHit != game.NoPiece && moves[n-3].To() == l.your.To() {
		g.Takeback()
		l.traded = g.Position().At(l.your.To()) != game.NoPiece
	}
	return l
}

// aboutYours returns the moments of the player's move, except captures.
func (l *last) aboutYours(t *Turn) (all []Moment) {
	if mateMissed(&l.start, l.your) {
		all = append(all, Moment{Kind: Missed})
	}
	if l.gave() && t.Valued && t.Now-t.Before >= gained {
		all = append(all, Moment{Kind: YourBlunder, Role: l.myHit.Role()})
	}
	if l.offered() && t.Valued && t.Now-t.Before <= nothing && max(t.Before, -t.Before) < over &&
		max(t.Before, -t.Before, t.Now, -t.Now) > dead {
		all = append(all, Moment{Kind: Sacrifice, Role: l.middle.At(l.your.To()).Role()})
	}
	if l.yourHit == game.NoPiece && l.myHit == game.NoPiece && !l.middle.InCheck() && t.Valued &&
		t.Before-t.Now >= gained && max(t.Before, -t.Before) < over {
		all = append(all, Moment{Kind: Fine})
	}
	if l.wonFreely() && t.Valued && t.Before-t.Now >= gained {
		all = append(all, Moment{Kind: MyBlunder, Role: l.yourHit.Role()})
	}
	const opening, middle = 3, game.Files / 2 // the player's first move
	if t.Game.Ply() <= opening && l.start.At(l.your.From()).Role() == game.Cannon && l.your.To().File() == middle &&
		l.your.From().File() != middle && l.yourHit == game.NoPiece {
		all = append(all, Moment{Kind: Cannon})
	}
	if l.middle.InCheck() {
		all = append(all, Moment{Kind: Checked})
	}
	return all
}

// gave reports whether the player's move let a dear piece be taken for nothing, and
// the character took it.
func (l *last) gave() bool {
	if l.yourHit != game.NoPiece || tactics.Value(l.myHit, l.mine.To()) < dear ||
		!tactics.Takeable(&l.middle).Has(l.mine.To()) {
		return false
	}
	before := l.start
	if before.InCheck() {
		return false // the check was the cause, not the player
	}
	was := l.mine.To()
	if was == l.your.To() {
		return true
	}
	return !tactics.InDanger(&before).Has(was)
}

// offered reports whether the player's move put a dear piece, which had been safe,
// where it can be captured.
func (l *last) offered() bool {
	piece, at := l.middle.At(l.your.To()), l.your.To()
	// else there is nothing to win
	return l.yourHit == game.NoPiece && piece.Role() != game.King && attackers(&l.middle, piece.Color()) >= 3 &&
		tactics.Value(piece, at) >= dear &&
		!l.start.InCheck() && !tactics.InDanger(&l.start).Has(l.your.From()) && tactics.Takeable(&l.middle).Has(at)
}

// attackers returns how many rooks, horses and cannons a side has.
func attackers(p *game.Position, c game.Color) int {
	return p.Pieces(c, game.Rook).Count() + p.Pieces(c, game.Horse).Count() + p.Pieces(c, game.Cannon).Count()
}

// wonFreely reports whether the player has just taken a dear piece for nothing: no
// exchange, and no recapture.
func (l *last) wonFreely() bool {
	return !l.traded && tactics.Value(l.yourHit, l.your.To()) >= dear &&
		tactics.Takeable(&l.start).Has(l.your.To()) && l.mine.To() != l.your.To() && l.myHit == game.NoPiece
}

func (l *last) aboutOwn() (all []Moment) {
	if l.end.InCheck() {
		all = append(all, Moment{Kind: Checks})
	}
	us := l.middle.Turn()
	if l.middle.At(l.mine.From()).Role() == game.Pawn && !l.mine.From().Crossed(us) && l.mine.To().Crossed(us) {
		all = append(all, Moment{Kind: Crosses})
	}
	return all
}

func (l *last) captures() (all []Moment) {
	// A trade is not a loss: neither where the player took first, nor where the player takes back next.
	traded := l.yours && l.yourHit != game.NoPiece && l.mine.To() == l.your.To()
	if at := l.mine.To(); traded && l.myHit != game.NoPiece {
		if mine, yours := tactics.Value(l.yourHit, at),
			tactics.Value(l.myHit, at); min(mine, yours) >= dear && max(mine-yours, yours-mine) <= gained {
			all = append(all, Moment{Kind: Trade})
		}
	}
	if l.own && l.myHit != game.NoPiece && !traded && !tactics.Takeable(&l.end).Has(l.mine.To()) {
		all = append(all, Moment{Kind: Takes, Role: l.myHit.Role()})
	}
	if l.yours && l.yourHit != game.NoPiece && !l.traded && !traded {
		all = append(all, Moment{Kind: Loses, Role: l.yourHit.Role()})
	}
	return all
}

// mateMissed reports whether the side to move could have mated with a move other
// than the one it played.
func mateMissed(p *game.Position, played game.Move) bool {
	if after := p.After(played); !after.HasLegal() {
		return false
	}
	var buf [game.MaxMoves]game.Move
	for _, m := range p.LegalMoves(buf[:0]) {
		if p.GivesCheck(m) {
			if after := p.After(m); !after.HasLegal() {
				return true
			}
		}
	}
	return false
}
