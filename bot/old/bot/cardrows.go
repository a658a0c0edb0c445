package bot

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/old/locale"
	"yeye/bot/session"
	"yeye/game"
	"yeye/game/notation"
)

// The verbs of the card's controls.
const (
	verbMan    = "man"    // choose a man
	verbTarget = "to"     // move the chosen man
	verbUndo   = "undo"   // take back
	verbResign = "resign" // ask whether to resign
	verbGiveUp = "giveup" // resign
	verbKeep   = "keep"   // do not resign
	verbAgain  = "again"  // the same again, sides swapped
	verbDraw   = "draw"   // offer a draw
	verbHint   = "hint"   // suggest a move
	verbResume = "resume" // go on with a game that rests
)

// idsOf makes the ids of a session's controls as it stands.
func idsOf(se *session.Session) func(verb, arg string) string {
	return func(verb, arg string) string {
		return control{verb, se.ID, se.Turn, arg, strconv.FormatInt(se.Rev, 36)}.String()
	}
}

// cardRows is the controls under a card.
func cardRows(say *locale.Speaker, se *session.Session, chosen game.Square) []discordgo.MessageComponent {
	id := idsOf(se)
	button := func(verb, label string, style discordgo.ButtonStyle) discordgo.MessageComponent {
		return discordgo.Button{CustomID: id(verb, ""), Label: say.Say(label), Style: style}
	}
	if se.Status == session.Ended && se.Exhibition() {
		return nil
	}
	if se.Status == session.Ended {
		return []discordgo.MessageComponent{row(button(verbAgain, "control.again", discordgo.PrimaryButton))}
	}
	if se.Status == session.Resting && se.Ruling == session.Held {
		return nil
	}
	if se.Status == session.Resting {
		return []discordgo.MessageComponent{row(button(verbResume, "control.resume", discordgo.PrimaryButton))}
	}
	if se.Exhibition() {
		// Always the same, so that it is not changed under the finger every few seconds.
		return []discordgo.MessageComponent{row(discordgo.Button{CustomID: control{verb: verbStop, session: se.ID}.String(),
			Label: say.Say("control.stop"), Style: discordgo.SecondaryButton})}
	}
	var rows []discordgo.MessageComponent
	_, character := se.Opponent()
	if character && se.Next.Kind != session.Think {
		rows = moveRows(say, se, chosen, id)
	}
	var buttons []discordgo.MessageComponent
	if !character {
		buttons = append(buttons, button(verbView, "control.view", discordgo.PrimaryButton))
	}
	if se.MayTakeBack() {
		buttons = append(buttons, button(verbUndo, "control.undo", discordgo.SecondaryButton))
	}
	if character && se.Next.Kind != session.Think {
		buttons = append(buttons, button(verbHint, "control.hint", discordgo.SecondaryButton))
	}
	if asksNewcomer(se) {
		buttons = append(buttons, button(verbNewcomer, "control.newcomer", discordgo.SecondaryButton))
	}
	if !character {
		buttons = append(buttons, button(verbDraw, "control.draw", discordgo.SecondaryButton))
	}
	buttons = append(buttons, button(verbResign, "control.resign", discordgo.SecondaryButton))
	return append(rows, row(buttons...))
}

func row(c ...discordgo.MessageComponent) discordgo.MessageComponent {
	return discordgo.ActionsRow{Components: c}
}

// moveRows is the select of men that can move and, once one is chosen, that of
// where it can go.
func moveRows(say *locale.Speaker, se *session.Session, chosen game.Square, id func(verb, arg string) string) []discordgo.MessageComponent {
	p := se.Game.Position()
	men := movable(p)
	prompt, salt := say.Say("control.man"), "-"
	if chosen != game.NoSquare {
		prompt, salt = say.Say("control.man.chosen"), chosen.String()
	}
	var options []discordgo.SelectMenuOption
	for _, m := range men {
		o := discordgo.SelectMenuOption{
			Label:       manLabel(say, p, m.from),
			Value:       m.from.String(),
			Description: say.Say("control.man.moves", locale.Args{"Count": len(m.moves)}),
			Emoji:       choiceEmoji(say.Sign(p.At(m.from))),
		}
		if o.Emoji != nil { // the character would only repeat the picture
			o.Label = say.ManOf(p.At(m.from)) + " " + m.from.String()
		}
		options = append(options, o)
	}
	rows := []discordgo.MessageComponent{row(discordgo.SelectMenu{
		MenuType: discordgo.StringSelectMenu, CustomID: id(verbMan, salt), Placeholder: prompt, Options: options})}
	for _, m := range men {
		if m.from != chosen {
			continue
		}
		var targets []discordgo.SelectMenuOption
		for _, mv := range m.moves {
			o := discordgo.SelectMenuOption{Label: notation.Label(p, mv, say.Notation()), Value: mv.String()}
			if taken := p.At(mv.To()); taken != game.NoPiece {
				o.Description = say.Say("control.target.takes", locale.Args{"Man": say.ManOf(taken)})
				o.Emoji = choiceEmoji(say.Sign(taken))
			}
			targets = append(targets, o)
		}
		rows = append(rows, row(discordgo.SelectMenu{
			MenuType: discordgo.StringSelectMenu, CustomID: id(verbTarget, salt),
			Placeholder: say.Say("control.target", locale.Args{"Man": manLabel(say, p, chosen)}), Options: targets}))
	}
	return rows
}

// manLabel is like "炮 cannon h2", in Chinese "炮 h2".
func manLabel(say *locale.Speaker, p *game.Position, s game.Square) string {
	glyph, name := say.Glyph(p.At(s)), say.ManOf(p.At(s))
	if name == glyph {
		return glyph + " " + s.String()
	}
	return glyph + " " + name + " " + s.String()
}

// mover is a man that can move and where to.
type mover struct {
	from  game.Square
	moves []game.Move
}

// movable is the men of the side to move that have legal moves, by file and then
// from its own side outward, never by value.
func movable(p *game.Position) []mover {
	var buf [game.MaxMoves]game.Move
	moves := p.LegalMoves(buf[:0])
	order := func(s game.Square) int {
		rank := s.Rank()
		if p.Turn() == game.Black {
			rank = game.Ranks - 1 - rank
		}
		return s.File()*game.Ranks + rank
	}
	slices.SortFunc(moves, func(a, b game.Move) int {
		return cmp.Or(cmp.Compare(order(a.From()), order(b.From())), cmp.Compare(order(a.To()), order(b.To())))
	})
	var men []mover
	for _, m := range moves {
		if n := len(men); n == 0 || men[n-1].from != m.From() {
			men = append(men, mover{from: m.From()})
		}
		men[len(men)-1].moves = append(men[len(men)-1].moves, m)
	}
	return men
}
