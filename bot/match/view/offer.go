package view

import (
	"strconv"

	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view/words"
	"yeye/game"
)

// OfferText describes an offer. outcome is the prefix of the text key: "offer" while it is pending, else "offer.yes",
// "offer.no", "offer.back" (withdrawn) or "offer.over" (lapsed).
func OfferText(w *words.Words, outcome string, m *match.Match, o match.Offer) string {
	args := locale.Args{"Who": Who(w, m.Seats[o.By]), "Other": Who(w, m.Seats[o.By.Other()])}
	switch o.Kind {
	case match.OfferTakeback:
		args["Move"] = lastMoveOf(w, m, o.By)
		text := w.Text(outcome+".takeback", args)
		if outcome == "offer" && m.CasualReason == match.Rated {
			text = w.Sentences(text, w.Text("offer.takeback.casual"))
		}
		return text
	case match.OfferTransfer:
		args["Place"] = "<#" + string(o.Channel) + ">"
		return w.Text(outcome+".transfer", args)
	case match.OfferBreak:
		args["Count"] = max(1, m.Rest.Asked)
		return w.Text(outcome+".break", args)
	}
	return w.Text(outcome+".draw", args)
}

// lastMoveOf returns the last move that a side has made, even if the other side has replied; "" if there is none.
func lastMoveOf(w *words.Words, m *match.Match, side game.Color) string {
	if !m.Mode.Takebacks() {
		return ""
	}
	g := m.Game.Clone()
	moves := m.Game.Moves()
	for i := len(moves) - 1; i >= 0; i-- {
		g.Takeback()
		if p := g.Position(); p.Turn() == side {
			return w.WithPieces(nil).Move(p, moves[i])
		}
	}
	return ""
}

// OfferArg encodes the kind and the side of an offer as the argument of the controls that answer it.
func OfferArg(o match.Offer) string { return strconv.Itoa(int(o.Kind)) + strconv.Itoa(int(o.By)) }

// ParseOffer decodes what OfferArg wrote, for an offer made in a turn. Controls of the first versions have no argument:
// for them it returns the zero Offer, which is never open.
func ParseOffer(arg string, turn int64) match.Offer {
	for _, kind := range []match.OfferKind{match.OfferDraw, match.OfferTakeback, match.OfferTransfer, match.OfferResign,
		match.OfferBreak} {
		for _, side := range []game.Color{game.Red, game.Black} {
			if o := (match.Offer{Kind: kind, By: side, Turn: turn}); arg == OfferArg(o) {
				return o
			}
		}
	}
	return match.Offer{}
}

// Kinds of announcements about matches. They are stored.
const (
	AboutWarning  = "warning"
	AboutDraw     = "draw"
	AboutTakeback = "takeback"
	AboutTransfer = "transfer"
	AboutBreak    = "break"
	// AboutMilestone never lapses: its message is deleted with the match.
	AboutMilestone = "milestone"
)

// About returns the kind of the announcement of an offer.
func About(k match.OfferKind) string {
	switch k {
	case match.OfferTakeback:
		return AboutTakeback
	case match.OfferTransfer:
		return AboutTransfer
	case match.OfferBreak:
		return AboutBreak
	}
	return AboutDraw
}

// OutcomeKey returns the key of the text that replaces an announcement, "" while it is still current. turn and by are
// the announcement's turn and player. Answers by the offer's own buttons edit the message themselves. An offer is also
// over when it was answered elsewhere, or another has replaced it.
func OutcomeKey(m *match.Match, about string, turn int64, by string) string {
	sameTurn := m.Turn == turn
	over := about != AboutWarning && (m.Offer.Kind == match.NoOffer ||
		about != About(m.Offer.Kind) || by != string(m.Seats[m.Offer.By].Player))
	switch {
	case about == AboutMilestone, sameTurn && m.Status == match.Open && !over:
		return ""
	case about == AboutDraw && sameTurn && m.Outcome.Method == game.Agreement:
		return "offer.yes.draw"
	case about != AboutWarning:
		return "offer.over." + about
	case sameTurn && m.OutOfTime():
		return "clock.warned.fell"
	case sameTurn:
		return "clock.warned.over"
	}
	return "clock.warned.moved"
}
