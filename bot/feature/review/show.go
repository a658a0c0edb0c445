package review

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"yeye/ai/agreement"
	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match/rating"
	"yeye/bot/match/standing"
	"yeye/bot/match/view/words"
)

// show shows a review, in place of the message with the button. While it is in progress, the message is updated.
func (f *reviews) show(ctx context.Context, r *interaction.Request, v *review) (interaction.Response, error) {
	name := string(r.Player) + " " + string(v.subject().ID)
	f.followers.Stop(name, interaction.ErrReplaced) // the earlier updater would overwrite this answer
	said, err := f.message(ctx, r.Text, v)
	if err != nil || !v.open {
		return interaction.Change(said), err
	}
	shown := interaction.Change(said)
	asked, until := *r, time.Now().Add(interaction.EditableFor)
	guild, player, last := v.guild, v.player, said.Content
	now := func(ctx context.Context) (said discord.Message, over bool, err error) {
		v, found, err := load(ctx, f.DB.Read(), guild, player)
		if err != nil || !found {
			return said, false, cmp.Or(err, errErased)
		}
		said, err = f.message(ctx, asked.Text, &v)
		return said, !v.open, err
	}
	shown.Edit.Sent = func(edit interaction.Edit) {
		f.followers.Go(f.Tasks, name, func(ctx context.Context) {
			interaction.KeepUpdated(ctx, asked.Log, last, until, edit, now)
		})
	}
	return shown, nil
}

// errErased ends the updates of a review that no longer exists.
var errErased = errors.New("the review was erased")

// nameIn returns the name under which a player has finished games on a server, else a mention.
func (f *reviews) nameIn(ctx context.Context, v *review) string {
	name, _, err := f.Standing.NameOn(ctx, v.guild, v.player)
	if err != nil || name == "" {
		return "<@" + string(v.player) + ">"
	}
	return locale.PlainName(name)
}

// message describes the progress of a review, or its findings.
func (f *reviews) message(ctx context.Context, t *locale.Localizer, v *review) (discord.Message, error) {
	lines := []string{t.Text("review.head", locale.Args{"Who": f.nameIn(ctx, v)})}
	if v.open {
		lines = append(lines, t.Text("review.progress", locale.Args{"Bar": words.Bar(v.done, v.total),
			"Percent": 100 * v.done / max(1, v.total)}), t.Text("review.later"))
		button := discord.ControlID{Action: action, Arg: string(v.player)}.Button(t.Text("review.look"),
			discord.Secondary)
		return discord.Message{Content: strings.Join(lines, "\n"), Rows: []discord.Row{{button}}}, nil
	}
	of, rated, err := f.pointsFor(ctx, v.player)
	if err != nil {
		return discord.Message{}, err
	}
	lines = append(lines, findings(t, v, of, rated)...)
	if short, err := f.shortWins(ctx, t, v.player); err != nil {
		return discord.Message{}, err
	} else if short != "" {
		lines = append(lines, short)
	}
	return discord.Message{Content: strings.Join(lines, "\n")}, nil
}

// lastRated is how many of a player's last rated games are checked for short wins.
const lastRated = 20

// shortWins says how many of a player's last rated games were short wins, "" for none. Many of them suggest wins
// against second accounts.
func (f *reviews) shortWins(ctx context.Context, t *locale.Localizer, p id.Player) (string, error) {
	n, of, err := f.Standing.ShortWins(ctx, p, lastRated)
	if err != nil || n == 0 {
		return "", err
	}
	return t.Text("review.shortwins", locale.Args{"Count": n, "Of": of, "Moves": rating.ShortPlies / 2}), nil
}

// pointsFor returns the rating to which a player is compared: their own in their main pool, rounded to fifty and
// limited to the range of agreement.Known. rated is false if they have none.
func (f *reviews) pointsFor(ctx context.Context, p id.Player) (of rating.Rating, rated bool, err error) {
	all, err := f.Standing.Ratings(ctx, p)
	mine, rated := all[standing.Main(all)]
	of = rating.Newcomer()
	if rated {
		of = mine.Rating
	}
	const step = 50
	low, high := agreement.Known()
	of.Value = step * float64(rating.Round(max(low, min(of.Value, high))/step))
	return of, rated, err
}

// findings describes the result of a finished review.
func findings(t *locale.Localizer, v *review, of rating.Rating, rated bool) (lines []string) {
	shown, games := v.shown()
	if games < minGames {
		return []string{t.Text("review.short")}
	}
	c := agreement.Compare(of.Value, of.Deviation, shown)
	points := rating.Round(of.Value)
	lines = append(lines, t.Text("review.conclusion."+conclusion(min(c.PValue, c.AccuracyPValue))),
		t.Text("review.games", locale.Args{"Count": games, "Moves": shown.Moves}))
	if !rated {
		lines = append(lines, t.Text("review.unrated", locale.Args{"Points": points}))
	}
	percent := func(part float64) string { return fmt.Sprintf("%.0f", part) }
	lines = append(lines,
		t.Text("review.rate", locale.Args{"Rate": percent(100 * shown.Rate()), "Low": percent(100 * c.Rate.Low),
			"High": percent(100 * c.Rate.High), "Points": points, "False": outOf100(c.PValue)}),
		t.Text("review.accuracy", locale.Args{"Accuracy": percent(shown.Accuracy), "Low": percent(c.Accuracy.Low),
			"High": percent(c.Accuracy.High), "Points": points, "False": outOf100(c.AccuracyPValue)}),
		t.Text("review.note"))
	return lines
}

// conclusion returns the key of the conclusion for a p-value: the share of honest players with as much agreement.
func conclusion(part float64) string {
	switch {
	case part < 0.01:
		return "rare"
	case part < 0.1:
		return "high"
	}
	return "usual"
}

// outOf100 formats a fraction as a number out of 100, "< 1" below one.
func outOf100(part float64) string {
	if part < 0.01 {
		return "< 1"
	}
	return fmt.Sprintf("%.0f", 100*part)
}
