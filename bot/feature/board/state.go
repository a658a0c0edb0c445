package board

import (
	"strings"

	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view"
	"yeye/game"
	"yeye/render"
)

// greeting is the first message of a connection: how the page looks to the player, and its words.
func (c *conn) greeting() any {
	r := c.reader
	style := r.Style()
	texts := map[string]string{}
	for _, key := range texted {
		texts[key] = r.Text("page." + key)
	}
	for key, of := range shared {
		texts[key] = r.Text(of)
	}
	pieces := map[string]string{}
	for _, side := range [2]game.Color{game.Red, game.Black} {
		for role := game.King; role <= game.Pawn; role++ {
			p := game.NewPiece(side, role)
			name := r.Role(role)
			if glyph := r.Glyph(p); name != glyph && !r.Chinese() {
				name = glyph + " " + name
			}
			pieces[string(p.Letter())] = r.Color(side) + " " + name
		}
	}
	return map[string]any{"is": "hello", "language": r.Tag(), "texts": texts, "pieces": pieces,
		"turning": r.Prefs.Turning != "red",
		"look": map[string]any{"theme": style.Theme.String(), "colors": style.Theme.Colors(),
			"pieces": piecesName(style), "boards": [2]string{boardName(style, game.Red), boardName(style, game.Black)}}}
}

// shared are the words that the page has in common with cards.
var shared = map[string]string{"draw": "control.draw", "undo": "control.undo", "resign": "control.resign",
	"resign.sure": "control.resign.sure", "accept": "control.accept", "decline": "control.decline",
	"playon": "control.playon",
	"anyway": "control.sure", "undo.warn": "ask.undo", "undo.sure": "control.undo.sure", "keep": "control.keep"}

// texted are the keys of the page's own words, without what they all begin with.
var texted = []string{"flip", "moves", "now", "send", "type", "lost", "dropped", "check", "captured", "point", "can",
	"takes", "selected", "board", "start"}

// seat is a side of the board, as the page shows it.
type seat struct {
	Name      string `json:"name"`
	Character bool   `json:"character,omitempty"`
}

// clock are the clocks of a match at an instant, in milliseconds.
type clock struct {
	Left [2]int64 `json:"left"`
	Runs int      `json:"runs"` // the side whose time runs, -1 for none
	Flag int64    `json:"flag"` // until its flag falls
	Days bool     `json:"days,omitempty"`
}

func (c *conn) clock(m *match.Match) *clock {
	if m.Clock.None() {
		return nil
	}
	now := c.DB.Now()
	k := &clock{Runs: -1, Days: m.Clock.Days > 0}
	for side := range k.Left {
		k.Left[side] = m.LeftAt(game.Color(side), now).Milliseconds()
	}
	if at, falls := m.FlagAt(now); falls {
		k.Flag = max(0, at.Sub(now)).Milliseconds()
		if !m.Clock.Since.IsZero() {
			k.Runs = int(m.ToMove())
		}
	}
	return k
}

// times is what a page that shows a revision already must hear when it comes back.
func (c *conn) times(m *match.Match) any {
	return map[string]any{"is": "times", "rev": m.Rev, "clock": c.clock(m)}
}

// state is a match as one player sees it.
func (c *conn) state(m *match.Match) any {
	w := c.reader.Words.Showing(nil).Facing(nil)
	you, _ := m.SeatOf(c.session.player)
	start := m.Game.Start()
	said := map[string]any{
		"is": "state", "rev": m.Rev, "turn": m.Turn, "you": you, "open": m.Status == match.Open, "toMove": m.ToMove(),
		"start": points(&start), "captured": captured(m), "check": m.Game.Position().InCheck(), "clock": c.clock(m),
	}
	moves := []string{}
	written := []string{}
	at, last := start, ""
	for _, one := range m.Game.Moves() {
		moves = append(moves, one.String())
		written = append(written, w.Short(&at, one))
		before := at
		at.Do(one)
		last = w.Aloud(&before, one, at.InCheck())
	}
	said["moves"], said["written"], said["last"], said["first"] = moves, written, last, start.Turn()
	var seats [2]seat
	for side, s := range m.Seats {
		seats[side].Character = s.Character()
		switch seats[side].Name = locale.Visible(s.Name, 32); {
		case s.Character():
			seats[side].Name = w.Character(s.Level)
		case seats[side].Name == "" || s.Gone():
			seats[side].Name = w.Color(game.Color(side))
		}
	}
	said["seats"] = seats
	switch {
	case m.Status == match.Ended:
		said["status"] = strings.ReplaceAll(view.Finale(w, m, [2]string{seats[0].Name, seats[1].Name}), "**", "")
	case m.Status == match.Adjourned:
		said["status"] = w.Text("page.adjourned")
	case m.ToMove() == you:
		said["status"] = w.Text("page.yours")
	default:
		said["status"] = w.Text("page.theirs", locale.Args{"Who": seats[m.ToMove()].Name})
	}
	if m.Status == match.Open {
		said["undo"], said["undoAsks"], said["draw"] = m.MayTakeBack(), m.AskingUncounts(c.session.player),
			m.Mode.People
		if m.ToMove() == you {
			said["legal"] = legal(m.Game.Position())
		}
		if o := m.Offer; o.Kind != match.NoOffer {
			said["offer"] = map[string]any{"which": view.OfferArg(o), "turn": o.Turn, "text": c.offered(m, seats),
				"mine": o.By == you, "here": o.By != you && offers[o.Kind] != ""}
		}
	}
	return said
}

// offers are the offers that are answered on the page, with the words for them. Others are answered in Discord.
var offers = map[match.OfferKind]string{match.OfferDraw: "page.offer.draw", match.OfferTakeback: "page.offer.undo",
	match.OfferResign: "page.offer.resign"}

// offered says what is offered, to the player who reads it.
func (c *conn) offered(m *match.Match, seats [2]seat) string {
	o := m.Offer
	who := locale.Args{"Who": seats[o.By].Name}
	mine := m.Seats[o.By].Player == c.session.player
	switch {
	case mine:
		return c.reader.Text("page.offer.mine")
	case offers[o.Kind] == "":
		return c.reader.Text("page.offer.other")
	}
	return c.reader.Text(offers[o.Kind], who)
}

// points writes a position as 90 letters, from a0 to i9; a dot is an empty point.
func points(p *game.Position) string {
	var b strings.Builder
	for s := range game.Square(game.Squares) {
		if x := p.At(s); x == game.NoPiece {
			b.WriteByte('.')
		} else {
			b.WriteByte(x.Letter())
		}
	}
	return b.String()
}

// legal returns the points to which each piece can move, by its own: "h2": "e2 g2 …".
func legal(p *game.Position) map[string]string {
	all := map[string]string{}
	for _, m := range p.LegalMoves(nil) {
		from := m.From().String()
		all[from] = strings.TrimSpace(all[from] + " " + m.To().String())
	}
	return all
}

// captured returns the letters of the pieces that each side has lost.
func captured(m *match.Match) (all [2]string) {
	lost := render.Captured(m.Game.Start(), *m.Game.Position())
	for side := range lost {
		for _, role := range []game.Role{game.Rook, game.Cannon, game.Horse, game.Elephant, game.Advisor, game.Pawn} {
			all[side] += strings.Repeat(string(game.NewPiece(game.Color(side), role).Letter()), int(lost[side][role]))
		}
	}
	return all
}
