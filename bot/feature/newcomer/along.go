package newcomer

import (
	"context"
	"errors"
	"slices"

	"yeye/ai/explain"
	"yeye/bot/discord"
	"yeye/bot/fairplay"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/view"
	"yeye/bot/view/words"
	"yeye/game"
	"yeye/render"
)

// thing is what a game leaves to take along: the rules of the game and of exchanges show it, no engine.
type thing struct {
	kind string        // the key of its text
	at   game.Position // which its picture shows
	last game.Move     // that led there
	move game.Move     // that could have been played, or was and took something
	n    int           // the number of the move
}

// The kinds, the most important first.
const (
	mateMissed = "mate" // the player could have mated at once
	pieceLost  = "lost" // the opponent took something for nothing
	freeMissed = "free" // the player could have taken something for nothing
	nothing    = "none" // the player left nothing to be taken
)

// lessonOf names the task of the lessons that practices what was missed.
var lessonOf = map[string]string{mateMissed: "9.1", pieceLost: "1.2", freeMissed: "1.2"}

// longEnough is how many plies a game has at least that leaves something to take along.
const longEnough = 6

// thing returns what a finished game of a newcomer's leaves to take along; ok is false for other games, and where nothing may be said.
func (n *newcomer) thing(ctx context.Context, r *view.Reader, m *match.Match) (t thing, ok bool, err error) {
	side, versus := m.Opponent()
	player := m.Seats[side.Other()]
	beginner := versus && m.Mode.Kind == match.Versus.Kind && player.Human() && !player.Gone() && match.MarksFor(m.Seats[side].Level) && r.Newcomer(m.Newcomer())
	if !beginner || m.Status != match.Ended || m.Ruling == match.RuledOver || m.Game.Ply() < longEnough {
		return t, false, nil
	}
	t = along(m.Game, side.Other())
	if _, err := n.FairPlay.Ask(ctx, []id.Player{player.Player}, game.NewGame(t.at, game.NoRepetition), fairplay.Told); err != nil {
		if errors.Is(err, match.ErrLivePosition) {
			err = nil
		}
		return t, false, err
	}
	return t, t.kind != "", nil
}

// along finds what a game leaves a side to take along: a missed mate, or else the dearest of what was lost and what was not taken. It
// is the zero thing if the side lost more than it had for it, and nothing for nothing: that is no praise.
func along(g *game.Game, side game.Color) thing {
	moves := g.Moves()
	winner, _ := g.Outcome().Result.Winner()
	won := g.Outcome().Over() && winner == side
	var lost, missed thing
	lostWorth, missedWorth, traded := 0, 0, false // traded says that something was lost for less
	p, last, taken := g.Start(), game.NoMove, 0   // taken is the worth of what the side's last move took
	for i, m := range moves {
		number, took := p.MoveNumber(), worth(&p, m)
		if p.Turn() == side {
			if mate := mates(&p); mate != game.NoMove && i < len(moves)-1 {
				return thing{mateMissed, p, last, mate, number}
			}
			if takes := free(&p); len(takes) > 0 && took == 0 && !p.InCheck() && takes[0].gain > missedWorth && !better(p, moves[i:], takes[0].gain) {
				missed, missedWorth = thing{freeMissed, p, last, takes[0].move, number}, takes[0].gain
			}
			taken = took
		} else if took > 0 && !(won && i+sacrifice >= len(moves)) {
			gain, had := explain.Exchange(&p, m), taken // had is the worth of what the side took before and after
			net := gain - had
			if i+1 < len(moves) {
				after := p.After(m)
				answer := worth(&after, moves[i+1])
				if had += answer; moves[i+1].To() != m.To() { // what is taken back there has been counted
					net -= answer
				}
			}
			switch {
			case net < piece:
			case had > 0 || gain <= took-leastGain: // or could have taken back
				traded = true
			case net > lostWorth:
				lost, lostWorth = thing{pieceLost, p, last, m, number}, net
			}
		}
		p.Do(m)
		last = m
	}
	switch {
	case lostWorth > 0 && lostWorth >= missedWorth:
		return lost
	case missedWorth > 0:
		return missed
	case traded:
		return thing{}
	}
	return thing{nothing, p, last, game.NoMove, 0}
}

// better reports whether the moves played, which begin with one of the side to move, soon gained it as much as a capture would have. To
// take back is no such gain: the other side chose that exchange.
func better(p game.Position, moves []game.Move, gain int) bool {
	net, us, last := 0, p.Turn(), game.NoMove // last is the other side's, if it took something
	for _, m := range moves[:min(len(moves), soon)] {
		took := worth(&p, m)
		switch {
		case p.Turn() != us:
			net -= took
			if last = game.NoMove; took > 0 {
				last = m
			}
		case took > 0 && (last == game.NoMove || last.To() != m.To()) && net+explain.Exchange(&p, m) >= gain-leastGain:
			return true
		default:
			net += took
		}
		p.Do(m)
	}
	return !p.HasLegal() && p.Turn() != us
}

const (
	// soon is how many plies what a move prepares may take: with the third move of its side.
	soon = 5
	// leastGain is the least gain of a capture that counts, in hundredths of a pawn: an even exchange gains less.
	leastGain = 90
	// piece is the least that counts as lost: more than a pawn, in hundredths of one.
	piece = 150
	// sacrifice is how many plies before the end of a game that was won something given counts as part of winning it.
	sacrifice = 8
)

// worth returns the worth of what a move takes, 0 for nothing.
func worth(p *game.Position, m game.Move) int {
	if taken := p.At(m.To()); taken != game.NoPiece {
		return explain.Worth(taken, m.To())
	}
	return 0
}

// capture is a capture and what it gains.
type capture struct {
	move game.Move
	gain int
}

// free returns the captures that gain something for the side to move, after which the other side can neither win at once nor take
// something for nothing; the dearest first.
func free(p *game.Position) (all []capture) {
	for _, m := range p.LegalCaptures(nil) {
		gain := explain.Exchange(p, m)
		if gain < leastGain {
			continue
		}
		after := p.After(m)
		if !after.HasLegal() || mates(&after) == game.NoMove && explain.Takeable(&after).Empty() {
			all = append(all, capture{m, gain})
		}
	}
	slices.SortStableFunc(all, func(a, b capture) int { return b.gain - a.gain })
	return all
}

// mates returns a move that ends the game at once, game.NoMove if there is none.
func mates(p *game.Position) game.Move {
	for _, m := range p.LegalMoves(nil) {
		if after := p.After(m); !after.HasLegal() {
			return m
		}
	}
	return game.NoMove
}

// text says it in a sentence.
func (t *thing) text(w *words.Words) string {
	args := locale.Args{"Number": t.n}
	if t.move != game.NoMove {
		args["Move"] = w.Move(&t.at, t.move)
		if taken := t.at.At(t.move.To()); taken != game.NoPiece {
			args["Piece"] = w.PieceWritten(taken)
		}
	}
	return w.Text("newcomer.along."+t.kind, args)
}

// take answers with the picture of what to take along.
func (n *newcomer) take(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	m, err := n.Matches.Get(ctx, c.ID)
	if err != nil {
		return interaction.Response{}, err
	}
	side, seated := m.SeatOf(r.Player)
	if !seated {
		return interaction.Response{}, match.ErrNotSeated
	}
	reader := n.Readers.For(r)
	t, ok, err := n.thing(ctx, reader, &m)
	if err != nil {
		return interaction.Response{}, err
	}
	if !ok {
		return interaction.Response{}, match.ErrStale
	}
	return interaction.Response{Work: func(context.Context) (interaction.Response, error) {
		v := render.View{Position: t.at, Below: side, Style: reader.Style()}
		v.Style.Newcomer = true
		v.Marks.LastMove, v.Marks.Hint = t.last, t.move
		if t.move != game.NoMove && t.at.At(t.move.To()) != game.NoPiece {
			v.Marks.Threatened = game.BB(t.move.To())
		}
		return n.Painter.Answer(reader.Words, v, "", discord.Message{Content: "💡 " + t.text(reader.Words)})
	}}, nil
}
