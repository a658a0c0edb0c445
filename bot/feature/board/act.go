package board

import (
	"context"
	"errors"
	"regexp"
	"time"

	"yeye/bot/id"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view"
	"yeye/bot/store"
	"yeye/game"
	"yeye/game/notation"
)

// actWithin bounds an act, as long as people wait for one.
const actWithin = 8 * time.Second

// maxText is the longest text that is read as a move, in bytes.
const maxText = 200

var actID = regexp.MustCompile(`^[a-z0-9]{1,16}$`)

// errAct: the page asks for something that there is not.
var errAct = errors.New("there is no such act")

// act does what a page asks for, as the control on the card would, and returns the answer to it: done, refused, or a
// question whether the player is sure.
func (c *conn) act(ctx context.Context, a said) any {
	ctx, cancel := context.WithTimeout(ctx, actWithin)
	defer cancel()
	m, err := c.admit(ctx, c.session)
	if err != nil {
		c.wake() // which ends the session
		return map[string]any{"is": "refused", "id": a.ID,
			"text": c.Readers.To(ctx, c.session.player, m.Locale).Text("page.trouble")}
	}
	reader := c.Readers.To(ctx, c.session.player, m.Locale)
	made, err := c.carryOut(ctx, a, &m, reader)
	var risk *match.RiskError
	switch {
	case err == nil, errors.Is(err, store.ErrSeen): // the page did not hear of it
		c.asks(&made)
		return map[string]any{"is": "done", "id": a.ID}
	case errors.As(err, &risk):
		key := "ask.risk." + risk.Outcome.Method.String()
		if risk.Reply {
			key += ".reply"
		}
		text := reader.Text(key, locale.Args{"Move": reader.Showing(nil).InText(risk.Before, risk.Move)})
		return map[string]any{"is": "sure", "id": a.ID, "text": text, "move": risk.Move.String()}
	}
	text, known := reader.Refusal(err)
	if !known {
		text = reader.Text("page.trouble")
		if !errors.Is(err, errAct) {
			c.Logger.Error("an act on a board's page fails", "act", a.Do, "match", m.ID, "err", err)
		}
	}
	return map[string]any{"is": "refused", "id": a.ID, "text": text}
}

func (c *conn) carryOut(ctx context.Context, a said, m *match.Match, reader *view.Reader) (match.Change, error) {
	if !actID.MatchString(a.ID) || len(a.Text) > maxText {
		return match.Change{}, errAct
	}
	// An act that arrives again has the same event. No other session can have it.
	event := id.Event("page-" + c.session.key[:16] + "-" + a.ID)
	by := match.Actor{Event: event, Player: c.session.player, Source: match.FromCard, Guild: m.Guild}
	switch a.Do {
	case "move":
		if m.Turn != a.Turn {
			return match.Change{}, m.Stale()
		}
		text := notation.Parse(a.Text)
		move, err := game.ParseMove(a.Text)
		if err != nil {
			move, err = text.Move(m.Board(), reader.Notation())
		}
		if side, _ := m.SeatOf(by.Player); m.Status == match.Open && side != m.ToMove() {
			return match.Change{}, match.ErrNotYourTurn
		}
		if err != nil {
			return match.Change{}, &match.MoveError{Text: text.String(), Turn: m.ToMove(), Err: err,
				Position: m.Board()}
		}
		if a.Sure {
			return c.Matches.Sure(ctx, by, m.ID, a.Turn, move)
		}
		return c.Matches.Step(ctx, by, m.ID, a.Turn, move)
	case "draw":
		return c.Matches.OfferDrawIn(ctx, by, m.ID)
	case "undo":
		return c.Matches.TakebackAt(ctx, by, m.ID, a.Turn)
	case "resign":
		return c.Matches.Resign(ctx, by, m.ID)
	case "answer":
		o := view.ParseOffer(a.Offer, a.Turn)
		if offers[o.Kind] == "" {
			return match.Change{}, match.ErrClosed
		}
		return c.Matches.Accord(ctx, by, m.ID, o, a.Yes)
	}
	return match.Change{}, errAct
}

// asks posts the question of an offer where the match is: the other player may not be at the page.
func (c *conn) asks(made *match.Change) {
	m := made.Match
	if made.Verb != match.Offering || m.Offer.Kind == match.NoOffer || m.Seats[m.Offer.By].Player != c.session.player {
		return
	}
	c.Tasks.Go(func(ctx context.Context) {
		if err := c.Asker.Ask(ctx, &m); err != nil {
			c.Logger.Warn("cannot ask the other player", "match", m.ID, "err", err)
		}
	})
}
