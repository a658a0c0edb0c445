package bot

import (
	"context"
	"errors"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/old/locale"
	"yeye/bot/session"
	"yeye/game"
)

// verbSure plays a move that was held back because it would lose by repetition.
const verbSure = "sure"

// heldBack is the question whether to play a move that would lose by repetition.
func (r *request) heldBack(err error) (reply, bool) {
	var risk *session.RiskError
	if !errors.As(err, &risk) {
		return reply{}, false
	}
	id := control{verbSure, risk.Session, risk.Turn, risk.Move.String() + string(r.by.Player), ""}.String()
	return reply{
		open: true, // the button obeys only who is asked
		text: r.say.Say("ask.risk."+risk.Outcome.Method.String(), locale.Args{"Move": risk.Move.String()}),
		rows: []discordgo.MessageComponent{row(
			discordgo.Button{CustomID: id, Label: r.say.Say("control.sure"), Style: discordgo.DangerButton})},
	}, true
}

func (b *Bot) clickSure(ctx context.Context, r *request, c control, _ []string) reply {
	if len(c.arg) < 4 || c.arg[4:] != string(r.by.Player) {
		return r.refused(session.ErrNotAsked)
	}
	m, err := game.ParseMove(c.arg[:4])
	if err != nil {
		return r.refused(session.ErrStale)
	}
	r.by.Via = session.ByCommand // the button is not on the card
	se, err := b.Sessions.Sure(ctx, r.by, c.session, c.turn, m)
	if err != nil {
		return r.refused(err)
	}
	b.agenda.Wake()
	b.shower.poke(se.ID)
	return reply{text: r.say.Say("told.sure", locale.Args{"Move": m.String()}), replace: true}
}

// warning says at a position's second occurrence what will be ruled at the third,
// and who must change, and else how near the move limit is; "" where neither is at
// hand.
func warning(say *locale.Speaker, se *session.Session) string {
	if se.Status != session.Open {
		return ""
	}
	o := se.Game.Warning()
	switch o.Method {
	case game.PerpetualCheck, game.PerpetualChase:
		w, _ := o.Result.Winner()
		return say.Say("warn."+o.Method.String(), locale.Args{"Side": say.Color(w.Other())})
	case game.Repetition, game.MutualCheck, game.MutualChase:
		return say.Say("warn.draw")
	}
	if n := se.Game.CountedPlies(); n >= game.WarnLimitPlies && n < game.MoveLimitPlies {
		return say.Say("warn.limit", locale.Args{"Count": game.MoveLimitPlies - n})
	}
	return ""
}
