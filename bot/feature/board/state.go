package board

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"strings"
	"time"

	"github.com/gorilla/websocket"

	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/game"
	"yeye/game/notation"
	"yeye/render"
)

// greeting returns the first message of a connection: texts and appearance of the page.
func (c *conn) greeting(m *match.Match) any {
	r := c.reader
	style := r.Style()
	texts := map[string]string{}
	for _, key := range pageKeys {
		texts[key] = r.Text("page." + key)
	}
	for key, of := range sharedTexts {
		texts[key] = r.Text(of)
	}
	texts["red"], texts["black"] = r.Color(game.Red), r.Color(game.Black)
	pieces := map[string]string{}
	for _, side := range [2]game.Color{game.Red, game.Black} {
		for role := game.King; role <= game.Pawn; role++ {
			p := game.NewPiece(side, role)
			pieces[string(p.Letter())] = r.Color(side) + " " + pieceName(r, p)
		}
	}
	look := map[string]any{"theme": style.Theme.String(), "colors": style.Theme.Colors(),
		"pieces": piecesName(style), "boards": [2]string{boardName(style, game.Red), boardName(style, game.Black)}}
	if m.Mode.FaceDown() {
		look["backs"] = backsName(style)
		nameBacks(r, pieces)
	}
	return map[string]any{"is": "hello", "language": r.Tag(), "texts": texts, "pieces": pieces,
		"turning": r.Prefs.Turning != "red", "look": look}
}

// pieceName names a piece by its character and its word, where these differ.
func pieceName(r *view.Reader, p game.Piece) string {
	glyph, name := r.Glyph(p), r.Piece(p)
	if name == glyph {
		return name
	}
	return glyph + " " + name
}

// sharedTexts maps texts of the page to keys of texts that cards use too.
var sharedTexts = map[string]string{"draw": "control.draw", "undo": "control.undo", "resign": "control.resign",
	"resign.sure": "control.resign.sure", "accept": "control.accept", "decline": "control.decline",
	"playon": "control.playon", "comma": "list.comma",
	"drop": "control.drop", "lines": "lines.form", "lines.label": "lines.form.label",
	"lines.example": "lines.form.example", "lines.add": "control.answers", "lines.change": "control.answers.change",
	"lines.drop": "control.answers.drop",
	"anyway":     "control.sure", "undo.warn": "ask.undo", "undo.sure": "control.undo.sure", "keep": "control.keep"}

// pageKeys are the keys of the page's own texts, without the prefix "page.".
var pageKeys = []string{
	"flip", "moves", "now", "send", "type", "lost", "dropped", "check", "captured", "point", "can", "takes",
	"selected", "board", "low", "cancel", "premove", "list", "sound", "confirm", "lines.save", "lines.board",
	"lines.trial", "lines.back", "away", "you", "keys", "voted",
}

// seat is a player as the page shows them.
type seat struct {
	Name      string `json:"name"`
	Character bool   `json:"character,omitempty"`
}

// clock holds the clocks of a match at an instant, in milliseconds.
type clock struct {
	Left [2]int64 `json:"left"`
	Runs int      `json:"runs"` // the side whose clock runs, -1 for none
	Flag int64    `json:"flag"` // time until its flag falls
	Base int64    `json:"base"` // base time
	Days bool     `json:"days,omitempty"`
	Rest int64    `json:"rest,omitempty"` // until it runs, because its player is on a break or on vacation
}

func (c *conn) clock(m *match.Match) *clock {
	if m.Clock.None() {
		return nil
	}
	now := c.DB.Now()
	k := &clock{Runs: -1, Base: m.Clock.Base.Milliseconds(), Days: m.Clock.Days > 0}
	for side := range k.Left {
		k.Left[side] = m.LeftAt(game.Color(side), now).Milliseconds()
	}
	if at, falls := m.FlagAt(now); falls {
		k.Flag = max(0, at.Sub(now)).Milliseconds()
		if !m.Clock.Since.IsZero() {
			k.Runs = int(m.ToMove())
			k.Rest = max(0, m.Clock.Since.Sub(now)).Milliseconds()
		}
	}
	return k
}

// clockMessage returns the message with revision and clocks, for a page whose state is otherwise current.
func (c *conn) clockMessage(m *match.Match) any {
	return map[string]any{"is": "times", "rev": m.Rev, "clock": c.clock(m)}
}

// state returns a match as the connection's player may see it. It must contain nothing that they may not know.
func (c *conn) state(ctx context.Context, m *match.Match) (map[string]any, error) {
	w := c.reader.Words.WithPieces(nil).WithFaces(nil)
	you, acts := -1, c.role.acts()
	if acts {
		you = int(c.role.side)
	}
	said := map[string]any{
		"is": "state", "rev": m.Rev, "turn": m.Turn, "you": you, "plays": c.role.plays, "open": m.Status == match.Open,
		"toMove": m.ToMove(), "clock": c.clock(m),
	}
	switch {
	case m.Mode.FaceDown():
		c.showFlipped(said, w, m)
	case m.Hidden():
		showBlindfold(said, w, m)
	default:
		show(said, w, m)
	}
	var seats [2]seat
	for side, s := range m.Seats {
		seats[side].Character = s.Character()
		switch seats[side].Name = locale.Visible(s.Name, 32); {
		case s.Character():
			seats[side].Name = w.Character(s.Level)
		case s.Team != match.NoTeam:
			seats[side].Name = stripMarkup(view.Who(w, s))
		case seats[side].Name == "" || s.Erased():
			seats[side].Name = w.Color(game.Color(side))
		}
	}
	said["seats"] = seats
	names := [2]string{seats[0].Name, seats[1].Name}
	if all := c.rests(w, m, names); len(all) > 0 {
		said["rests"] = all
	}
	switch {
	case m.Status == match.Ended:
		said["status"] = stripMarkup(view.Finale(w, m, names))
	case m.Paused():
		said["status"] = w.Text("page.paused")
	case m.Status == match.Adjourned:
		said["status"] = w.Text("page.adjourned")
	case m.AsksForWord():
		said["status"] = w.Text("page.word", locale.Args{"Who": names[m.AwaitedSide()]})
	case c.role.plays && m.ToMove() == c.role.side:
		said["status"] = w.Text("page.yours")
	default:
		said["status"] = w.Text("page.theirs", locale.Args{"Who": names[m.ToMove()]})
	}
	if m.Status != match.Open || !acts {
		return said, nil
	}
	if b, err := c.ballot(ctx, c.reader, m, c.role); err != nil {
		return nil, err
	} else if b != nil {
		said["ballot"], said["status"], said["legal"] = b, b.Text, targets(m.Board().LegalMoves(nil))
	}
	if !c.role.plays {
		return said, nil
	}
	said["undo"], said["draw"] = m.MayTakeBack(), m.Mode.TwoPlayers
	said["undoAsks"] = m.TakebackMakesCasual(c.session.player)
	if m.ToMove() == c.role.side && !m.Hidden() && (!m.AsksForWord() || m.MayDeclineByMoving()) {
		said["legal"] = targets(m.Board().LegalMoves(nil))
		said["then"] = w.Text("page.theirs", locale.Args{"Who": names[c.role.side.Other()]})
	}
	if m.Mode.Premoves() {
		c.addPremoves(said, m, c.role.side)
	}
	if o := m.Offer; o.Kind != match.NoOffer {
		mine := o.By == c.role.side
		said["offer"] = map[string]any{"which": view.OfferArg(o), "turn": o.Turn, "text": c.offered(m, seats),
			"mine": mine, "here": !mine && offers[o.Kind] != ""}
	}
	return said, nil
}

// rest says that both players are on a break, or one of them on vacation. The page puts the end into the text, in its
// reader's time zone.
type rest struct {
	Text  string `json:"text"`
	Until int64  `json:"until"` // in milliseconds since 1970
}

// restEnds stands in a [rest] for its end.
const restEnds = "{until}"

// rests returns the breaks and vacations that last now.
func (c *conn) rests(w *words.Words, m *match.Match, names [2]string) (all []rest) {
	now := c.DB.Now()
	if m.OnBreak(now) {
		all = append(all, rest{w.Text("clock.break", locale.Args{"When": restEnds}), m.Rest.Break.UnixMilli()})
	}
	for side, name := range names {
		if until, away := m.OnVacation(game.Color(side), now); away {
			text := w.Text("clock.vacation", locale.Args{"Who": name, "When": restEnds})
			all = append(all, rest{text, until.UnixMilli()})
		}
	}
	return all
}

// renderState renders the state of a match as JSON, with its hash.
func (c *conn) renderState(ctx context.Context, m *match.Match) (t text, err error) {
	said, err := c.state(ctx, m)
	if err != nil {
		return t, err
	}
	t.at = time.Now()
	rev, clock := said["rev"], said["clock"]
	delete(said, "rev")
	delete(said, "clock")
	data, err := json.Marshal(said)
	if err != nil {
		return t, err
	}
	t.sum = sha256.Sum256(data)
	said["rev"], said["clock"] = rev, clock
	t.data, err = json.Marshal(said)
	return t, err
}

// sharedState is renderState, cached for watchers with the same language and notation.
func (c *conn) sharedState(ctx context.Context, now *snapshot) (t text, err error) {
	now.texts.mu.Lock() // also guards the match, which connections share
	defer now.texts.mu.Unlock()
	if c.role.acts() {
		return c.renderState(ctx, now.m)
	}
	as := c.reader.Tag() + " " + string(c.reader.Notation())
	if t, ready := now.texts.all[as]; ready && time.Since(t.at) < stateTTL {
		return t, nil
	}
	if t, err = c.renderState(ctx, now.m); err == nil {
		t.frame, err = websocket.NewPreparedMessage(websocket.TextMessage, t.data)
	}
	if err == nil {
		now.texts.all[as] = t
	}
	return t, err
}

// MarshalJSON returns the rendered JSON.
func (t text) MarshalJSON() ([]byte, error) { return t.data, nil }

// show adds a game of xiangqi to a state.
func show(said map[string]any, w *words.Words, m *match.Match) {
	start := m.Game.Start()
	moves, written := []string{}, []string{}
	at, last := start, ""
	for _, one := range m.Game.Moves() {
		moves = append(moves, one.String())
		written = append(written, w.Short(&at, one))
		before := at
		at.Do(one)
		last = w.Aloud(&before, one, at.InCheck())
	}
	said["start"], said["moves"], said["written"], said["last"] = points(&start), moves, written, last
	said["first"], said["captured"], said["check"] = start.Turn(), captured(m), m.Game.Position().InCheck()
}

// showBlindfold adds a blindfold game to a state: a board without pieces, and the last move as announced.
func showBlindfold(said map[string]any, w *words.Words, m *match.Match) {
	said["start"], said["moves"], said["written"], said["last"] = strings.Repeat(".", game.Squares), []string{},
		[]string{}, ""
	said["first"], said["captured"], said["check"], said["blind"] = game.Red, [2]string{}, false, true
	said["notes"] = []string{w.Text("blindfold.hidden")}
	if p, last, ok := m.Announced(); ok {
		text := stripMarkup(w.Text("card.last", locale.Args{"Side": w.Color(p.Turn()), "Move": w.Move(&p, last)}))
		said["last"], said["notes"] = text, []string{text, w.Text("blindfold.hidden")}
	}
}

// offers maps the offers that can be answered on the page to their text keys. Others are answered in Discord.
var offers = map[match.OfferKind]string{match.OfferDraw: "page.offer.draw", match.OfferTakeback: "page.offer.undo",
	match.OfferResign: "page.offer.resign"}

// offered describes the open offer to the connection's player.
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

// points encodes a position as 90 letters, from a0 to i9, with a dot for an empty point.
func points(p notation.Board) string {
	var b strings.Builder
	for s := range game.Square(game.Squares) {
		switch x := p.At(s); {
		case x == game.NoPiece:
			b.WriteByte('.')
		case words.FaceDown(p, s):
			b.WriteByte(render.BackLetter(x.Color(), x.Role()))
		default:
			b.WriteByte(x.Letter())
		}
	}
	return b.String()
}

// targets maps the point of each piece that can move to its targets: "h2": "e2 g2 …".
func targets(moves []game.Move) map[string]string {
	all := map[string]string{}
	for _, m := range moves {
		from := m.From().String()
		all[from] = strings.TrimSpace(all[from] + " " + m.To().String())
	}
	return all
}

// capturedRoles is the order in which captured pieces are shown.
var capturedRoles = []game.Role{game.Rook, game.Cannon, game.Horse, game.Elephant, game.Advisor, game.Pawn}

// captured returns the letters of each side's captured pieces.
func captured(m *match.Match) (all [2]string) {
	lost := render.Captured(m.Game.Start(), *m.Game.Position())
	for side := range lost {
		for _, role := range capturedRoles {
			all[side] += strings.Repeat(string(game.NewPiece(game.Color(side), role).Letter()), int(lost[side][role]))
		}
	}
	return all
}
