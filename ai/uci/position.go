package uci

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"yeye/game"
	"yeye/game/notation"
	"yeye/game/record"
)

// setPosition executes "position startpos|fen FEN [moves …]". Moves may continue after the rules ended the game
// (repetition, limits), because the other program may use other rules. A position that is refused leaves the previous
// one unchanged.
func (c *session) setPosition(text string) error {
	r, lowest, err := readPosition(text)
	if c.refused = err != nil; c.refused {
		return fmt.Errorf("%w; the position before it stays", err)
	}
	start, g := r.Start, game.NewGame(r.Start, game.Asian)
	for _, m := range r.Moves() {
		if err := g.PlayOn(m); err != nil {
			return err
		}
	}
	if lowest == 1 && c.lowest == 0 {
		c.reportError("the ranks of these moves are read as 1 to 10; answers count them from 0 to 9")
	}
	c.lowest = lowest
	if g.Ply() < c.game.Ply() || start.Key() != c.startKey() {
		// Another game, or a takeback: characters and book draw a new seed even without "ucinewgame".
		c.seed = c.random.Uint64()
	}
	c.game, c.banned = g, nil
	return nil
}

// readPosition parses the arguments of "position": the start position, in any common form, and the moves. lowest is the
// number of the first rank, 0 or 1.
func readPosition(text string) (r *record.Record, lowest int, err error) {
	head, moves, _ := strings.Cut(text+" ", " moves ")
	head = strings.TrimSpace(head)
	r = record.New(game.Start())
	switch fen, isFEN := strings.CutPrefix(head, "fen "); {
	case isFEN:
		r, err = record.ReadPosition(fen)
	case strings.Contains(head, "/"):
		r, err = record.ReadPosition(head)
	case head != "startpos":
		err = errors.New("position wants startpos or fen")
	}
	if err == nil {
		var line []record.Ply
		line, lowest, err = record.PlayList(r.Position(), strings.Fields(moves))
		if err == nil {
			r.Line = append(r.Line, line...)
		}
	}
	var at *record.MoveError
	if errors.As(err, &at) {
		err = fmt.Errorf("move %d, %s: %w", at.Ply, clip(at.Text), at.Err)
	}
	return r, lowest, err
}

// readMove parses a move of "go". Its ranks are numbered as in the moves of the position.
func (c *session) readMove(text string) (game.Move, error) {
	if c.lowest == 0 {
		return game.ParseMove(text)
	}
	return notation.ReadRanked(c.game.Position(), text, c.lowest, notation.Coordinates)
}

func (c *session) startKey() uint64 {
	p := c.game.Start()
	return p.Key()
}

// ban executes UCCI's "banmoves": moves that the referee would punish as repetition.
func (c *session) ban(text string) error {
	var moves []game.Move
	for _, word := range strings.Fields(text) {
		m, err := c.readMove(word)
		if err != nil {
			return err
		}
		moves = append(moves, m)
	}
	c.banned = moves
	return nil
}

// allowed returns the moves to search, given those wanted and the banned ones; nil means all.
func (c *session) allowed(wanted []game.Move) []game.Move {
	if len(c.banned) == 0 {
		return wanted
	}
	var moves []game.Move
	for _, m := range c.game.Position().LegalMoves(nil) {
		if !slices.Contains(c.banned, m) && (len(wanted) == 0 || slices.Contains(wanted, m)) {
			moves = append(moves, m)
		}
	}
	return moves
}
