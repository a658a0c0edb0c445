package board

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"time"

	"yeye/bot/feature/vote"
	"yeye/bot/id"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view"
	"yeye/bot/store"
	"yeye/game"
	"yeye/game/notation"
)

// actTimeout bounds an act of the page.
const actTimeout = 8 * time.Second

// maxText limits the text of a move, in bytes.
const maxText = 200

// maxLines limits the text of conditional moves, in bytes: three lines of six moves in the longest notation.
const maxLines = 2000

var actID = regexp.MustCompile(`^[a-z0-9]{1,16}$`)

// errUnknownAct means that the page requests something that does not exist.
var errUnknownAct = errors.New("there is no such act")

// act carries out a request of the page, as the control on the card would, and returns the reply: "done", "refused",
// "tried", or "sure" to ask for confirmation.
func (c *conn) act(ctx context.Context, a pageMessage) any {
	ctx, cancel := context.WithTimeout(ctx, actTimeout)
	defer cancel()
	refused := func(text string) any { return map[string]any{"is": "refused", "id": a.ID, "text": text} }
	if !c.hub.allow(c.session.key) {
		return refused(c.Readers.ForPlayer(ctx, c.session.player, "").Text("page.fast"))
	}
	m, role, err := c.admit(ctx, c.session)
	reader := c.Readers.ForPlayer(ctx, c.session.player, m.Locale)
	if err != nil {
		if c.table != nil {
			c.table.wake() // ends the session
		}
		return refused(reader.Text("page.trouble"))
	}
	if a.Do == "try" && role.plays {
		if tried, err := c.try(a, &m, reader); err == nil {
			return tried
		}
	}
	made, err := c.perform(ctx, a, &m, role, reader)
	var risk *match.RiskError
	switch {
	case err == nil, errors.Is(err, store.ErrSeen): // ErrSeen: the page sends it again, having lost the reply
		c.askOpponent(&made)
		return map[string]any{"is": "done", "id": a.ID}
	case errors.As(err, &risk):
		key := "ask.risk." + risk.Outcome.Method.String()
		if risk.Reply {
			key += ".reply"
		}
		text := reader.Text(key, locale.Args{"Move": reader.WithPieces(nil).InText(risk.Before, risk.Move)})
		return map[string]any{"is": "sure", "id": a.ID, "text": stripMarkup(text), "move": risk.Move.String()}
	}
	w := reader.WithPieces(nil).WithFaces(nil)
	text, known := w.ConditionalRefusal(err)
	if !known || a.Do == "move" {
		text, known = w.Refusal(err)
	}
	for why, key := range refusals {
		if errors.Is(err, why) {
			text, known = reader.Text(key), true
		}
	}
	if !known {
		text = reader.Text("page.trouble")
		if !errors.Is(err, errUnknownAct) {
			c.Logger.Error("an act on a board's page fails", "act", a.Do, "match", m.ID, "err", err)
		}
	}
	return refused(stripMarkup(text))
}

// stripMarkup removes Discord's markup from a text of the bot.
func stripMarkup(text string) string {
	return strings.NewReplacer("**", "", "`", "", `\`, "").Replace(text)
}

func (c *conn) perform(ctx context.Context, a pageMessage, m *match.Match, r role,
	reader *view.Reader) (match.Change, error) {
	if !actID.MatchString(a.ID) || len(a.Text) > maxLines || a.Do != "lines" && len(a.Text) > maxText ||
		!r.acts() || r.votes && a.Do != "move" {
		return match.Change{}, errUnknownAct
	}
	// An act that is sent again has the same event, which no other session can have.
	event := id.Event("page-" + c.session.key[:16] + "-" + a.ID)
	by := match.Actor{Event: event, Player: c.session.player, Source: match.FromCard, Guild: m.Guild}
	if m.Turn != a.Turn { // it may be sent again, because its reply was lost
		seen, err := c.DB.Seen(ctx, event)
		if err == nil && seen {
			err = store.ErrSeen
		}
		if err != nil {
			return match.Change{Match: *m}, err
		}
	}
	switch a.Do {
	case "move":
		if m.Turn != a.Turn {
			return match.Change{}, m.Stale()
		}
		if m.Status == match.Open && r.plays && r.side != m.ToMove() {
			return match.Change{}, match.ErrNotYourTurn
		}
		if r.votes && r.side != m.ToMove() {
			return match.Change{}, vote.ErrOtherTeam
		}
		move, err := parseMove(a.Text, m, reader)
		if err != nil {
			return match.Change{}, err
		}
		if r.votes {
			return match.Change{}, c.cast(ctx, by, m, a.Turn, move)
		}
		if a.Sure {
			return c.Matches.StepConfirmed(ctx, by, m.ID, a.Turn, move)
		}
		return c.Matches.Step(ctx, by, m.ID, a.Turn, move)
	case "premove":
		return c.setPremove(ctx, by, a, m, reader)
	case "drop":
		made, err := c.Matches.DropPremove(ctx, by, m.ID)
		if errors.Is(err, match.ErrNoPremove) { // there is none already
			err = nil
		}
		return made, err
	case "try": // act has tried it and failed
		return match.Change{}, m.Stale()
	case "lines":
		return c.setLines(ctx, by, a, m.ID, reader)
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
	return match.Change{}, errUnknownAct
}

// parseMove parses a typed move, in coordinates or in a notation. In a blindfold game its error does not reveal the
// board.
func parseMove(typed string, m *match.Match, reader *view.Reader) (game.Move, error) {
	if move, err := game.ParseMove(typed); err == nil {
		return move, nil
	}
	text, at := notation.Parse(typed), m.Board()
	if m.Hidden() {
		at = m.FullGame().Position()
	}
	move, err := text.Move(at, reader.Notation())
	switch {
	case err != nil && m.Hidden():
		return move, match.ErrUnseen
	case err != nil:
		return move, &match.MoveError{Text: text.String(), Turn: m.ToMove(), Err: err, Position: at}
	}
	return move, nil
}

// askOpponent posts the question of an offer in the match's channel, since the opponent may not have the page open.
func (c *conn) askOpponent(made *match.Change) {
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
