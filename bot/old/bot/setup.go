package bot

import (
	"context"
	"errors"
	"strings"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/old/locale"
	"yeye/bot/session"
	"yeye/game"
	"yeye/render"
)

// The verbs of setting up a study's board. All but the first carry the board as it
// is being set up in their argument.
const (
	verbSetUp    = "setup"
	verbSetMan   = "sman"  // what to put
	verbSetFile  = "sfile" // on which file
	verbSetPoint = "sput"  // on which point
	verbSetTurn  = "sturn" // the other side is to move
	verbSetClear = "sclear"
	verbSetAll   = "sall" // the men as a game begins
	verbSetDone  = "sdone"
)

// clickSetUp begins to set up the board of one's study, on a private message: the
// card shows only what has become a position.
func (b *Bot) clickSetUp(ctx context.Context, r *request, c control, _ []string) reply {
	se, err := b.ownStudy(ctx, r, c)
	if err != nil {
		return r.refused(err)
	}
	return b.easel(r, c, draft{Setup: se.Game.Position().Setup(), file: -1}, reply{})
}

// onDraft makes a control's handler of a change to the draft that it carries.
func onDraft(change func(d *draft, value string)) func(*Bot, context.Context, *request, control, []string) reply {
	return func(b *Bot, ctx context.Context, r *request, c control, values []string) reply {
		d, _, err := b.drafted(ctx, r, c)
		if err != nil {
			return r.refused(err)
		}
		change(&d, strings.Join(values, ""))
		return b.easel(r, c, d, reply{replace: true})
	}
}

var (
	setMan   = onDraft(func(d *draft, v string) { d.hold(v) })
	setFile  = onDraft(func(d *draft, v string) { d.file = strings.Index("abcdefghi", v) })
	setTurn  = onDraft(func(d *draft, _ string) { d.Turn = d.Turn.Other() })
	setClear = onDraft(func(d *draft, _ string) { d.Board = [game.Squares]game.Piece{} })
	setAll   = onDraft(func(d *draft, _ string) {
		start := game.Start()
		d.Setup = start.Setup()
	})
	setPoint = onDraft(func(d *draft, v string) {
		if s, err := game.ParseSquare(v); err == nil {
			d.use(s)
		}
	})
)

// drafted is the draft of a control and the study it is for, if that is the
// person's and open. Moves made on it meanwhile do not matter.
func (b *Bot) drafted(ctx context.Context, r *request, c control) (draft, session.Session, error) {
	se, err := b.sitting(ctx, r, c)
	if err == nil && !se.Study() {
		err = session.ErrNotSeated
	}
	if err == nil && se.Status != session.Open {
		err = session.ErrEnded
	}
	d, ok := parseDraft(c.arg)
	if err == nil && !ok {
		err = session.ErrStale
	}
	return d, se, err
}

// clickSetDone puts the draft on the study's board, if it is a position.
func (b *Bot) clickSetDone(ctx context.Context, r *request, c control, _ []string) reply {
	d, se, err := b.drafted(ctx, r, c)
	if err != nil {
		return r.refused(err)
	}
	p, err := d.Position()
	if err == nil {
		err = b.fair(ctx, r.by.Player, &p)
	}
	if err == nil {
		r.by.Via = session.ByCommand // the button is not on the study's card
		se, err = b.Sessions.SetUp(ctx, r.by, se.ID, 0, game.NewGame(p, game.NoRepetition))
	}
	if err != nil {
		return r.refused(err)
	}
	b.shower.poke(se.ID)
	return reply{text: r.say.Say("setup.done"), replace: true}
}

// easel shows a draft with the controls to go on with it.
func (b *Bot) easel(r *request, c control, d draft, as reply) reply {
	as.later = func(context.Context) reply {
		v := render.View{Position: d.Draft(), Style: styleFor(r.say, r.taste)}
		_, v.Marks.Targets = d.points()
		files, err := b.picture(r.say, v, "")
		if err != nil {
			return r.refused(err)
		}
		return reply{replace: as.replace, text: easelText(r.say, &d), rows: easelRows(r.say, c, &d), files: files}
	}
	return as
}

func easelText(say *locale.Speaker, d *draft) string {
	lines := []string{say.Say("setup.title")}
	var fault *game.FENError
	if _, err := d.Position(); errors.As(err, &fault) {
		return strings.Join(append(lines, say.Say("setup.notyet", locale.Args{"Reason": say.Fault(fault)})), "\n")
	}
	return strings.Join(append(lines, say.Say("setup.good")), "\n")
}

func easelRows(say *locale.Speaker, c control, d *draft) []discordgo.MessageComponent {
	id := func(verb string) string { return control{verb, c.session, c.turn, d.String(), ""}.String() }
	choice := func(verb, prompt string, options []discordgo.SelectMenuOption) discordgo.MessageComponent {
		return row(discordgo.SelectMenu{MenuType: discordgo.StringSelectMenu, CustomID: id(verb), Placeholder: prompt, Options: options})
	}
	rows := []discordgo.MessageComponent{choice(verbSetMan, say.Say("setup.man"), manOptions(say, d))}
	hand := say.Say("setup.take")
	if d.brush != game.NoPiece {
		hand = manName(say, d.brush)
	}
	all, offered := d.points()
	if all.Count() > mostChoices {
		rows = append(rows, choice(verbSetFile, say.Say("setup.file", locale.Args{"Man": hand}), fileOptions(all, d.file)))
	}
	if offered.Any() {
		rows = append(rows, choice(verbSetPoint, say.Say("setup.point", locale.Args{"Man": hand}), pointOptions(say, d, offered)))
	}
	_, fault := d.Position()
	button := func(verb, label string, style discordgo.ButtonStyle, off bool) discordgo.MessageComponent {
		return discordgo.Button{CustomID: id(verb), Label: label, Style: style, Disabled: off}
	}
	return append(rows, row(
		button(verbSetDone, say.Say("control.setup.done"), discordgo.SuccessButton, fault != nil),
		button(verbSetTurn, say.Say("control.setup.turn", locale.Args{"Side": say.Color(d.Turn)}), discordgo.SecondaryButton, false),
		button(verbSetClear, say.Say("control.setup.clear"), discordgo.SecondaryButton, d.Board == [game.Squares]game.Piece{}),
		button(verbSetAll, say.Say("control.setup.all"), discordgo.SecondaryButton, false),
	))
}

// manOptions is the fourteen men, each with how many are on the board, and the
// empty hand.
func manOptions(say *locale.Speaker, d *draft) []discordgo.SelectMenuOption {
	var options []discordgo.SelectMenuOption
	for i := range brushes {
		m := game.NewPiece(game.Color(i/7), game.Role(1+i%7))
		options = append(options, discordgo.SelectMenuOption{
			Label: say.Say("setup.one", locale.Args{"Side": say.Color(m.Color()), "Man": manName(say, m)}), Value: brushes[i : i+1], Default: m == d.brush,
			Description: say.Say("setup.count", locale.Args{"N": d.count(m), "Most": game.MostOf(m.Role())}),
			Emoji:       choiceEmoji(say.Sign(m)),
		})
	}
	return append(options, discordgo.SelectMenuOption{Label: say.Say("setup.take"), Value: takeBrush, Default: d.take})
}

// fileOptions is the files that have a point to choose.
func fileOptions(all game.Bitboard, chosen int) []discordgo.SelectMenuOption {
	var have [game.Files]bool
	for all.Any() {
		have[all.PopFirst().File()] = true
	}
	var options []discordgo.SelectMenuOption
	for f, ok := range have {
		if ok {
			name := string(rune('a' + f))
			options = append(options, discordgo.SelectMenuOption{Label: name, Value: name, Default: f == chosen})
		}
	}
	return options
}

// pointOptions is points from Red's side up, each with the man that stands there.
func pointOptions(say *locale.Speaker, d *draft, offered game.Bitboard) []discordgo.SelectMenuOption {
	var options []discordgo.SelectMenuOption
	for offered.Any() {
		s := offered.PopFirst()
		o := discordgo.SelectMenuOption{Label: s.String(), Value: s.String()}
		if m := d.Board[s]; m != game.NoPiece {
			o.Description = say.Say("setup.one", locale.Args{"Side": say.Color(m.Color()), "Man": manName(say, m)})
			o.Emoji = choiceEmoji(say.Sign(m))
		}
		options = append(options, o)
	}
	return options
}
