package dailybot

import (
	"context"
	"fmt"

	"yeye/bot/discord"
	"yeye/bot/feature/daily"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/store/scheduler"
)

// off is the argument of the control that ends reminders.
const off = "off"

// remindButton returns the button that turns the user's reminders on or off.
func remindButton(w *locale.Localizer, reminds bool) discord.Button {
	if reminds {
		return discord.ControlID{Action: actionRemind, Arg: off}.Button(w.Text("daily.remind.stop"), discord.Secondary)
	}
	return discord.ControlID{Action: actionRemind}.Button(w.Text("daily.remind.begin"), discord.Secondary)
}

// remind turns the user's reminders on or off.
func (f *feat) remind(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	if c.Arg == off {
		if err := f.Daily.StopReminding(ctx, r.Player); err != nil {
			return interaction.Response{}, err
		}
		return interaction.Say(r.Text.Text("daily.remind.ended")), nil
	}
	first, err := f.Daily.Remind(ctx, r.Player, r.Guild)
	if err != nil {
		return interaction.Response{}, err
	}
	text := r.Text.Text("daily.remind.begun", locale.Args{"Time": fmt.Sprintf("<t:%d:t>", first.Unix())})
	return interaction.Answer(discord.Message{Content: text, Rows: []discord.Row{{remindButton(r.Text, true)}}}), nil
}

// reminding runs the job of a reminder. For a player who does not accept direct messages, reminders are turned off.
func (f *feat) reminding(ctx context.Context, j scheduler.Job) error {
	to, n, unsolved, err := f.Daily.Unsolved(ctx, j)
	if err != nil {
		return err
	}
	may, err := f.may(ctx, to.Guild)
	if err != nil {
		return err
	}
	if unsolved && may {
		to.Channel, err = f.sendReminder(ctx, to, n)
		if api := discord.AsAPIError(err); api != nil && !api.Temporary() {
			return f.Daily.StopReminding(ctx, to.Player)
		}
		if err != nil {
			return err
		}
	}
	return f.Daily.Reminded(ctx, j, to.Channel)
}

// sendReminder posts a reminder of a number, and returns the DM channel. Its nonce keeps a second try from posting it
// twice.
func (f *feat) sendReminder(ctx context.Context, to daily.Reminder, n daily.Number) (in id.Channel, err error) {
	ctx, cancel := context.WithTimeout(ctx, interaction.CallTimeout)
	defer cancel()
	streak, err := f.Daily.Streak(ctx, to.Player)
	if err != nil {
		return "", err
	}
	if in = to.Channel; in == "" {
		if in, err = f.REST.OpenDM(ctx, to.Player); err != nil {
			return "", err
		}
	}
	w := f.Readers.To(ctx, to.Player, "").Words
	text := w.Text("daily.remind", locale.Args{"Number": int(n)})
	if streak.Length > 1 {
		text = w.Sentences(text, w.Text("daily.remind.streak", locale.Args{"Count": streak.Length}))
	}
	solve := discord.ControlID{Action: actionSolve, Turn: int64(n)}.Button(w.Text("daily.solve"), discord.Primary)
	_, err = f.REST.Create(ctx, in, discord.Message{Content: text, Nonce: fmt.Sprintf("r%s-%d", to.Player, n),
		Rows: []discord.Row{{solve, remindButton(w.Localizer, true)}}})
	return in, err
}
