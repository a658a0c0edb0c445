package bot

import (
	"context"
	"strings"

	"yeye/ai/analysis"
	"yeye/bot/old/locale"
	"yeye/bot/session"
	"yeye/game"
	"yeye/game/notation"
	"yeye/render"
)

var hintCommand = command{name: "hint", run: (*Bot).hint}

// hint suggests a move to the player to move, privately.
func (b *Bot) hint(ctx context.Context, r *request) reply {
	se, err := b.Sessions.At(ctx, r.place)
	if err != nil {
		return r.refused(b.absent(ctx, r, err))
	}
	if err := b.mayAsk(ctx, r, &se); err != nil {
		return r.refused(err)
	}
	return b.suggests(r, se)
}

func (b *Bot) clickHint(ctx context.Context, r *request, c control, _ []string) reply {
	se, err := b.sitting(ctx, r, c)
	if err == nil && se.Turn != c.turn {
		err = session.ErrStale
	}
	if err == nil {
		err = b.mayAsk(ctx, r, &se)
	}
	if err != nil {
		return r.refused(err)
	}
	return b.suggests(r, se)
}

// mayAsk refuses the engine's help to whom it is not due: those who do not sit
// here or are not to move, two people playing, and a position that the person has
// before them in a game against somebody.
func (b *Bot) mayAsk(ctx context.Context, r *request, se *session.Session) error {
	side, seated := se.SeatOf(r.by.Player)
	switch {
	case se.BetweenPeople():
		return session.ErrFairPlay
	case !seated:
		return session.ErrNotSeated
	case se.Status == session.Proposed:
		return session.ErrProposed
	case se.Status != session.Open, !se.Game.Position().HasLegal():
		return session.ErrEnded
	case side != se.ToMove():
		return session.ErrNotYourTurn
	}
	return b.fair(ctx, r.by.Player, se.Game.Position())
}

// fair refuses help with a position of a game that the person is playing against
// somebody, here or elsewhere.
func (b *Bot) fair(ctx context.Context, p session.PlayerID, at *game.Position) error {
	playing, err := b.Records.Sitting(ctx, p, mostSitting)
	if err != nil {
		return err
	}
	return session.Fair(at, playing)
}

// mostSitting is how many sessions of one person are looked at.
const mostSitting = 200

// suggests thinks and answers with the board, an arrow on it, and the reasons.
func (b *Bot) suggests(r *request, se session.Session) reply {
	g := se.Game.Clone()
	return b.ponders(r, g, func(ctx context.Context, h analysis.Hint) reply {
		p := g.Position()
		if err := b.helped(ctx, r, p, session.AfterHint, se.ID); err != nil {
			return r.refused(err)
		}
		side, _ := se.SeatOf(r.by.Player)
		v := render.View{Position: *p, Below: side, Style: styleFor(r.say, r.taste)}
		v.Style.Newcomer = se.Seats[side].Novice
		if se.Study() {
			v.Below = game.Red
		}
		v.Marks.LastMove, v.Marks.Hint = se.LastMove(), h.Move
		text := hintText(r.say, p, h)
		if v.Style.Newcomer {
			men, danger := dangerText(r.say, p)
			if v.Marks.Threatened = men; danger != "" {
				text += "\n" + danger
			}
		}
		pic, err := b.picture(r.say, v, r.say.Say("hint.alt", locale.Args{"Man": manName(r.say, p.At(h.Move.From())),
			"From": h.Move.From().String(), "To": h.Move.To().String()}))
		if err != nil {
			return r.refused(err)
		}
		return reply{text: text, files: pic}
	})
}

// hintText is the move, why, and what is expected after it.
func hintText(say *locale.Speaker, p *game.Position, h analysis.Hint) string {
	var reasons []string
	for _, why := range h.Reasons {
		reasons = append(reasons, reasonText(say, why))
	}
	text := say.Say("hint.text", locale.Args{"Move": moveText(say, p, h.Move), "Reasons": strings.Join(reasons, say.Say("hint.and"))})
	most := leastExpected
	for _, why := range h.Reasons {
		if why.Kind == analysis.Wins {
			most = max(most, 2*why.N-1) // up to where it is won
		}
	}
	if line := lineText(say, *p, h.Line, most); len(h.Line) > 1 {
		text += "\n-# " + say.Say("hint.line", locale.Args{"Line": line})
	}
	return text
}

// leastExpected is how many plies of a line are shown, if it is so long.
const leastExpected = 6

// manName is the name of a man: in Chinese the character on it, which tells whose
// it is.
func manName(say *locale.Speaker, m game.Piece) string {
	if f := say.Notation(); m != game.NoPiece && (f == notation.Chinese || f == notation.Traditional) {
		return say.Glyph(m)
	}
	return say.ManOf(m)
}

// reasonText is one reason in words.
func reasonText(say *locale.Speaker, why analysis.Reason) string {
	key := "hint.reason." + why.Kind.String()
	if why.Kind == analysis.Wins && why.N > 1 {
		key += ".later"
	}
	args := locale.Args{"Count": max(why.N, 1), "Man": manName(say, why.Man), "At": why.At.String(),
		"Other": manName(say, why.Other), "Beside": why.Beside.String(), "Threat": "`" + why.Threat.String() + "`"}
	return say.Say(key, args)
}

// lineText is the first moves of a line in the notation of the language.
func lineText(say *locale.Speaker, p game.Position, line []game.Move, most int) string {
	var words []string
	for _, m := range line[:min(len(line), most)] {
		if !p.IsLegal(m) {
			break
		}
		words = append(words, notation.Write(&p, m, say.Notation()))
		p.Do(m)
	}
	return strings.Join(words, " ")
}
