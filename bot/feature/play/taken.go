package play

import (
	"context"
	"fmt"
	"slices"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view"
	"yeye/bot/place"
	"yeye/bot/store/scheduler"
	"yeye/game"
)

// locked returns whether a match is in a thread in which only moderators may write: the bot may have been away when it
// was locked, and what was typed there before can still be read. Discord tells of channels and of threads that are not
// archived, and of what becomes of those, so that it need not be asked about them.
func (p *play) locked(ctx context.Context, m *match.Match) (place.Status, error) {
	if _, known := p.Home(m.Guild, m.Channel); known || m.Guild == "" {
		return "", nil
	}
	ctx, cancel := context.WithTimeout(ctx, interaction.CallTimeout)
	defer cancel()
	c, err := p.REST.Channel(ctx, m.Channel)
	api := discord.AsAPIError(err)
	switch {
	case err == nil && c.Locked:
		return place.Locked, nil
	case api != nil && api.UnknownChannel():
		return place.Deleted, nil
	case api != nil && api.MissingAccess():
		return place.NoPermission, nil
	case api != nil && !api.Temporary():
		err = nil
	}
	return "", err
}

// taken tells the players of a match in direct messages that it is adjourned because its place was taken, and first
// finds out whether exactly one of them could have brought that about.
func (p *play) taken(ctx context.Context, j scheduler.Job) error {
	m, err := p.Matches.Get(ctx, j.Subject.ID)
	if err != nil {
		return jobError(err)
	}
	if m.Displacement.None() || m.Status != match.Adjourned {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, interaction.CallTimeout)
	defer cancel()
	side, one, err := p.culprit(ctx, &m, id.Channel(j.Payload))
	if err != nil {
		return err
	}
	if one && !m.Displacement.Blamed {
		c, err := p.Matches.Blame(ctx, m.ID, m.Displacement.Place, side)
		if jobError(err) != nil {
			return err
		}
		if err == nil {
			m = c.Match
		}
	}
	for side, seat := range m.Seats {
		if !seat.Human() || seat.Erased() {
			continue
		}
		dm, err := p.REST.OpenDM(ctx, seat.Player)
		if err == nil {
			nonce := fmt.Sprintf("d%s-%d-%x", m.ID, side, j.Version)
			message := discord.Message{Content: p.takenText(ctx, &m, game.Color(side)), Nonce: nonce}
			_, err = p.REST.Create(ctx, dm, message)
		}
		if api := discord.AsAPIError(err); api != nil && !api.Temporary() {
			p.Logger.Info("cannot tell a player that a game is adjourned", "match", m.ID, "err", err)
		} else if err != nil {
			return err
		}
	}
	return nil
}

// takenText is what the player of a side is told.
func (p *play) takenText(ctx context.Context, m *match.Match, side game.Color) string {
	w := p.Readers.To(ctx, m.Seats[side].Player, m.Locale).Words
	text := []string{view.TakenText(w, m, side), w.Text("taken.safe")}
	if m.Displacement.Place != place.LeftServer && !m.MayOnlyResume(side) {
		text = append(text, w.Text("taken.carry", locale.Args{"Command": w.Text("command.board.name")}))
	}
	if m.Displacement.Blamed {
		key := "taken.other"
		if m.Displacement.Side == side {
			key = "taken.you"
		}
		text = append(text, w.Text(key, view.TakenArgs(w, m, side)))
	}
	return w.Sentences(text...)
}

// causes are the permissions with which somebody could have taken the place, any of them.
func causes(fate place.Status, of *match.Match, home id.Channel) int64 {
	switch {
	case fate == place.NoPermission:
		return discord.ManageChannels | discord.ManageRoles
	case fate == place.Deleted && (home == of.Channel || home == id.Channel(of.Guild)):
		return discord.ManageChannels
	case fate == place.Deleted, fate == place.Locked:
		return discord.ManageThreads
	}
	return 0
}

// culprit returns the side that alone of the two could have brought about that the place of a match was taken; ok is
// false if both could, or neither, or it cannot be known. Discord is asked what both may do, and what it does not know
// counts for neither: who removed the bot, and who could manage a channel that is gone and had overwrites of its own.
// Other moderators are not looked for: who of them would gain cannot be known.
func (p *play) culprit(ctx context.Context, m *match.Match, home id.Channel) (side game.Color, ok bool, err error) {
	red, black := m.Seats[game.Red], m.Seats[game.Black]
	if !m.Mode.People || m.Clock.None() || m.Guild == "" || !red.Human() || !black.Human() || m.HasErased() {
		return side, false, nil
	}
	if home == "" && m.Displacement.Place != place.Deleted {
		home = m.Channel
		if c, err := p.REST.Channel(ctx, m.Channel); err == nil && c.Thread {
			home = c.Parent
		} else if at, known := p.Home(m.Guild, m.Channel); err != nil && known {
			home = at
		}
	}
	by := causes(m.Displacement.Place, m, home)
	if by == 0 || home == "" {
		return side, false, nil
	}
	could := [2]bool{}
	for side, seat := range m.Seats {
		may, known, err := p.may(ctx, m.Guild, home, seat.Player)
		if err != nil || !known {
			return game.Red, false, err
		}
		could[side] = may&by != 0
	}
	if could[game.Black] {
		side = game.Black
	}
	return side, could[game.Red] != could[game.Black], nil
}

// may returns what a member may do in a channel, or in the guild if home is its id. What Discord refuses to say is not
// known.
func (p *play) may(ctx context.Context, g id.Guild, home id.Channel,
	member id.Player) (may int64, known bool, err error) {
	defer func() {
		if api := discord.AsAPIError(err); api != nil && !api.Temporary() {
			known, err = false, nil
		}
	}()
	if home == id.Channel(g) {
		roles, err := p.REST.Roles(ctx, g)
		if err != nil {
			return 0, false, err
		}
		has, err := p.REST.RolesOf(ctx, g, member)
		return roles.Permissions(member, has), err == nil, err
	}
	all, err := p.REST.Channels(ctx, g, member)
	if err != nil {
		return 0, false, err
	}
	i := slices.IndexFunc(all, func(c discord.ChannelAccess) bool { return c.ID == home })
	if i < 0 || all[i].Permissions < 0 {
		return 0, false, nil
	}
	return all[i].Permissions, true, nil
}
