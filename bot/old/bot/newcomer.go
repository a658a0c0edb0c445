package bot

import (
	"context"
	"strings"

	"yeye/ai/analysis"
	"yeye/bot/old/locale"
	"yeye/bot/session"
	"yeye/game"
)

// verbNewcomer tells, in a game against a character, that one has never played.
const verbNewcomer = "newcomer"

// newcomersLevel is the strongest character whose cards ask whether one has ever
// played: those who know the game choose another.
const newcomersLevel = 1

// asksNewcomer reports whether the card should ask: at the beginning of a game
// against one of the weakest characters, until it has been said.
func asksNewcomer(se *session.Session) bool {
	c, character := se.Opponent()
	return character && se.Seats[c].Level <= newcomersLevel && se.Seats[c.Other()].Human() && !se.Novice() && se.Game.Ply() < 4
}

// clickNewcomer draws the men with signs of how they move, and says privately what
// matters.
func (b *Bot) clickNewcomer(ctx context.Context, r *request, c control, _ []string) reply {
	se, err := b.Sessions.Novice(ctx, r.by, c.session)
	if err != nil {
		return r.refused(err)
	}
	b.shower.poke(se.ID)
	return says(r.say.Say("newcomer.told"))
}

// dangerText names the men that a newcomer could lose, which the board marks; ""
// where there are none.
func dangerText(say *locale.Speaker, p *game.Position) (men game.Bitboard, text string) {
	men = analysis.InDanger(p)
	var names []string
	for b := men; b.Any(); {
		s := b.PopFirst()
		names = append(names, manName(say, p.At(s))+" "+s.String())
	}
	if len(names) == 0 {
		return men, ""
	}
	return men, say.Say("newcomer.danger", locale.Args{"Count": len(names), "Men": strings.Join(names, say.Say("newcomer.comma"))})
}
