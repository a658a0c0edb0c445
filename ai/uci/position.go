package uci

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"yeye/game"
)

// setPosition executes "position startpos|fen FEN [moves …]". Moves continue
// past ends by the rules (repetition, limits): the program on the other side may
// play by other rules.
func (c *conversation) setPosition(text string) error {
	head, moves, _ := strings.Cut(text+" ", " moves ")
	head = strings.TrimSpace(head)
	start := game.Start()
	switch fen, isFEN := strings.CutPrefix(head, "fen "); {
	case isFEN:
		p, err := game.ParseProgramFEN(fen)
		if err != nil {
			return err
		}
		start = p
	case head != "startpos":
		return errors.New("position wants startpos or fen")
	}
	g := game.NewGame(start, game.Asian)
	for i, text := range strings.Fields(moves) {
		m, err := game.ParseMove(text)
		if err == nil {
			err = g.PlayOn(m)
		}
		if err != nil {
			return fmt.Errorf("move %d, %s: %w", i+1, clip(text), err)
		}
	}
	if g.Ply() < c.game.Ply() || start.Key() != c.startKey() {
		// Another game, or a takeback: characters and book draw a new seed even
		// without "ucinewgame".
		c.seed = c.random.Uint64()
	}
	c.game, c.banned = g, nil
	return nil
}

func (c *conversation) startKey() uint64 {
	p := c.game.Start()
	return p.Key()
}

// ban executes UCCI's "banmoves": moves that its referee would punish for
// repetition.
func (c *conversation) ban(text string) error {
	moves, err := game.ParseMoves(text)
	if err == nil {
		c.banned = moves
	}
	return err
}

// allowed returns the moves to choose from when some are banned or only some
// wanted; nil means all.
func (c *conversation) allowed(wanted []game.Move) []game.Move {
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
