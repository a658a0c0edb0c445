package board

import (
	"strings"

	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/game"
	"yeye/game/jieqi"
	"yeye/render"
)

// nameBacks adds the names of face-down pieces, by the letters of their backs.
func nameBacks(r *view.Reader, pieces map[string]string) {
	for _, side := range [2]game.Color{game.Red, game.Black} {
		for role := game.Advisor; role <= game.Pawn; role++ {
			name := r.Text("piece.facedown", locale.Args{"Piece": pieceName(r, game.NewPiece(side, role))})
			pieces[string(render.BackLetter(side, role))] = r.Color(side) + " " + name
		}
		unknown := string(render.BackLetter(side, game.NoRole))
		pieces[unknown] = r.Text("page.unknown", locale.Args{"Side": r.Color(side)})
	}
}

func backsName(st render.Style) string {
	kind := "shown"
	if st.PlainBacks {
		kind = "plain"
	}
	return "backs-" + st.Theme.String() + "-" + st.Pieces.String() + "-" + kind
}

// showFlipped adds a game of flipped chess to a state, as the page's player may know it. A move that revealed a piece
// ends with it, like h2e2=R.
func (c *conn) showFlipped(said map[string]any, w *words.Words, m *match.Match) {
	viewer := jieqi.Watcher
	if c.role.plays {
		viewer = jieqi.PlayerOf(c.role.side)
	}
	v := m.View(viewer)
	at, moves, written, last := v.Start, []string{}, []string{}, ""
	secret := m.Live() && !m.Mode.OpenCaptures()
	for _, ply := range v.Moves {
		side, move, text := at.Turn(), ply.Move.String(), w.Short(&at, ply.Move)
		if ply.Turned != game.NoRole {
			turned := game.NewPiece(side, ply.Turned)
			move += "=" + string(turned.Letter())
			text += "=" + w.PieceWritten(turned)
		}
		moves, written = append(moves, move), append(written, text)
		last = stripMarkup(w.Ply(&at, ply, c.role.plays && side == c.role.side, secret))
		at.Do(ply.Move, ply.Turned)
	}
	var lost [2]string
	for side := range lost {
		for _, role := range capturedRoles {
			lost[side] += strings.Repeat(string(game.NewPiece(game.Color(side), role).Letter()),
				int(v.Captured[side][role]))
		}
		lost[side] += strings.Repeat(string(render.BackLetter(game.Color(side), game.NoRole)), v.Unknown[side])
	}
	said["start"], said["moves"], said["written"], said["last"] = points(&v.Start), moves, written, last
	said["first"], said["captured"], said["check"] = v.Start.Turn(), lost, v.Position.InCheck()
	if c.role.plays && m.Live() && !m.AsksForWord() {
		alone := *c.reader
		alone.Words, alone.Alone = w, c.session.player
		notes := view.Unseen(&alone, m)
		for i := range notes {
			notes[i] = stripMarkup(notes[i])
		}
		said["notes"] = notes
	}
}
