// Package vacation lets people go on vacation: their clocks stop in all their correspondence games. Breaks that two
// players agree on in one game are feature play's.
//
// Out of scope: how many days there are, which clocks stop and when (package match).
package vacation

import (
	"context"
	"embed"
	"errors"
	"strconv"

	"yeye/bot/discord"
	"yeye/bot/display"
	"yeye/bot/door"
	"yeye/bot/feature"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/start"
	"yeye/bot/match/view"
	"yeye/bot/store/scheduler"
	"yeye/game"
)

//go:embed catalog/*.json
var catalog embed.FS

// Services are what the feature depends on.
type Services struct {
	feature.Kit
	Cards Cards
	Wake  func() // wakes the scheduler once a job is due
}

// Cards finds the messages that show games; display.Display implements it.
type Cards interface {
	Row(ctx context.Context, s id.Subject) (display.Row, bool, error)
}

type feat struct{ Services }

// actionEnd ends a vacation. It never changes: messages keep it forever.
const actionEnd = "vacend"

// lengths are the vacations to choose from, in days.
var lengths = []int{1, 2, 3, 4, 5, 6, 7, 10, 14, 21, match.VacationDays}

// New returns the feature.
func New(s Services) feature.Feature {
	f := &feat{s}
	return feature.Feature{
		Name:     match.VacationFeature,
		Optional: true,
		Catalog:  locale.Embedded("vacation", catalog),
		Commands: []interaction.Command{{Name: "vacation", Door: door.Anybody.Alone(), Options: options,
			Handle: f.command}},
		Components: []interaction.Component{
			{Action: actionEnd, Door: door.Anybody.Alone(), Handle: f.end},
		},
		Jobs: []scheduler.Handler{
			{
				Kind:     match.VacationJob,
				Door:     door.Clock.Alone(),
				Awaits:   scheduler.Nobody,
				Anywhere: true,
				Work:     f.apply,
			},
		},
		Personal: s.Matches.VacationOwner(),
		Buttons:  f.buttons,
		Refuse:   f.refuse,
	}
}

func options(t interaction.Texts) []discord.CommandOption {
	return []discord.CommandOption{t.Pick("vacation", "days", interaction.Choices(t, lengths, strconv.Itoa,
		func(l *locale.Localizer, n int) string { return l.Text("vacation.days", locale.Args{"Count": n}) })...)}
}

// command handles /vacation: it starts a vacation, or says whether the player is on one and how many days they have
// left.
func (f *feat) command(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	if days, err := strconv.Atoi(r.Options["days"]); err == nil {
		v, in, err := f.Matches.TakeVacation(ctx, start.Actor(r, match.FromCommand), days)
		if err != nil {
			return interaction.Response{}, f.withLink(ctx, err)
		}
		f.Wake()
		begun := []string{r.Text.Text("vacation.begun", locale.Args{"Count": len(in)})}
		if len(in) == 0 {
			begun[0] = r.Text.Text("vacation.begun.none")
		}
		return f.page(ctx, r, append(begun, limitText(r, v, in)...)...)
	}
	return f.page(ctx, r)
}

// page says whether a player is on vacation and how many days they have left; begun are lines about a vacation that was
// just started.
func (f *feat) page(ctx context.Context, r *interaction.Request, begun ...string) (interaction.Response, error) {
	v, left, err := f.Matches.Vacation(ctx, r.Player)
	if err != nil {
		return interaction.Response{}, err
	}
	w := f.Readers.For(r).Words
	rest := w.Text("vacation.left", locale.Args{"Count": left, "Year": strconv.Itoa(f.Now().UTC().Year())})
	if v == (match.Vacation{}) {
		return interaction.Say(w.Sentences(w.Text("vacation.none"), rest)), nil
	}
	text := []string{w.Text("vacation.until", locale.Args{"When": view.Moment(v.Until)})}
	text = append(text, begun...)
	return interaction.Answer(discord.Message{Content: w.Sentences(append(text, w.Text("vacation.ends"), rest)...),
		Rows: []discord.Row{{endButton(r.Text)}}}), nil
}

func endButton(l *locale.Localizer) discord.Button {
	return discord.ControlID{Action: actionEnd}.Button(l.Text("vacation.end"), discord.Primary)
}

// end ends the vacation of the user.
func (f *feat) end(ctx context.Context, r *interaction.Request, _ discord.ControlID) (interaction.Response, error) {
	if err := f.Matches.EndVacation(ctx, start.Actor(r, match.FromCommand)); err != nil {
		return interaction.Response{}, err
	}
	f.Wake()
	return interaction.Say(r.Text.Text("vacation.ended")), nil
}

// apply runs the job of a vacation that has started or ended.
func (f *feat) apply(ctx context.Context, j scheduler.Job) error {
	return f.Matches.ApplyVacation(ctx, id.Player(j.Subject.ID))
}

// buttons adds a button to end a vacation to the card of a game with a player on vacation.
func (f *feat) buttons(_ context.Context, r *view.Reader, m *match.Match) (discord.Row, error) {
	for _, side := range [2]game.Color{game.Red, game.Black} {
		if _, away := m.OnVacation(side, f.Now()); away && m.Status == match.Open {
			return discord.Row{endButton(r.Localizer)}, nil
		}
	}
	return nil, nil
}

// lateError is a [match.TimePressureError] with the address of the game's card.
type lateError struct {
	error
	link string
}

func (e *lateError) Unwrap() error { return e.error }

// withLink adds to a refusal the address of the game's card.
func (f *feat) withLink(ctx context.Context, err error) error {
	late, ok := errors.AsType[*match.TimePressureError](err)
	if !ok {
		return err
	}
	row, _, failed := f.Cards.Row(ctx, late.Match.Subject())
	if failed != nil {
		return failed
	}
	return &lateError{err, start.Link(late.Match.Guild, late.Match.Channel, row.Message)}
}

// refuse explains why a vacation is refused.
func (f *feat) refuse(r *interaction.Request, err error) (interaction.Response, bool) {
	if few, ok := errors.AsType[*match.DaysError](err); ok {
		return interaction.Say(r.Text.Text("vacation.few",
			locale.Args{"Count": few.Left, "Year": strconv.Itoa(few.Year)})), true
	}
	if late, ok := errors.AsType[*lateError](err); ok {
		return interaction.Say(r.Text.Text("vacation.late", locale.Args{"Link": late.link})), true
	}
	return interaction.Refusals{{Err: match.ErrNoVacation, Key: "vacation.not"},
		{Err: match.ErrVacationDays, Key: "vacation.few.days",
			Args: locale.Args{"Count": match.VacationDays}}}.Answer(r, err)
}

// limitText says until when a vacation stops clocks in tournament games that limit rests within a round; nil if no game
// does.
func limitText(r *interaction.Request, v match.Vacation, in []match.Match) []string {
	for i := range in {
		if until := in[i].Rest.Last; !until.IsZero() && until.Before(v.Until) {
			return []string{r.Text.Text("vacation.last", locale.Args{"When": view.Moment(until)})}
		}
	}
	return nil
}
