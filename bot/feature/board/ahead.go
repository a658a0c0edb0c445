package board

import (
	"context"
	"errors"
	"strings"

	"yeye/bot/id"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view"
	"yeye/game"
	"yeye/game/notation"
)

// Premoves, and conditional moves in games with days per move. They are sent only to connections of the player who set
// them.

// setPremove stores a premove.
func (c *conn) setPremove(ctx context.Context, by match.Actor, a pageMessage, m *match.Match,
	reader *view.Reader) (match.Change, error) {
	move, err := game.ParseMove(a.Text)
	if err != nil {
		move, err = m.ReadPremove(notation.Parse(a.Text), reader.Notation())
	}
	if side, seated := m.SeatOf(by.Player); err != nil && seated && m.Status == match.Open && side != m.ToMove() {
		return match.Change{}, err
	}
	return c.Matches.SetPremove(ctx, by, m.ID, a.Turn, move)
}

// setLines stores the conditional moves of a text; an empty text removes them.
func (c *conn) setLines(ctx context.Context, by match.Actor, a pageMessage, of id.Match,
	reader *view.Reader) (match.Change, error) {
	if strings.TrimSpace(a.Text) == "" {
		made, err := c.Matches.DropLines(ctx, by, of)
		if errors.Is(err, match.ErrNoLines) { // which is what the player wants
			err = nil
		}
		return made, err
	}
	given, _ := notation.ParseBranches(a.Text)
	return c.Matches.SetLines(ctx, by, of, a.Turn, given, reader.Notation())
}

// try returns the board after the moves of a line, in coordinates, that the player is composing on the page. It changes
// nothing. It returns an error if such a line is not possible now.
func (c *conn) try(a pageMessage, m *match.Match, reader *view.Reader) (any, error) {
	side, seated := m.SeatOf(c.session.player)
	moves, err := game.ParseMoves(a.Text)
	if err != nil {
		return nil, err
	}
	if !seated || m.Turn != a.Turn || m.Status != match.Open || side == m.ToMove() || !m.TakesLines() ||
		len(moves) > match.MaxLine || !actID.MatchString(a.ID) {
		return nil, errUnknownAct
	}
	g, w := m.Game.Clone(), reader.Words.WithPieces(nil).WithFaces(nil)
	written := []string{}
	for _, move := range moves {
		written = append(written, w.Short(g.Position(), move))
		if err := g.Play(move); err != nil {
			return nil, err
		}
	}
	p := g.Position()
	tried := map[string]any{"is": "tried", "id": a.ID, "points": points(p), "written": written, "check": p.InCheck()}
	if len(moves) < match.MaxLine && !g.Outcome().Over() {
		tried["legal"] = targets(p.LegalMoves(nil))
	}
	return tried, nil
}

// lines holds the player's conditional moves: the remaining moves of each line, in notation, starting with the
// opponent's.
type lines struct {
	All   [][]string `json:"all"`
	Ended bool       `json:"ended,omitempty"`
}

// addPremoves adds the player's premove and conditional moves to a state, and, while the opponent is to move, the
// possible ones.
func (c *conn) addPremoves(said map[string]any, m *match.Match, you game.Color) {
	w := c.reader.Words.WithPieces(nil).WithFaces(nil)
	kept, own := m.Premoves[you], &m.Lines[you]
	switch {
	case kept.Missed:
		said["missed"] = stripMarkup(w.Text("premove.missed", locale.Args{"Move": view.PremoveText(w, m, kept)}))
	case own.Ended:
		said["missed"] = stripMarkup(w.Text("lines.ended"))
	}
	if you == m.ToMove() {
		return
	}
	if kept.Pending() {
		said["premove"] = kept.Move.String()
	}
	if !own.Pending() {
		p := m.NullMovePosition()
		said["ahead"] = targets(match.Premovable(&p))
	}
	if m.TakesLines() {
		shown := lines{All: [][]string{}, Ended: own.Ended}
		for _, line := range m.RemainingLines(you) {
			shown.All = append(shown.All, view.Line(m, line,
				func(p *game.Position, move game.Move) string { return w.Short(p, move) }))
		}
		said["lines"] = shown
	}
}
