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

// progress shows one player the progress of an analysis, and updates it while the message can be changed, up to its
// aim. A reply to typed text is not updated.
func (f *analyses) progress(ctx context.Context, r *interaction.Request, g *archive.Game, a *row,
	to aim) (interaction.Response, error) {
	live := r.Typed == nil
	said, err := f.stand(ctx, r, g, a, to, live)
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
		if !to.pressed(&asked) {
			f.followers.Stop(to.follower(&asked), errElsewhere)
		}
		f.followers.Go(f.Background, to.follower(&asked),
			func(ctx context.Context) { f.follow(ctx, &asked, &game, to, last, until, edit) })
	}
	return shown, nil
}

// stand returns a message with the current progress of an analysis. live reports whether the message will be updated.
func (f *analyses) stand(ctx context.Context, r *interaction.Request, g *archive.Game, a *row, to aim,
	live bool) (discord.Message, error) {
	w := f.Readers.For(r).Words
	text := w.Text("analysis.head", locale.Args{"What": w.Text(to.what), "Players": players(w, g)}) + "\n"
	if a.Done > 0 {
		text += w.Text("analysis.progress", locale.Args{"Bar": words.Bar(a.Done, a.Total),
			"Percent": 100 * a.Done / a.Total})
	} else {
		before, err := ahead(ctx, f.DB.Read(), a)
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
	row := discord.Row{button(to.again, "analysis.control.progress")}
	if a.Requester == r.Player {
		row = append(row, button(discord.ControlID{Action: actionCancel, ID: g.ID}, "analysis.control.cancel"))
	}
	return discord.Message{Content: text, Rows: []discord.Row{row}}, nil
}

// cancelled says that the analysis was canceled, and offers a new one.
func (f *analyses) cancelled(r *interaction.Request, g *archive.Game) interaction.Response {
	return interaction.Change(f.none(r, g))
}

func (f *analyses) none(r *interaction.Request, g *archive.Game) discord.Message {
	return discord.Message{Content: r.Text.Text("analysis.cancelled"), Rows: []discord.Row{{discord.Button{
		CustomID: discord.ControlID{Action: view.ActionAnalyze, ID: g.ID}.String(),
		Label:    r.Text.Text("control.analyze"), Style: discord.Secondary}}}}
}

// errElsewhere ends the updates of a message because a newer one shows the same.
var errElsewhere = errors.New("another message shows it")

// follow changes a message as the analysis goes on, up to the report. When the message can soon no longer be changed,
// or the bot stops, it says how to see more.
func (f *analyses) follow(ctx context.Context, r *interaction.Request, g *archive.Game, to aim, last string,
	until time.Time, edit interaction.Edit) {
	now := func(ctx context.Context) (discord.Message, bool, error) { return f.now(ctx, r, g, to) }
	if interaction.KeepUpdated(ctx, r.Log, last, until, edit, now) &&
		!errors.Is(context.Cause(ctx), interaction.ErrReplaced) {
		f.leave(context.WithoutCancel(ctx), r, g, to, edit)
	}
}

// leaveWithin bounds the last edit.
const leaveWithin = 3 * time.Second

// leave makes the last edit of a message that is no longer updated.
func (f *analyses) leave(ctx context.Context, r *interaction.Request, g *archive.Game, to aim, edit interaction.Edit) {
	ctx, cancel := context.WithTimeout(ctx, leaveWithin)
	defer cancel()
	a, there, err := load(ctx, f.DB.Read(), g.ID)
	if err != nil || !there {
		return // the next click shows the state
	}
	said, err := f.stand(ctx, r, g, &a, to, false)
	if err == nil {
		err = edit(ctx, said)
	}
	if err != nil {
		r.Log.Debug("cannot make the last edit of an analysis message", "err", err)
	}
}

// now returns the current message about an analysis. over reports whether it will not change any more.
func (f *analyses) now(ctx context.Context, r *interaction.Request, g *archive.Game,
	to aim) (said discord.Message, over bool, err error) {
	a, there, err := load(ctx, f.DB.Read(), g.ID)
	if err != nil {
		return said, false, err
	}
	if !there {
		return f.none(r, g), true, nil
	}
	if a.State != finished {
		said, err = f.stand(ctx, r, g, &a, to, true)
		return said, false, err
	}
	shown, err := f.reached(ctx, r, g, &a, to)
	if refused, known := refusals.AnswerPostable(r, err); known { // people may have begun a game meanwhile
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
