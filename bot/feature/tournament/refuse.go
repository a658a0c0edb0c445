package tournament

import (
	"errors"

	"yeye/bot/interaction"
	"yeye/bot/tournament"
)

// refusals are the errors that only this feature explains, with their keys.
var refusals = []struct {
	err error
	key string
}{
	{tournament.ErrNone, "none"}, {tournament.ErrOver, "over"}, {tournament.ErrStarted, "started"}, {tournament.ErrNotStarted, "notstarted"},
	{tournament.ErrFull, "full"}, {tournament.ErrLate, "late"}, {tournament.ErrRemoved, "removed"}, {tournament.ErrIn, "in"}, {tournament.ErrNotIn, "notin"},
	{tournament.ErrTooFew, "toofew"}, {tournament.ErrPlaying, "playing"}, {tournament.ErrHalf, "half"}, {tournament.ErrNotDirector, "director"},
	{tournament.ErrOwnGame, "owngame"}, {tournament.ErrRunning, "running"}, {tournament.ErrStale, "stale"}, {tournament.ErrUnfit, "unfit"}, {tournament.ErrMany, "many"},
}

func refuse(r *interaction.Request, err error) (interaction.Response, bool) {
	for _, one := range refusals {
		if errors.Is(err, one.err) {
			return interaction.Say(r.Text.Text("tournament.refuse." + one.key)), true
		}
	}
	return interaction.Response{}, false
}
