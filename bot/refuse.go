package bot

import (
	"context"
	"errors"
	"fmt"
	"time"

	"yeye/bot/challenge"
	"yeye/bot/discord"
	"yeye/bot/engine"
	"yeye/bot/feature"
	"yeye/bot/guild"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/start"
	"yeye/bot/view"
)

// refusals maps the plain errors of the packages between the matches and Discord to their texts.
var refusals = []struct {
	err error
	key string
}{
	{challenge.ErrUnanswered, "refuse.proposed"},
	{match.ErrNonePlayed, "refuse.noneplayed"},
	{challenge.ErrNoChallenge, "refuse.closed"},
	{challenge.ErrClosed, "refuse.closed"},
	{challenge.ErrStale, "refuse.stale"},
	{challenge.ErrNotAsked, "refuse.notasked"},
	{challenge.ErrSelf, "refuse.self"},
	{challenge.ErrInvitations, "refuse.invitations"},
	{challenge.ErrUnwelcome, "refuse.unwelcome"},
	{challenge.ErrBusy, "refuse.theirlimit"},
	{guild.ErrBarred, "refuse.barred"},
	{start.ErrOdds, "refuse.odds"},
	{start.ErrNoCharacter, "refuse.control"},
	{start.ErrAlone, "refuse.alone"},
	{start.ErrProgram, "refuse.bot"},
	{start.ErrUnreachable, "refuse.bring"},
	{start.ErrVoid, "refuse.void"},
	{engine.ErrNoAnalyst, "refuse.nohint"},
	{engine.ErrAsking, "refuse.pondering"},
}

// personal reports whether a refusal reveals a decision about another player, which is private.
func personal(err error) bool {
	return errors.Is(err, guild.ErrBarred) || errors.Is(err, challenge.ErrUnwelcome) || errors.Is(err, challenge.ErrInvitations) ||
		errors.Is(err, start.ErrVoid)
}

// refuseTyped answers a move that was typed while the bot was away and cannot be played, as if the bot had been there, by a reply
// that stays longer.
func (c *Core) refuseTyped(_ context.Context, m *match.Match, typed *discord.Received, wrong *match.MoveError) {
	c.Go(func(ctx context.Context) {
		text, _ := refusal(c.Readers.To(ctx, typed.Author.ID, m.Locale), wrong)
		c.Display.Temporary(ctx, m.Channel, discord.Message{Content: text, Reply: typed.ID, Nonce: "n" + string(typed.ID)}, lateRefusalLife)
	})
}

// lateRefusalLife is how long such a reply stays: the player may not be looking.
const lateRefusalLife = 5 * time.Minute

// refuse puts errors into words: first by a feature with a special response, then by the texts.
func (c *Core) refuse(features []feature.Feature) func(*interaction.Request, error) (interaction.Response, bool) {
	return func(r *interaction.Request, err error) (interaction.Response, bool) {
		for _, f := range features {
			if f.Refuse == nil {
				continue
			}
			if a, ok := f.Refuse(r, err); ok {
				return a, true
			}
		}
		text, known := refusal(c.Readers.For(r), err)
		a := interaction.Say(text)
		a.Private.Open = !personal(err)
		return a, known
	}
}

// refusal returns why something was refused and what to do instead. Other errors are reported as a failure on the bot's side; known
// distinguishes the two.
func refusal(r *view.Reader, err error) (text string, known bool) {
	for _, one := range refusals {
		if errors.Is(err, one.err) {
			return r.Text(one.key), true
		}
	}
	var (
		soon     *challenge.SoonError
		starters *guild.StartersError
		channels *guild.ChannelsError
		lacking  *start.PermissionError
	)
	switch {
	case errors.As(err, &lacking):
		return r.Text("refuse.permission", locale.Args{"Permissions": lacking.Names}), true
	case errors.As(err, &starters) && starters.Settings.Starters == guild.RoleHolders:
		return r.Text("refuse.starters.role", locale.Args{"Role": "<@&" + string(starters.Settings.Role) + ">"}), true
	case errors.As(err, &starters):
		return r.Text("refuse.starters"), true
	case errors.As(err, &channels):
		return r.Text("refuse.places", locale.Args{"Channels": view.Channels(channels.Settings.Channels)}), true
	case errors.As(err, &soon):
		return r.Text("refuse.soon", locale.Args{"When": fmt.Sprintf("<t:%d:R>", soon.At.Unix())}), true
	}
	if text, known := r.Refusal(err); known {
		return text, true
	}
	return r.Text("refuse.failed"), false
}
