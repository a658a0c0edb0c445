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

// argOff is the argument of the control that turns reminders off.
const argOff = "off"

// remindButton returns the button that turns the user's reminders on or off.
func remindButton(w *locale.Localizer, reminds bool) discord.Button {
	if reminds {
		return discord.ControlID{Action: actionRemind, Arg: argOff}.Button(w.Text("daily.remind.stop"),
			discord.Secondary)
	}
	return discord.ControlID{Action: actionRemind}.Button(w.Text("daily.remind.begin"), discord.Secondary)
}

// toggleReminders turns the user's reminders on or off.
func (f *feat) toggleReminders(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	if c.Arg == argOff {
		if err := f.Daily.StopReminding(ctx, r.Player); err != nil {
			return interaction.Response{}, err
		}
		return interaction.Say(r.Text.Text("daily.remind.ended")), nil
	}
	first, err := f.Daily.EnableReminders(ctx, r.Player, r.Guild)
	if err != nil {
		return interaction.Response{}, err
	}
	text := r.Text.Text("daily.remind.begun", locale.Args{"Time": fmt.Sprintf("<t:%d:t>", first.Unix())})
	return interaction.Answer(discord.Message{Content: text, Rows: []discord.Row{{remindButton(r.Text, true)}}}), nil
}

// runReminder runs the job of a reminder. If the player does not accept direct messages, it turns reminders off.
func (f *feat) runReminder(ctx context.Context, j scheduler.Job) error {
	to, n, unsolved, err := f.Daily.DueReminder(ctx, j)
	if err != nil {
		return err
	}
	may, err := f.enabled(ctx, to.Guild)
	if err != nil {
		return err
	}
	if unsolved && may {
		to.Channel, err = f.sendReminder(ctx, to, n)
		if discord.Refused(err) {
			return f.Daily.StopReminding(ctx, to.Player)
		}
		if err != nil {
			return err
		}
	}
	return f.Daily.Reminded(ctx, j, to.Channel)
}

// sendReminder sends a reminder for a number, and returns the DM channel. The nonce keeps a retry from sending it
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
	w := f.Readers.ForPlayer(ctx, to.Player, "").Words
	text := w.Text("daily.remind", locale.Args{"Number": int(n)})
	if streak.Length > 1 {
		text = w.Sentences(text, w.Text("daily.remind.streak", locale.Args{"Count": streak.Length}))
	}
	solve := discord.ControlID{Action: actionSolve, Turn: int64(n)}.Button(w.Text("daily.solve"), discord.Primary)
	_, err = f.REST.Create(ctx, in, discord.Message{Content: text, Nonce: fmt.Sprintf("r%s-%d", to.Player, n),
		Rows: []discord.Row{{solve, remindButton(w.Localizer, true)}}})
	return in, err
}
