package analysis

import (
	"context"
	"errors"
	"time"

	"yeye/bot/discord"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match/archive"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
)

// progress answers privately with the progress of an analysis, and keeps editing the message until it shows the target
// or can no longer be edited. A reply to typed text is not edited.
func (f *analyses) progress(ctx context.Context, r *interaction.Request, g *archive.Game, a *row,
	to target) (interaction.Response, error) {
	live := r.Typed == nil
	said, err := f.progressMessage(ctx, r, g, a, to, live)
	if err != nil {
		return interaction.Response{}, err
	}
	shown := interaction.Answer(said)
	if !live {
		return shown, nil
	}
	asked, until := *r, time.Now().Add(interaction.EditableFor)
	if !r.At.IsZero() {
		until = until.Add(-max(0, f.Now().Sub(r.At)))
	}
	game, last := *g, said.Content
	shown.Private.Sent = func(edit interaction.Edit) {
		if !to.isRefresh(&asked) {
			f.followers.Stop(to.followerKey(&asked), errElsewhere)
		}
		f.followers.Go(f.Background, to.followerKey(&asked),
			func(ctx context.Context) { f.follow(ctx, &asked, &game, to, last, until, edit) })
	}
	return shown, nil
}

// progressMessage returns a message with the progress of an analysis. live means that the message will be updated.
func (f *analyses) progressMessage(ctx context.Context, r *interaction.Request, g *archive.Game, a *row, to target,
	live bool) (discord.Message, error) {
	w := f.Readers.For(r).Words
	text := w.Text("analysis.head", locale.Args{"What": w.Text(to.nameKey), "Players": players(w, g)}) + "\n"
	if a.Done > 0 {
		text += w.Text("analysis.progress", locale.Args{"Bar": words.Bar(a.Done, a.Total),
			"Percent": 100 * a.Done / a.Total})
	} else {
		before, err := countAhead(ctx, f.DB.Read(), a)
		if err != nil {
			return discord.Message{}, err
		}
		text += w.Text("analysis.place", locale.Args{"Place": before + 1})
	}
	if !live {
		text += "\n" + w.Text("analysis.later")
	}
	button := func(control discord.ControlID, key string) discord.Component {
		return discord.Button{CustomID: control.String(), Label: w.Text(key), Style: discord.Secondary}
	}
	row := discord.Row{button(to.refresh, "analysis.control.progress")}
	if a.Requester == r.Player {
		row = append(row, button(discord.ControlID{Action: actionCancel, ID: g.ID}, "analysis.control.cancel"))
	}
	return discord.Message{Content: text, Rows: []discord.Row{row}}, nil
}

// cancelled edits a message to say that the analysis was canceled, with a button for a new one.
func (f *analyses) cancelled(r *interaction.Request, g *archive.Game) interaction.Response {
	return interaction.Change(f.cancelledMessage(r, g))
}

func (f *analyses) cancelledMessage(r *interaction.Request, g *archive.Game) discord.Message {
	return discord.Message{Content: r.Text.Text("analysis.cancelled"), Rows: []discord.Row{{discord.Button{
		CustomID: discord.ControlID{Action: view.ActionAnalyze, ID: g.ID}.String(),
		Label:    r.Text.Text("control.analyze"), Style: discord.Secondary}}}}
}

// errElsewhere ends the updates of a message, because a newer message shows the same.
var errElsewhere = errors.New("another message shows it")

// follow edits a message with the progress of the analysis, and finally with the report. Shortly before the message can
// no longer be edited, or when the bot stops, it makes the last edit.
func (f *analyses) follow(ctx context.Context, r *interaction.Request, g *archive.Game, to target, last string,
	until time.Time, edit interaction.Edit) {
	now := func(ctx context.Context) (discord.Message, bool, error) { return f.currentMessage(ctx, r, g, to) }
	if interaction.KeepUpdated(ctx, r.Log, last, until, edit, now) &&
		!errors.Is(context.Cause(ctx), interaction.ErrReplaced) {
		f.lastEdit(context.WithoutCancel(ctx), r, g, to, edit)
	}
}

// lastEditTimeout bounds the last edit of a message.
const lastEditTimeout = 3 * time.Second

// lastEdit edits a message that will no longer be updated, so that it says how to see more.
func (f *analyses) lastEdit(ctx context.Context, r *interaction.Request, g *archive.Game, to target,
	edit interaction.Edit) {
	ctx, cancel := context.WithTimeout(ctx, lastEditTimeout)
	defer cancel()
	a, there, err := load(ctx, f.DB.Read(), g.ID)
	if err != nil || !there {
		return // the next click shows the current state
	}
	said, err := f.progressMessage(ctx, r, g, &a, to, false)
	if err == nil {
		err = edit(ctx, said)
	}
	if err != nil {
		r.Log.Debug("cannot make the last edit of an analysis message", "err", err)
	}
}

// currentMessage returns the current message about an analysis. over means that it will not change any more.
func (f *analyses) currentMessage(ctx context.Context, r *interaction.Request, g *archive.Game,
	to target) (said discord.Message, over bool, err error) {
	a, there, err := load(ctx, f.DB.Read(), g.ID)
	if err != nil {
		return said, false, err
	}
	if !there {
		return f.cancelledMessage(r, g), true, nil
	}
	if a.State != finished {
		said, err = f.progressMessage(ctx, r, g, &a, to, true)
		return said, false, err
	}
	shown, err := f.showReport(ctx, r, g, &a, to)
	if refused, known := refusals.AnswerPostable(r, err); known { // a game between people may have started
		return refused.Private.Message, true, nil
	}
	if err != nil {
		return said, false, err
	}
	made, err := shown.Work(ctx)
	if err != nil {
		return said, false, err
	}
	if made.Private == nil {
		return said, false, errors.New("a report is no message")
	}
	return made.Private.Message, true, nil
}
