package bot

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/old/locale"
	"yeye/bot/session"
	"yeye/game"
	"yeye/render"
)

// The verbs of a private board.
const (
	verbView    = "view"    // open one
	verbRefresh = "refresh" // show it as it is now
)

var viewCommand = command{name: "view", run: (*Bot).view}

// view opens a private board: turned to the person, in their language and
// notation, and with controls to move on when it is their turn.
func (b *Bot) view(ctx context.Context, r *request) reply {
	se, err := b.lastGame(ctx, r.place)
	if err != nil {
		return r.refused(err)
	}
	return b.privateBoard(r, se, game.NoSquare, false)
}

func (b *Bot) clickView(ctx context.Context, r *request, c control, _ []string) reply {
	se, err := b.Sessions.Get(ctx, c.session)
	if err != nil {
		return r.refused(err)
	}
	return b.privateBoard(r, se, game.NoSquare, false)
}

func (b *Bot) clickRefresh(ctx context.Context, r *request, c control, _ []string) reply {
	se, err := b.Sessions.Get(ctx, c.session)
	if err != nil {
		return r.refused(err)
	}
	return b.privateBoard(r, se, game.NoSquare, true)
}

// privateBoard is the session as one person sees it. replace is for a control on
// the private board itself, which then changes.
func (b *Bot) privateBoard(r *request, se session.Session, chosen game.Square, replace bool) reply {
	if !se.Begun() {
		return r.refused(session.ErrProposed)
	}
	return reply{replace: replace, later: func(context.Context) reply {
		side, seated := se.SeatOf(r.by.Player)
		if !seated {
			side = below(&se)
		}
		down := side
		if r.taste.Turning == "red" {
			down = game.Red
		}
		p := se.Game.Position()
		mine := seated && se.Status == session.Open && side == se.ToMove()
		if !mine {
			chosen = game.NoSquare
		}
		v := render.View{Position: *p, Below: down, Style: styleFor(r.say, r.taste)}
		v.Style.Newcomer = se.Seats[side].Novice
		v.Marks.LastMove = se.LastMove()
		if se.Status == session.Ended {
			v.Marks.Banner = se.Outcome
		}
		targets := targetsOf(p, chosen)
		if targets.Any() {
			v.Marks.Selected, v.Marks.Targets = game.BB(chosen), targets
		}
		files, err := b.picture(r.say, v, "")
		if err != nil {
			return r.refused(err)
		}
		return reply{
			replace: replace,
			text:    cardText(r.say, &se, b.Now(), aloud(r.taste)),
			rows:    viewRows(r.say, &se, mine, chosen),
			files:   files,
		}
	}}
}

func viewRows(say *locale.Speaker, se *session.Session, mine bool, chosen game.Square) []discordgo.MessageComponent {
	var rows []discordgo.MessageComponent
	if mine {
		rows = moveRows(say, se, chosen, idsOf(se))
	}
	if se.Status != session.Open {
		return rows
	}
	return append(rows, row(discordgo.Button{
		CustomID: idsOf(se)(verbRefresh, ""), Label: say.Say("control.refresh"), Style: discordgo.SecondaryButton}))
}
