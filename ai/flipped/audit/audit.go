// Package audit repeats the characters' searches in a finished game of flipped chess, using only what their player
// could see.
package audit

import (
	"context"
	"strings"

	"yeye/ai/character"
	"yeye/ai/flipped"
	"yeye/game"
	"yeye/game/jieqi"
	"yeye/game/jieqi/pgn"
	"yeye/game/jieqi/seal"
)

// Result is the outcome of an audit.
type Result struct {
	Moves   int   // plies, from 1, at which the character now chooses another move
	Differs []int // plies, from 1, at which the character would now play another move
}

// characterOf returns the character of a sealed name like "character 3".
func characterOf(sealed string) (flipped.Character, bool) {
	digit, ok := strings.CutPrefix(sealed, "character ")
	if !ok {
		return flipped.Character{}, false
	}
	l, ok := character.Parse(digit)
	if !ok {
		return flipped.Character{}, false
	}
	return flipped.CharacterAt(l)
}

// Moves repeats the search of every character move in a record, using only what its player could see and the seed that
// follows from the seal. If all moves are the same, the character did not look at hidden pieces. Another version of the
// engine plays other moves, and so does a machine so slow that the bot cut its searches short.
func Moves(ctx context.Context, r *pgn.Record) (a Result, err error) {
	s := r.Seal
	if s == nil {
		return a, pgn.ErrNotOpened
	}
	seed := seal.MoveSeed(seal.Key(r.Terms, s.Secret, s.Words[0].Hash, s.Words[1].Hash))
	g, e := jieqi.NewGame(s.Deal), flipped.New()
	for i, ply := range r.Plies {
		side := g.Position().Turn()
		if c, ok := characterOf([2]string{r.Terms.Red, r.Terms.Black}[side]); ok {
			a.Moves++
			same, err := repeatsMove(ctx, e, c, g, ply.Move, seed)
			if err != nil {
				return a, err
			}
			if !same {
				a.Differs = append(a.Differs, i+1)
			}
		}
		if err := g.Play(ply.Move); err != nil {
			return a, err
		}
	}
	return a, nil
}

// repeatsMove reports whether c plays m. The record does not say whether captures were open, so either view is
// accepted: the player's, who knows only their own captures of face-down pieces, or the open one, which shows all of
// them.
func repeatsMove(ctx context.Context, e *flipped.Engine, c flipped.Character, g *jieqi.Game, m game.Move,
	seed uint64) (bool, error) {
	for _, viewer := range []jieqi.Viewer{jieqi.PlayerOf(g.Position().Turn()), jieqi.Everything} {
		v := g.View(viewer)
		x, err := c.Choose(ctx, e, &v, seed)
		if err != nil {
			return false, err
		}
		if err := ctx.Err(); err != nil {
			return false, err
		}
		if x.Move == m {
			return true, nil
		}
	}
	return false, nil
}
