package bot

import (
	"context"
	"errors"
	"strings"

	"github.com/bwmarrin/discordgo"

	"yeye/ai/analysis"
	"yeye/bot/board"
	"yeye/bot/old/locale"
	"yeye/bot/session"
	"yeye/game"
	"yeye/render"
)

// The verbs of a study's controls.
const (
	verbStudyHere = "study"  // begin one from a replay's ply
	verbEngine    = "engine" // the engine moves here
	verbReset     = "reset"
	verbCloseIt   = "close"
)

var studyCommand = command{
	name: "study",
	options: func(cat *locale.Catalog) []*discordgo.ApplicationCommandOption {
		position := option(cat, "study", "position", discordgo.ApplicationCommandOptionString)
		position.MaxLength = mostPasted
		return []*discordgo.ApplicationCommandOption{position}
	},
	run: (*Bot).study,
}

// study opens a board for one, at the start or at what a text says: a position, or
// a game.
func (b *Bot) study(ctx context.Context, r *request) reply {
	g := game.NewGame(game.Start(), game.NoRepetition)
	text := strings.TrimSpace(r.options["position"])
	if text != "" {
		var err error
		if _, g, err = gameIn([]byte(text)); err != nil {
			return r.unreadable(err)
		}
	}
	return b.openStudy(ctx, r, g, text != "")
}

// clickStudyHere opens a study with the game of a replay as far as it is shown.
func (b *Bot) clickStudyHere(ctx context.Context, r *request, c control, _ []string) reply {
	if c.arg != "" && c.arg != string(r.by.Player) {
		return says(r.say.Say("replay.notyours"))
	}
	l, err := b.reel(ctx, r, c.session)
	if err != nil {
		return r.gone(err)
	}
	if l.live {
		return r.refused(session.ErrFairPlay)
	}
	g := game.NewGame(l.game.Start(), game.NoRepetition)
	for _, m := range l.game.Moves()[:min(int(max(c.turn, 0)), l.game.Ply())] {
		if err := g.PlayOn(m); err != nil {
			return r.refused(err)
		}
	}
	r.by.Via = session.ByCommand // the button is not on the study's card
	a := b.openStudy(ctx, r, g, true)
	if a.card != "" { // shown beside the replay, which stays as it is
		b.shower.poke(a.card)
		return says(r.say.Say("study.opened"))
	}
	return a
}

// openStudy opens a study here, or in a thread where the place is occupied. One's
// own study that is open here takes the new board, if there is one.
func (b *Bot) openStudy(ctx context.Context, r *request, g *game.Game, given bool) reply {
	if missing := r.missing(); missing != "" {
		return says(r.say.Say("refuse.permission", locale.Args{"Permissions": missing}))
	}
	if err := b.fair(ctx, r.by.Player, g.Position()); err != nil {
		return r.refused(err)
	}
	if err := b.helped(ctx, r, g.Position(), session.AfterStudy); err != nil {
		return r.refused(err)
	}
	seat := session.Seat{Player: r.by.Player, Name: r.by.Name}
	apart := beginning{versus(r.say, [2]session.Seat{seat, seat}), func(ctx context.Context, thread session.Place) (session.Session, error) {
		return b.Sessions.OpenStudy(ctx, r.by, thread, r.locale, g)
	}}
	return b.housed(ctx, r, func(ctx context.Context) reply { return b.studyHere(ctx, r, g, given, apart) },
		func(ctx context.Context) reply { return b.openThread(ctx, r, nil, apart, "told.thread.own") })
}

// studyHere opens a study in the place it is asked for, or apart in a thread of it.
func (b *Bot) studyHere(ctx context.Context, r *request, g *game.Game, given bool, apart beginning) reply {
	se, err := apart.start(ctx, r.place)
	var occupied *session.OccupiedError
	if !errors.As(err, &occupied) {
		if err != nil {
			return r.refused(err)
		}
		b.noteGuild(ctx, r, se.Place)
		return shows(se)
	}
	if there := occupied.Session; there.Study() && there.Seats[game.Red].Player == r.by.Player {
		if given {
			if there, err = b.Sessions.SetUp(ctx, r.by, there.ID, 0, g); err != nil {
				return r.refused(err)
			}
		}
		a := shows(there)
		a.anew = true
		return a
	}
	if a, ok := b.inThread(r, err, apart); ok {
		return a
	}
	return r.refused(err)
}

// ownStudy is the open study of a control of this turn, if the person owns it.
func (b *Bot) ownStudy(ctx context.Context, r *request, c control) (session.Session, error) {
	se, err := b.sitting(ctx, r, c)
	switch {
	case err != nil:
		return se, err
	case !se.Study():
		return se, session.ErrNotSeated
	case se.Status != session.Open:
		return se, session.ErrEnded
	case se.Turn != c.turn:
		return se, session.ErrStale
	}
	return se, nil
}

// clickEngine has the engine move for the side to move.
func (b *Bot) clickEngine(ctx context.Context, r *request, c control, _ []string) reply {
	se, err := b.ownStudy(ctx, r, c)
	if err != nil {
		return r.refused(err)
	}
	if err := b.mayAsk(ctx, r, &se); err != nil {
		return r.refused(err)
	}
	return b.ponders(r, se.Game.Clone(), func(ctx context.Context, h analysis.Hint) reply {
		if err := b.helped(ctx, r, se.Game.Position(), session.AfterHint); err != nil {
			return r.refused(err)
		}
		moved, err := b.Sessions.Step(ctx, r.by, se.ID, se.Turn, h.Move)
		if err != nil {
			return r.refused(err)
		}
		return shows(moved)
	})
}

func (b *Bot) clickReset(ctx context.Context, r *request, c control, _ []string) reply {
	se, err := b.Sessions.Reset(ctx, r.by, c.session, c.turn)
	if err != nil {
		return r.refused(err)
	}
	return shows(se)
}

func (b *Bot) clickCloseStudy(ctx context.Context, r *request, c control, _ []string) reply {
	se, err := b.Sessions.CloseStudy(ctx, r.by, c.session)
	if err != nil {
		return r.refused(err)
	}
	return shows(se)
}

// studyCard shows a study: like a game's card, but nobody waits, and the end of a
// line is only said.
func studyCard(say *locale.Speaker, se *session.Session, chosen game.Square, taste board.Taste) card {
	p := se.Game.Position()
	v := render.View{Position: *p, Style: styleFor(say, taste)}
	v.Marks.LastMove, v.Marks.Banner = se.LastMove(), se.Game.Outcome()
	targets := targetsOf(p, chosen)
	if targets.Any() {
		v.Marks.Selected, v.Marks.Targets = game.BB(chosen), targets
	}
	return card{
		text: studyText(say, se, aloud(taste)),
		view: v,
		say:  say,
		rows: studyRows(say, se, chosen),
	}
}

func studyText(say *locale.Speaker, se *session.Session, aloud bool) string {
	var lines []string
	if last := lastMoves(say, se, aloud); last != "" {
		lines = append(lines, last)
	}
	side := locale.Args{"Side": say.Color(se.ToMove())}
	over := se.Game.Outcome()
	switch {
	case se.Status == session.Ended:
		lines = append(lines, say.Say("study.closed"))
	case over.Over():
		lines = append(lines, say.Ending(over, [2]string{say.Color(game.Red), say.Color(game.Black)}))
	case se.Game.Position().InCheck():
		lines = append(lines, say.Say("study.turn.check", side))
	default:
		lines = append(lines, say.Say("study.turn", side))
	}
	if se.Status == session.Open && se.Game.Ply() == 0 {
		lines = append(lines, say.Say("study.how", locale.Args{"Example": example(say, se)}))
	}
	lines = append(lines, "-# "+say.Say("study.of", locale.Args{"Who": who(say, se.Seats[game.Red]), "Number": se.Game.Position().MoveNumber()}))
	return strings.Join(lines, "\n")
}

func studyRows(say *locale.Speaker, se *session.Session, chosen game.Square) []discordgo.MessageComponent {
	id := idsOf(se)
	button := func(verb, label string, style discordgo.ButtonStyle, off bool) discordgo.MessageComponent {
		return discordgo.Button{CustomID: id(verb, ""), Label: say.Say(label), Style: style, Disabled: off}
	}
	if se.Status != session.Open {
		return []discordgo.MessageComponent{row(button(verbExport, "control.save", discordgo.SecondaryButton, false))}
	}
	var rows []discordgo.MessageComponent
	movable := se.Game.Position().HasLegal()
	if movable {
		rows = moveRows(say, se, chosen, id)
	}
	none := se.Game.Ply() == 0
	return append(rows, row(
		button(verbEngine, "control.engine", discordgo.PrimaryButton, !movable),
		button(verbUndo, "control.undo", discordgo.SecondaryButton, none),
		button(verbReset, "control.reset", discordgo.SecondaryButton, none),
	), row(
		button(verbSetUp, "control.setup", discordgo.SecondaryButton, false),
		button(verbExport, "control.save", discordgo.SecondaryButton, false),
		button(verbCloseIt, "control.close", discordgo.SecondaryButton, false),
	))
}
