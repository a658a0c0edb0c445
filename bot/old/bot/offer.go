package bot

import (
	"context"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/board"
	"yeye/bot/old/locale"
	"yeye/bot/session"
	"yeye/game"
)

// The verbs of an offer's controls.
const (
	verbYes = "yes"
	verbNo  = "no"
)

var drawCommand = command{name: "draw", run: (*Bot).draw}

// draw offers a draw to the other person, in a message of its own that mentions
// them: editing the card would not reach them.
func (b *Bot) draw(ctx context.Context, r *request) reply {
	se, err := b.Sessions.OfferDraw(ctx, r.by, r.place)
	if err != nil {
		return r.refused(b.absent(ctx, r, err))
	}
	return b.offered(r, se)
}

func (b *Bot) clickDraw(ctx context.Context, r *request, c control, _ []string) reply {
	se, err := b.sitting(ctx, r, c)
	if err != nil {
		return r.refused(err)
	}
	r.place = se.Place
	return b.draw(ctx, r)
}

var undoCommand = command{name: "undo", run: (*Bot).undo}

// undo takes the player's last move back.
func (b *Bot) undo(ctx context.Context, r *request) reply {
	se, err := b.Sessions.Takeback(ctx, r.by, r.place)
	if err != nil {
		return r.refused(b.absent(ctx, r, err))
	}
	return b.offered(r, se)
}

// clickUndo takes back the move of the turn the button was made for.
func (b *Bot) clickUndo(ctx context.Context, r *request, c control, _ []string) reply {
	se, err := b.Sessions.TakebackAt(ctx, r.by, c.session, c.turn)
	if err != nil {
		return r.refused(err)
	}
	return b.offered(r, se)
}

// offered is the reply to a wish that became an offer, or else the card.
func (b *Bot) offered(r *request, se session.Session) reply {
	if se.Offer.Kind == session.NoOffer {
		return shows(se)
	}
	b.shower.poke(se.ID)
	say := b.Catalog.For(se.Locale)
	other := se.Seats[se.Offer.By.Other()]
	id := func(verb string) string { return control{verb, se.ID, se.Offer.Turn, offerArg(se.Offer), ""}.String() }
	return reply{
		public: true,
		text:   offerText(say, "offer", &se, se.Offer),
		rows: []discordgo.MessageComponent{row(
			discordgo.Button{CustomID: id(verbYes), Label: say.Say("control.accept"), Style: discordgo.SuccessButton},
			discordgo.Button{CustomID: id(verbNo), Label: say.Say("control.decline"), Style: discordgo.SecondaryButton},
		)},
		mention: []string{string(other.Player)},
		session: se.ID,
		notice:  board.Notice{Kind: noticeOf(se.Offer.Kind), Turn: se.Turn, Player: se.Seats[se.Offer.By].Player},
	}
}

// offerArg says in a control which of a turn's offers it answers.
func offerArg(o session.Offer) string { return strconv.Itoa(int(o.Kind)) + strconv.Itoa(int(o.By)) }

// offerOf is the offer that a control answers. Controls of earlier versions do not say
// which: what is none stands nowhere.
func offerOf(c control) session.Offer {
	for _, kind := range []session.OfferKind{session.OfferDraw, session.OfferTakeback} {
		for _, side := range []game.Color{game.Red, game.Black} {
			if o := (session.Offer{Kind: kind, By: side, Turn: c.turn}); c.arg == offerArg(o) {
				return o
			}
		}
	}
	return session.Offer{}
}

func noticeOf(o session.OfferKind) board.Kind {
	if o == session.OfferTakeback {
		return board.Takeback
	}
	return board.Draw
}

// offerText says what has become of an offer: "offer" while it stands, or
// "offer.yes", "offer.no", "offer.back".
func offerText(say *locale.Speaker, fate string, se *session.Session, o session.Offer) string {
	args := locale.Args{"Who": who(say, se.Seats[o.By]), "Other": who(say, se.Seats[o.By.Other()])}
	kind := ".draw"
	if o.Kind == session.OfferTakeback {
		kind = ".takeback"
		args["Move"] = ownLast(say, se, o.By)
	}
	return say.Say(fate+kind, args)
}

// ownLast is the last move that a side has made, which the other may have answered;
// "" if there is none.
func ownLast(say *locale.Speaker, se *session.Session, side game.Color) string {
	g := se.Game.Clone()
	moves := se.Game.Moves()
	for i := len(moves) - 1; i >= 0; i-- {
		g.Takeback()
		if p := g.Position(); p.Turn() == side {
			return moveText(say.Showing(nil), p, moves[i])
		}
	}
	return ""
}

func (b *Bot) clickYes(ctx context.Context, r *request, c control, _ []string) reply {
	return b.accord(ctx, r, c, true)
}

func (b *Bot) clickNo(ctx context.Context, r *request, c control, _ []string) reply {
	return b.accord(ctx, r, c, false)
}

// accord answers an offer and edits its message to the outcome.
func (b *Bot) accord(ctx context.Context, r *request, c control, yes bool) reply {
	before, err := b.sitting(ctx, r, c)
	if err != nil {
		return r.refused(err)
	}
	r.by.Via = session.ByCommand // the button is not on the card
	offer := offerOf(c)
	se, err := b.Sessions.Accord(ctx, r.by, c.session, offer, yes)
	if err != nil {
		return r.refused(err)
	}
	if r.origin != nil && r.origin.Message != nil { // this answer says what came of it
		if err := b.Boards.DropNotice(ctx, r.origin.Message.ID); err != nil {
			r.log.Warn("cannot note that an offer is answered", "err", err)
		}
	}
	b.agenda.Wake()
	b.shower.poke(se.ID)
	fate := "offer.no"
	if side, _ := before.SeatOf(r.by.Player); yes {
		fate = "offer.yes"
	} else if side == offer.By {
		fate = "offer.back"
	}
	return reply{text: offerText(b.Catalog.For(se.Locale), fate, &before, offer), replace: true}
}
