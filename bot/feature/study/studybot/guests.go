package studybot

import (
	"context"
	"errors"
	"sync"
	"time"

	"yeye/bot/discord"
	"yeye/bot/feature/study"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/challenge"
	"yeye/bot/match/start"
	"yeye/bot/match/view"
	"yeye/game"
)

// errNotShown refuses to invite a player to a private study.
var errNotShown = errors.New("the player has no public study in this channel")

// invite lets a player move on the study that the user who asks has open in this channel, and notifies them.
func (s *studies) invite(ctx context.Context, r *interaction.Request, guest id.Player) (interaction.Response, error) {
	m, err := s.Matches.InChannel(ctx, r.Channel)
	switch {
	case errors.Is(err, match.ErrNoMatch), err == nil && !study.Owns(r.Player, &m):
		return interaction.Response{}, errNotShown
	case err != nil:
		return interaction.Response{}, err
	}
	if err := s.mayInvite(ctx, r, guest); err != nil {
		return interaction.Response{}, err
	}
	c, err := s.Studies.Invite(ctx, start.Actor(r, match.FromCommand), m.ID, guest)
	if err != nil {
		return interaction.Response{}, err
	}
	w := s.Readers.InLocale(c.Match.Locale).Words
	who := match.Seat{Player: guest}
	names := locale.Args{"Who": view.Who(w, who), "Owner": view.Who(w, c.Match.Seats[game.Red])}
	said := discord.Message{Content: w.Text("study.invited", names)}
	if s.calls.allow(r.Player, guest, s.Start.Now()) {
		said.Mention = []id.Player{guest}
	}
	return interaction.Response{Public: &interaction.Reply{Message: said}}, nil
}

// recentPings remembers, in memory only, which owner has pinged which guest lately: otherwise dismissing and inviting
// again would ping without limit.
type recentPings struct {
	mu sync.Mutex
	at map[[2]id.Player]time.Time
}

const (
	// pingInterval is the least time between two pings of a guest by the same owner.
	pingInterval = 10 * time.Minute
	// maxPings bounds how many pings are remembered; beyond it all are forgotten.
	maxPings = 1000
)

// allow records a ping of a player by another, and returns false, without recording it, if the last one was less than
// pingInterval ago.
func (c *recentPings) allow(by, whom id.Player, now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	pair := [2]id.Player{by, whom}
	if at, called := c.at[pair]; called && now.Sub(at) < pingInterval {
		return false
	}
	if c.at == nil || len(c.at) == maxPings {
		c.at = map[[2]id.Player]time.Time{}
	}
	c.at[pair] = now
	return true
}

// mayInvite refuses an invitation to a bot, to oneself, and to a player who is barred here or accepts none.
func (s *studies) mayInvite(ctx context.Context, r *interaction.Request, guest id.Player) error {
	u, _ := r.User(guest)
	switch {
	case r.Guild == "":
		return start.ErrDirectMessage
	case u.Bot || guest == s.Connection.Self():
		return start.ErrBot
	case guest == r.Player:
		return challenge.ErrUnwelcome
	}
	welcome, err := s.Matches.Policy().MayInvite(ctx, r.Guild, r.Player, guest)
	if err == nil && !welcome {
		err = challenge.ErrUnwelcome
	}
	return err
}

// dismiss removes all guests.
func (s *studies) dismiss(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	made, err := s.Studies.Dismiss(ctx, start.Actor(r, match.FromCard), c.ID)
	return s.Cards.After(r, &made, err)
}

// refusals are the errors that only this feature explains.
var refusals = interaction.Refusals{
	{Err: study.ErrBookFull, Key: "study.full", Args: locale.Args{"Count": study.MaxBookMoves}},
	{Err: errNotShown, Key: "study.invite.first"}, {Err: study.ErrGuest, Key: "study.invite.guest"},
	{Err: study.ErrManyGuests, Key: "study.invite.many", Args: locale.Args{"Count": study.MaxGuests}},
}
