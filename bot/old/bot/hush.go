package bot

import (
	"context"
	"strings"

	"yeye/bot/board"
	"yeye/bot/old/locale"
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

// aloud is whether moves are told as a screen reader should have them: in words.
func aloud(taste board.Taste) bool { return taste.Speak == "on" }

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
