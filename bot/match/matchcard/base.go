package matchcard

import (
	"context"
	"errors"
	"strings"
	"time"

	"yeye/bot/discord"
	"yeye/bot/display"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view"
	"yeye/bot/place"
	"yeye/bot/store"
	"yeye/game"
	"yeye/render"
)

// Base is the part of a [display.Source] that the cards of all modes share.
type Base struct {
	db      *store.DB
	matches *match.Service
	readers *view.Readers
	remarks []Remark
	buttons []Buttons
	marks   []Marks
}

// Remark returns a line for the card of a match, "" if none.
type Remark func(ctx context.Context, r *view.Reader, m *match.Match) (string, error)

// Buttons returns the buttons that a feature adds to the card of a match, nil if none.
type Buttons func(ctx context.Context, r *view.Reader, m *match.Match) (discord.Row, error)

// Marks returns the pieces that a feature marks on the picture of a match's card.
type Marks func(ctx context.Context, r *view.Reader, m *match.Match) (game.Bitboard, error)

// New returns the base of a bot's cards.
func New(db *store.DB, matches *match.Service, readers *view.Readers) *Base {
	return &Base{db: db, matches: matches, readers: readers}
}

// Remark adds remarks for cards. It must not be called once cards are shown.
func (b *Base) Remark(all ...Remark) { b.remarks = append(b.remarks, all...) }

// Button adds buttons for cards. It must not be called once cards are shown.
func (b *Base) Button(all ...Buttons) { b.buttons = append(b.buttons, all...) }

// Buttons returns the buttons that features add to a match's card, in one row.
func (b *Base) Buttons(ctx context.Context, r *view.Reader, m *match.Match) (row discord.Row, err error) {
	for _, buttons := range b.buttons {
		some, err := buttons(ctx, r, m)
		if err != nil {
			return nil, err
		}
		row = append(row, some...)
	}
	return row, nil
}

// Mark adds marks for pictures. It must not be called once cards are shown.
func (b *Base) Mark(all ...Marks) { b.marks = append(b.marks, all...) }

// Remarks returns the lines of all remarks on a match, each after a line break.
func (b *Base) Remarks(ctx context.Context, r *view.Reader, m *match.Match) (string, error) {
	text := ""
	for _, remark := range b.remarks {
		line, err := remark(ctx, r, m)
		if err != nil {
			return "", err
		}
		if line != "" {
			text += "\n" + line
		}
	}
	return text, nil
}

// repostFor is how long after its end the card of a match is posted again if other messages have buried it. Later
// changes edit it in place.
const repostFor = time.Hour

// Load returns a match to be shown, of this revision or a later one, with an empty card of it and the reader of its
// public card.
func (b *Base) Load(ctx context.Context, of id.Match,
	rev int64) (m match.Match, c display.Card, r *view.Reader, err error) {
	m, err = b.matches.AtLeast(ctx, of, rev)
	switch {
	case errors.Is(err, match.ErrNoMatch):
		return m, c, nil, display.ErrGone
	case err != nil:
		return m, c, nil, err
	case m.Status == match.Removed:
		return m, c, nil, display.ErrDeleted
	}
	r = b.readers.ForCard(ctx, &m)
	old := m.Status == match.Ended && b.db.Now().Sub(m.Touched) > repostFor
	return m, display.Card{Guild: m.Guild, Channel: m.Channel, Rev: m.Rev, Turn: m.Turn, Created: m.Created,
		Touched: m.Touched,
		Actor:   actedLast(&m), Text: r.Localizer, Watched: m.ClockWaits(), ReadAloud: r.Aloud(),
		Over:    m.Status == match.Ended,
		InPlace: old, Silent: m.HasErased(), Probe: m.Paused(), Adjourned: m.Status == match.Adjourned}, r, nil
}

// SuppressPings removes the pings of a card for players who want none.
func (b *Base) SuppressPings(ctx context.Context, c *display.Card, m *match.Match) {
	c.Message = b.readers.RemovePings(ctx, c.Message, m.Seats)
}

// Marked returns a function that draws the picture of a card with the marks of features.
func (b *Base) Marked(ctx context.Context, p view.Painter, r *view.Reader, m *match.Match,
	chosen game.Square) (func() ([]discord.File, error), error) {
	if m.Hidden() {
		return nil, nil
	}
	v := board(r, m, chosen)
	for _, marks := range b.marks {
		pieces, err := marks(ctx, r, m)
		if err != nil {
			return nil, err
		}
		v.Marks.Threatened = v.Marks.Threatened.Or(pieces)
	}
	return func() ([]discord.File, error) { return p.Picture(r.Words, v, "") }, nil
}

// Draw returns a function that draws the picture of a card.
func Draw(p view.Painter, r *view.Reader, m *match.Match, chosen game.Square) func() ([]discord.File, error) {
	v := board(r, m, chosen)
	return func() ([]discord.File, error) { return p.Picture(r.Words, v, "") }
}

func board(r *view.Reader, m *match.Match, chosen game.Square) render.View {
	style := r.Style()
	style.Newcomer = r.Newcomer(m.Newcomer())
	return view.Board(r.Words, m, style, view.Below(m), chosen)
}

// Arg returns the argument of a card that shows what a request has chosen on it, with new menus.
func Arg(r *interaction.Request, chosen string) string { return chosen + "." + r.Nonce() }

// Chosen returns the point of the piece that a control has chosen, game.NoSquare for none, and the nonce of the card's
// menus.
func Chosen(arg string) (s game.Square, nonce string) {
	chosen, nonce, _ := strings.Cut(arg, ".")
	if s, err := game.ParseSquare(chosen); err == nil {
		return s, nonce
	}
	return game.NoSquare, nonce
}

// Shown implements [display.Source]: it starts the clock of the side to move.
func (b *Base) Shown(ctx context.Context, of id.Match, turn int64, at time.Time) error {
	if at.IsZero() {
		at = b.db.Now()
	}
	if _, err := b.matches.Shown(ctx, of, turn, at); !errors.Is(err, match.ErrStale) {
		return err
	}
	return nil // the match has changed since
}

// Superseded implements [display.Source].
func (b *Base) Superseded(ctx context.Context, of id.Match) (string, error) {
	m, err := b.matches.Get(ctx, of)
	if errors.Is(err, match.ErrNoMatch) {
		return "", display.ErrGone
	}
	return b.readers.InLocale(m.Locale).Text("card.moved", locale.Args{"Place": "<#" + string(m.Channel) + ">"}), err
}

// Outcome implements [display.Source].
func (b *Base) Outcome(ctx context.Context, a interaction.Announcement) (string, bool, error) {
	m, err := b.matches.Stored(ctx, a.Subject.ID)
	if errors.Is(err, match.ErrNoMatch) {
		return "", false, display.ErrGone
	}
	if err != nil {
		return "", false, err
	}
	key := view.OutcomeKey(&m, a.About, a.Turn, string(a.Player))
	if key == "" {
		return "", false, nil
	}
	w := b.readers.InLocale(m.Locale).Words
	side, seated := m.SeatOf(a.Player)
	if !seated && m.Seats[side.Other()].Erased() { // the announcement was by a player who was erased
		side = side.Other()
	}
	return w.Text(key, locale.Args{"Who": view.Who(w, m.Seats[side]), "Other": view.Who(w, m.Seats[side.Other()]),
		"Place": "<#" + string(m.Channel) + ">"}), true, nil
}

// Lost implements [display.Source]: a match whose channel is taken is adjourned until a player transfers it. If only
// the bot was shut out, a paused one stays paused: the channel's moderators are still there.
func (b *Base) Lost(ctx context.Context, of id.Match, f place.Fact) error {
	_, err := b.matches.Displace(ctx, of, f)
	if errors.Is(err, match.ErrStale) { // it is adjourned, is over, or has been transferred
		return nil
	}
	return err
}

// Purge implements [display.Source].
func (b *Base) Purge(ctx context.Context, of id.Match) error { return b.matches.Purge(ctx, of) }

// actedLast returns the player who moved last, or started the match.
func actedLast(m *match.Match) id.Player {
	red, black := m.Acted[game.Red], m.Acted[game.Black]
	switch {
	case m.Seats[game.Red].Human() && (red.After(black) || !m.Seats[game.Black].Human()):
		return m.Seats[game.Red].Player
	case m.Seats[game.Black].Human():
		return m.Seats[game.Black].Player
	}
	return m.Starter
}
