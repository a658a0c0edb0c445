package bot

import (
	"context"
	"strings"

	"yeye/bot/board"
	"yeye/bot/locale"
	"yeye/bot/session"
	"yeye/game"
	"yeye/game/notation"
)

// hushed leaves those who want no pings out of a card's mentions; the card names
// them instead.
func (b *Bot) hushed(ctx context.Context, se *session.Session, text string, mention []string) (string, []string) {
	keep := b.pingable(ctx, mention)
	if len(keep) == len(mention) {
		return text, mention
	}
	for _, seat := range se.Seats {
		if name := locale.Plain(seat.Name, 32); seat.Human() && name != "" && b.tasteOf(ctx, seat.Player).Pings == "off" {
			text = strings.ReplaceAll(text, "<@"+string(seat.Player)+">", name)
		}
	}
	return text, keep
}

// plainName is who sits somewhere, in text that mentions nobody unless their name is
// not known.
func plainName(say *locale.Speaker, s session.Seat) string {
	if name := locale.Plain(s.Name, 32); s.Human() && name != "" {
		return name
	}
	return who(say, s)
}

// pingable is those of some people who want to be pinged.
func (b *Bot) pingable(ctx context.Context, people []string) []string {
	var keep []string
	for _, p := range people {
		if b.tasteOf(ctx, session.PlayerID(p)).Pings != "off" {
			keep = append(keep, p)
		}
	}
	return keep
}

// spokenAt is whether somebody at a table has moves read out.
func (b *Bot) spokenAt(ctx context.Context, se *session.Session) string {
	for _, seat := range se.Seats {
		if seat.Human() && b.tasteOf(ctx, seat.Player).Speak == "on" {
			return "on"
		}
	}
	return ""
}

// spoken is a card's text as a screen reader should have it, for those who want
// that: the last moves, with which it begins, in words.
func spoken(say *locale.Speaker, se *session.Session, taste board.Taste, text string) string {
	if last := lastMoves(say, se, 2); taste.Speak == "on" && last != "" {
		return strings.Replace(text, last, movesAloud(say, se, 2), 1)
	}
	return text
}

// movesAloud is the last n moves in words, oldest first.
func movesAloud(say *locale.Speaker, se *session.Session, n int) string {
	g := se.Game.Clone()
	moves := se.Game.Moves()
	var said []string
	for i := len(moves) - 1; i >= 0 && len(said) < n; i-- {
		check := g.Position().InCheck()
		g.Takeback()
		said = append([]string{moveAloud(say, g.Position(), moves[i], check)}, said...)
	}
	return strings.Join(said, "\n")
}

// moveAloud is one move in words, made in position p.
func moveAloud(say *locale.Speaker, p *game.Position, m game.Move, check bool) string {
	key := "spoken.move"
	args := locale.Args{"Side": say.Color(p.Turn()), "Man": say.ManOf(p.At(m.From())),
		"From": m.From().String(), "To": m.To().String(), "Written": notation.Write(p, m, say.Notation())}
	if taken := p.At(m.To()); taken != game.NoPiece {
		key, args["Taken"] = "spoken.takes", say.ManOf(taken)
	}
	text := say.Say(key, args)
	if check {
		text += " " + say.Say("spoken.check")
	}
	return text
}
