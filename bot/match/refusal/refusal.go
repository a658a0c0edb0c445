// Package refusal puts errors into words for the user whose request they end: what was refused, why, and what to do
// instead. Why a move was refused, package words says.
//
// Out of scope: errors that one feature alone can explain, which its Refuse does.
package refusal

import (
	"errors"
	"slices"

	"yeye/bot/guild"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/archive"
	"yeye/bot/match/challenge"
	"yeye/bot/match/engine"
	"yeye/bot/match/start"
	"yeye/bot/match/view"
	"yeye/bot/policy"
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
	{start.ErrOdds, "refuse.odds"},
	{start.ErrPair, "refuse.pair"},
	{start.ErrDoesNotPlay, "refuse.flipped.abstains"},
	{interaction.ErrOutdated, "refuse.control"},
	{start.ErrNoCharacter, "refuse.control"},
	{start.ErrDirectMessage, "refuse.alone"},
	{start.ErrBot, "refuse.bot"},
	{start.ErrUnreachable, "refuse.bring"},
	{challenge.ErrVoid, "refuse.void"},
	{challenge.ErrAtBoard, "refuse.theirboard"},
	{match.ErrOpponentAtBoard, "refuse.theirboard"},
	{policy.ErrAtBoard, "refuse.atboard"},
	{start.ErrMayNotPost, "refuse.post"},
	{start.ErrNotModerator, "refuse.moderator"},
	{start.ErrNotMemberModerator, "refuse.members"},
	{start.ErrNotManager, "refuse.manager"},
	{engine.ErrNoAnalyst, "refuse.nohint"},
	{engine.ErrAlreadyAsked, "refuse.pondering"},
}

// serverOnly are the features that can be switched off and need a server: there are none in a direct conversation.
var serverOnly = []string{"ring", "tournament", "vote"}

// personal reports whether a refusal reveals a decision about another player, which is private.
func personal(err error) bool {
	return errors.Is(err, guild.ErrBarred) || errors.Is(err, challenge.ErrUnwelcome) ||
		errors.Is(err, challenge.ErrInvitations) ||
		errors.Is(err, challenge.ErrVoid)
}

// Refuser answers errors that it can explain; false for others.
type Refuser func(r *interaction.Request, err error) (interaction.Response, bool)

// Answer returns the function that answers errors: by the first of the refusers that can explain one, else as one about
// files of games, else by Text. known is false for a fault, which is no refusal.
func Answer(readers *view.Readers, refusers []Refuser) func(r *interaction.Request, err error) (a interaction.Response,
	known bool) {
	return func(r *interaction.Request, err error) (interaction.Response, bool) {
		for _, refuse := range refusers {
			if a, ok := refuse(r, err); ok {
				return a, true
			}
		}
		if a, ok := archive.Refuse(r, err); ok {
			return a, true
		}
		reader := readers.For(r)
		text, known := Text(reader, err)
		if more := threadHint(r, reader, err); more != "" {
			text += "\n" + more
		}
		var starters *guild.StartersError
		if r.Typed != nil && r.Guild != "" && (personal(err) || errors.As(err, &starters)) {
			// Everyone would read the reason, and a message does not show who manages the server. Of typed messages,
			// only one that asks for a rematch is refused for these reasons.
			text = reader.Text("refuse.typed")
		}
		a := interaction.Say(text)
		a.Private.Postable = !personal(err)
		return a, known
	}
}

// threadHint says whether another game could be played in a thread of the occupied channel; "" where there are no
// threads, or for another refusal.
func threadHint(r *interaction.Request, reader *view.Reader, err error) string {
	var occupied *match.OccupiedError
	if !errors.As(err, &occupied) || r.Interaction == nil || r.Guild == "" || r.NoThreads() {
		return ""
	}
	if lacking := r.MissingThreadPermissions(); lacking != "" {
		return reader.Text("refuse.occupied.lacking", locale.Args{"Permissions": lacking})
	}
	return reader.Text("refuse.occupied.thread")
}

// Text returns why something was refused and what to do instead. Other errors are reported as a failure on the bot's
// side; known distinguishes the two.
func Text(r *view.Reader, err error) (text string, known bool) {
	for _, one := range refusals {
		if errors.Is(err, one.err) {
			return r.Text(one.key), true
		}
	}
	var (
		soon     *challenge.TooSoonError
		starters *guild.StartersError
		channels *guild.ChannelsError
		off      *guild.OffError
		lacking  *start.PermissionError
		barred   *guild.BarredError
		over     *start.OverError
		terms    *start.TermsError
	)
	switch {
	case errors.As(err, &terms):
		return r.Text(terms.Variant.Refusal()), true
	case errors.As(err, &over):
		return r.Text("refuse.position." + over.Outcome.Method.String()), true
	case errors.As(err, &barred):
		return barredText(r, &barred.Bar), true
	case errors.As(err, &lacking):
		return r.Text("refuse.permission", locale.Args{"Permissions": lacking.Names}), true
	case errors.As(err, &starters) && starters.Settings.Starters == guild.RoleHolders:
		return r.Text("refuse.starters.role", locale.Args{"Role": "<@&" + string(starters.Settings.Role) + ">"}), true
	case errors.As(err, &starters):
		return r.Text("refuse.starters"), true
	case errors.As(err, &off) && slices.Contains(serverOnly, off.Feature):
		return r.Text("refuse.off.server"), true
	case errors.As(err, &off):
		return r.Text("refuse.off"), true
	case errors.As(err, &channels):
		return r.Text("refuse.places", locale.Args{"Channels": view.Channels(channels.Settings.Channels)}), true
	case errors.As(err, &soon):
		return r.Text("refuse.soon", locale.Args{"When": view.Relative(soon.At)}), true
	}
	if text, known := r.Refusal(err); known {
		return text, true
	}
	return r.Text("refuse.failed"), false
}

// barredText tells a player that they are barred, until when and why.
func barredText(r *view.Reader, b *guild.Bar) string {
	text := r.Text("refuse.barred")
	if !b.Until.IsZero() {
		text += "\n" + r.Text("refuse.barred.until", locale.Args{"Until": view.Relative(b.Until)})
	}
	if b.Reason != "" {
		text += "\n" + r.Text("refuse.barred.reason", locale.Args{"Reason": b.Reason})
	}
	return text
}
