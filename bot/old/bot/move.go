package bot

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/old/locale"
	"yeye/bot/session"
	"yeye/game"
	"yeye/game/notation"
)

var moveCommand = command{
	name: "move",
	options: func(cat *locale.Catalog) []*discordgo.ApplicationCommandOption {
		text := option(cat, "move", "text", discordgo.ApplicationCommandOptionString)
		text.Required, text.Autocomplete, text.MaxLength = true, true, 100
		return []*discordgo.ApplicationCommandOption{text}
	},
	run:      (*Bot).move,
	complete: (*Bot).completeMove,
}

// move plays the move of /move.
func (b *Bot) move(ctx context.Context, r *request) reply {
	text := r.options["text"]
	se, err := b.Sessions.At(ctx, r.place)
	if err == nil {
		if a, ok := r.whichWay(&se, text); ok {
			return a
		}
		se, err = b.Sessions.Move(ctx, r.by, r.place, text, r.say.Notation())
	}
	if err != nil {
		return r.refused(b.absent(ctx, r, err))
	}
	b.notes.played(string(r.place))
	return shows(se)
}

// whichWay answers somebody who sent the label of a man instead of going on to
// one of its moves.
func (r *request) whichWay(se *session.Session, text string) (reply, bool) {
	p := se.Game.Position()
	for _, m := range movable(p) {
		if text == m.from.String() || text == manLabel(r.say, p, m.from) {
			var names []string
			for _, mv := range m.moves {
				names = append(names, "`"+mv.String()+"`")
			}
			return reply{open: true, text: r.say.Say("move.which", locale.Args{"Man": r.say.ManOf(p.At(m.from)),
				"From": m.from.String(), "Candidates": strings.Join(names, ", ")})}, true
		}
	}
	return reply{}, false
}

// mostChoices is how many Discord shows.
const mostChoices = 25

// completeMove offers the men that can move; a man's moves once one is named; and
// else the moves whose label contains what was typed. Only the player to move is
// offered anything.
func (b *Bot) completeMove(ctx context.Context, r *request) []*discordgo.ApplicationCommandOptionChoice {
	choices := []*discordgo.ApplicationCommandOptionChoice{}
	se, err := b.Sessions.At(ctx, r.place)
	if err != nil {
		return choices
	}
	if side, seated := se.SeatOf(r.by.Player); !seated || side != se.ToMove() {
		return choices
	}
	p := se.Game.Position()
	men := movable(p)
	add := func(name, value string) {
		if len(choices) < mostChoices {
			choices = append(choices, &discordgo.ApplicationCommandOptionChoice{Name: name, Value: value})
		}
	}
	typed := fold(r.options["text"])
	if typed == "" {
		for _, m := range men {
			add(manLabel(r.say, p, m.from)+" · "+r.say.Say("control.man.moves", locale.Args{"Count": len(m.moves)}), m.from.String())
		}
		return choices
	}
	if i := slices.IndexFunc(men, func(m mover) bool { return m.from.String() == typed }); i >= 0 {
		men = men[i : i+1] // h2 is the man there, though H2+3 begins alike
	}
	for _, m := range men {
		man := fold(manLabel(r.say, p, m.from))
		for _, mv := range m.moves {
			label := notation.Label(p, mv, r.say.Notation())
			if strings.HasPrefix(fold(label), typed) || strings.Contains(man, typed) ||
				strings.HasPrefix(mv.String(), typed) || writtenWith(p, mv, typed) {
				add(label, mv.String())
			}
		}
	}
	if len(choices) == 0 { // a notation that filtering by prefix does not know
		if m, err := notation.Read(p, r.options["text"], r.say.Notation()); err == nil {
			add(notation.Label(p, m, r.say.Notation()), m.String())
		}
	}
	return choices
}

// writtenWith reports whether the move in some notation begins with the text.
func writtenWith(p *game.Position, m game.Move, typed string) bool {
	for _, f := range []notation.Family{notation.WXF, notation.Chinese, notation.Traditional, notation.Vietnamese} {
		if strings.HasPrefix(fold(notation.Write(p, m, f)), typed) {
			return true
		}
	}
	return false
}

// fold makes texts comparable: lower case, without blanks and dashes.
func fold(text string) string {
	return strings.NewReplacer(" ", "", "-", "").Replace(strings.ToLower(strings.TrimSpace(text)))
}
