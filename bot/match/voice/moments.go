package voice

import (
	"slices"

	"yeye/ai/tactics"
	"yeye/game"
)

// Moment is something that has happened in a game. Role is NoRole if the kind is about no piece; N depends on the kind.
type Moment struct {
	Kind Kind
	Role game.Role
	N    int
}

// Turn is the state of a game when a character may speak: after its own move, or at the end.
type Turn struct {
	Game    *game.Game
	Side    game.Color   // the character's
	Outcome game.Outcome // of the match, including resignation and time
	// Before and Now are the scores of the character's searches in its previous and its current turn, in centipawns
	// from its own side. They are known if Valued is set.
	Before, Now int
	Valued      bool
	// Also holds events off the board: Return, Takeback, Hint and the like.
	Also []Moment
}

// Thresholds in centipawns, unless stated otherwise.
const (
	majorPiece     = 400
	clearAdvantage = 500
	blunderLoss    = 150 // minimum loss by a blunder
	sacrificeGain  = 50  // a sacrifice that loses no more than this is sound
	decided        = 2000
	drawnValue     = 10    // scores up to this are dead draws
	mateScore      = 30000 // a search scores mate in n plies as 32000-n
	evenValue      = 60
	// An endgame is after endgamePly plies with at most endgamePieces rooks, horses and cannons left. longGamePlies are
	// a hundred moves.
	endgamePly, endgamePieces = 60, 4
	longGamePlies             = 200
)

// Moments returns the moments of a turn, most remarkable first. It does not change t.Game.
func Moments(t *Turn) (all []Moment) {
	if t.Outcome.Over() {
		return endings(t)
	}
	all = append(all, t.Also...)
	if t.Game.Ply() <= 1 {
		all = append(all, Moment{Kind: Greeting})
	}
	l := lastMoves(t)
	if l.hasYours {
		all = append(all, l.aboutYours(t)...)
	}
	if l.hasMine {
		all = append(all, l.aboutMine()...)
	}
	if t.Valued {
		switch {
		case t.Now >= mateScore && t.Before < mateScore:
			all = append(all, Moment{Kind: Mating})
		case t.Now >= clearAdvantage && t.Before < clearAdvantage:
			all = append(all, Moment{Kind: Winning})
		case t.Now <= -clearAdvantage && t.Before > -clearAdvantage:
			all = append(all, Moment{Kind: Losing})
		case max(t.Now, -t.Now, t.Before, -t.Before) <= evenValue && t.Game.Ply() >= endgamePly &&
			attackers(&l.end, game.Red)+attackers(&l.end, game.Black) <= endgamePieces:
			all = append(all, Moment{Kind: Level})
		}
	}
	if n := t.Game.Ply(); n == longGamePlies || n == longGamePlies+1 {
		all = append(all, Moment{Kind: LongGame})
	}
	if t.Valued && max(t.Now, -t.Now) >= decided {
		// Near the end, small talk would take the place of the last line, because of minPliesBetween.
		return slices.DeleteFunc(all, func(m Moment) bool {
			return m.Kind == Checks || m.Kind == Checked || m.Kind == Crosses
		})
	}
	return append(all, l.captures()...)
}

// endings returns the moments of the end of a game.
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

// recentMoves holds the last two moves: the player's, and the character's reply.
type recentMoves struct {
	start, middle, end     game.Position // before the player's move, between, after both
	hasYours, hasMine      bool          // whether the player's and the character's move exist
	yours, mine            game.Move
	yourCapture, myCapture game.Piece // captured pieces, NoPiece if none
	recapture              bool       // the player's move was a recapture
}

func lastMoves(t *Turn) (l recentMoves) {
	g := t.Game.Clone()
	l.end = *g.Position()
	moves := t.Game.Moves()
	n := len(moves)
	if n == 0 || l.end.Turn() == t.Side {
		return l
	}
	l.hasMine, l.mine = true, moves[n-1]
	g.Takeback()
	l.middle = *g.Position()
	l.myCapture = l.middle.At(l.mine.To())
	if n == 1 {
		return l
	}
	l.hasYours, l.yours = true, moves[n-2]
	g.Takeback()
	l.start = *g.Position()
	l.yourCapture = l.start.At(l.yours.To())
	if n > 2 && l.yourCapture != game.NoPiece && moves[n-3].To() == l.yours.To() {
		g.Takeback()
		l.recapture = g.Position().At(l.yours.To()) != game.NoPiece
	}
	return l
}

// aboutYours returns the moments of the player's move, except captures; see captures.
func (l *recentMoves) aboutYours(t *Turn) (all []Moment) {
	if mateMissed(&l.start, l.yours) {
		all = append(all, Moment{Kind: Missed})
	}
	if l.blundered() && t.Valued && t.Now-t.Before >= blunderLoss {
		all = append(all, Moment{Kind: YourBlunder, Role: l.myCapture.Role()})
	}
	if l.sacrificed() && t.Valued && t.Now-t.Before <= sacrificeGain && max(t.Before, -t.Before) < decided &&
		max(t.Before, -t.Before, t.Now, -t.Now) > drawnValue {
		all = append(all, Moment{Kind: Sacrifice, Role: l.middle.At(l.yours.To()).Role()})
	}
	if l.yourCapture == game.NoPiece && l.myCapture == game.NoPiece && !l.middle.InCheck() && t.Valued &&
		t.Before-t.Now >= blunderLoss && max(t.Before, -t.Before) < decided {
		all = append(all, Moment{Kind: Fine})
	}
	if l.wonPiece() && t.Valued && t.Before-t.Now >= blunderLoss {
		all = append(all, Moment{Kind: MyBlunder, Role: l.yourCapture.Role()})
	}
	const opening, middle = 3, game.Files / 2 // the player's first move
	if t.Game.Ply() <= opening && l.start.At(l.yours.From()).Role() == game.Cannon && l.yours.To().File() == middle &&
		l.yours.From().File() != middle && l.yourCapture == game.NoPiece {
		all = append(all, Moment{Kind: Cannon})
	}
	if l.middle.InCheck() {
		all = append(all, Moment{Kind: Checked})
	}
	return all
}

// blundered reports whether the player's move hung a major piece and the character took it.
func (l *recentMoves) blundered() bool {
	if l.yourCapture != game.NoPiece || tactics.Value(l.myCapture, l.mine.To()) < majorPiece ||
		!tactics.Capturable(&l.middle).Has(l.mine.To()) {
		return false
	}
	before := l.start
	if before.InCheck() {
		return false // the check was the cause, not the player
	}
	was := l.mine.To()
	if was == l.yours.To() {
		return true
	}
	return !tactics.InDanger(&before).Has(was)
}

// sacrificed reports whether the player's move put a major piece that was safe where it can be captured.
func (l *recentMoves) sacrificed() bool {
	piece, at := l.middle.At(l.yours.To()), l.yours.To()
	// with fewer attackers left there is nothing to sacrifice for
	return l.yourCapture == game.NoPiece && piece.Role() != game.King && attackers(&l.middle, piece.Color()) >= 3 &&
		tactics.Value(piece, at) >= majorPiece &&
		!l.start.InCheck() && !tactics.InDanger(&l.start).Has(l.yours.From()) && tactics.Capturable(&l.middle).Has(at)
}

// attackers returns how many rooks, horses and cannons a side has.
func attackers(p *game.Position, c game.Color) int {
	return p.Pieces(c, game.Rook).Count() + p.Pieces(c, game.Horse).Count() + p.Pieces(c, game.Cannon).Count()
}

// wonPiece reports whether the player has just captured a hanging major piece: no exchange, and no recapture.
func (l *recentMoves) wonPiece() bool {
	return !l.recapture && tactics.Value(l.yourCapture, l.yours.To()) >= majorPiece &&
		tactics.Capturable(&l.start).Has(l.yours.To()) && l.mine.To() != l.yours.To() && l.myCapture == game.NoPiece
}

func (l *recentMoves) aboutMine() (all []Moment) {
	if l.end.InCheck() {
		all = append(all, Moment{Kind: Checks})
	}
	us := l.middle.Turn()
	if l.middle.At(l.mine.From()).Role() == game.Pawn && !l.mine.From().Crossed(us) && l.mine.To().Crossed(us) {
		all = append(all, Moment{Kind: Crosses})
	}
	return all
}

func (l *recentMoves) captures() (all []Moment) {
	// A trade is no loss, whether the player captured first or recaptures next.
	traded := l.hasYours && l.yourCapture != game.NoPiece && l.mine.To() == l.yours.To()
	if at := l.mine.To(); traded && l.myCapture != game.NoPiece {
		if mine, yours := tactics.Value(l.yourCapture, at),
			tactics.Value(l.myCapture, at); min(mine, yours) >= majorPiece &&
			max(mine-yours, yours-mine) <= blunderLoss {
			all = append(all, Moment{Kind: Trade})
		}
	}
	if l.hasMine && l.myCapture != game.NoPiece && !traded && !tactics.Capturable(&l.end).Has(l.mine.To()) {
		all = append(all, Moment{Kind: Takes, Role: l.myCapture.Role()})
	}
	if l.hasYours && l.yourCapture != game.NoPiece && !l.recapture && !traded {
		all = append(all, Moment{Kind: Loses, Role: l.yourCapture.Role()})
	}
	return all
}

// mateMissed reports whether the side to move had a mate in one and played another move.
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
