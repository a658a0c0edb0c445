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

// locked returns the status of a match's thread: place.Locked if only moderators may write there, which may have
// happened while the bot was away. "" if players can move. Channels and unarchived threads are known from gateway
// events; of others it asks Discord.
func (p *play) locked(ctx context.Context, m *match.Match) (place.Status, error) {
	switch _, known := p.Home(m.Guild, m.Channel); {
	case known && p.Locked(m.Guild, m.Channel):
		return place.Locked, nil
	case known || m.Guild == "":
		return "", nil
	}
	ctx, cancel := context.WithTimeout(ctx, interaction.CallTimeout)
	defer cancel()
	c, err := p.REST.Channel(ctx, m.Channel)
	api := discord.AsAPIError(err)
	switch {
	case err == nil && c.Locked:
		return place.Locked, nil
	case api.UnknownChannel():
		return place.Deleted, nil
	case api.MissingAccess():
		return place.NoPermission, nil
	case discord.Refused(err):
		err = nil
	}
	return "", err
}

// notifyDisplaced notifies the players of a match by DM that it is adjourned because its channel was lost. Before, it
// records the player who alone of the two could have caused that, if there is one.
func (p *play) notifyDisplaced(ctx context.Context, j scheduler.Job) error {
	m, err := p.Matches.Get(ctx, j.Subject.ID)
	if err != nil {
		return jobError(err)
	}
	_, _, asked := m.Asked()
	if m.Displacement.None() || m.Status != match.Adjourned || asked && len(j.Payload) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, interaction.CallTimeout)
	defer cancel()
	side, one, err := p.blamedSide(ctx, &m, id.Channel(j.Payload))
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
			_, _, asked = m.Asked()
		}
	}
	if asked {
		return nil // who asked to continue the match knows, and its card calls the other
	}
	for side, seat := range m.Seats {
		if !seat.Human() || seat.Erased() {
			continue
		}
		dm, err := p.REST.OpenDM(ctx, seat.Player)
		if err == nil {
			nonce := fmt.Sprintf("d%s-%d-%x", m.ID, side, j.Version)
			message := discord.Message{Content: p.displacedText(ctx, &m, game.Color(side)), Nonce: nonce}
			_, err = p.REST.Create(ctx, dm, message)
		}
		if discord.Refused(err) {
			p.Logger.Info("cannot tell a player that a game is adjourned", "match", m.ID, "err", err)
		} else if err != nil {
			return err
		}
	}
	return nil
}

// displacedText returns the text of the DM to the player of a side.
func (p *play) displacedText(ctx context.Context, m *match.Match, side game.Color) string {
	w := p.Readers.ForPlayer(ctx, m.Seats[side].Player, m.Locale).Words
	text := []string{view.DisplacedText(w, m, side, m.Displacement.Place), w.Text("taken.safe")}
	if m.Displacement.Place != place.LeftServer && !m.MayOnlyResume(side) && m.Transferable() {
		text = append(text, w.Text("taken.carry", locale.Args{"Command": w.Text("command.games.name")}))
	}
	if m.Displacement.Blamed {
		key := "taken.other"
		if m.Displacement.Side == side {
			key = "taken.you"
		}
		if !m.NeedsBoth() { // it goes on at once where all can see it, and nobody has to come
			key += ".free"
		}
		text = append(text, w.Text(key, view.DisplacedArgs(w, m, side)))
	}
	return w.Sentences(text...)
}

// lockedHere reports whether a player's adjourned match cannot go on here because the thread is locked, and returns the
// text that says so.
func (p *play) lockedHere(ctx context.Context, r *interaction.Request, of id.Match) (text string, locked bool) {
	m, err := p.Matches.Get(ctx, of)
	side, seated := m.SeatOf(r.Player)
	here := m.Status == match.Adjourned && !m.Paused() && !m.Mode.OnePlayer && m.Channel == r.Channel
	if err != nil || !seated || !here {
		return "", false
	}
	if status, err := p.locked(ctx, &m); err != nil || status != place.Locked {
		return "", false
	}
	w := p.Readers.For(r).Words
	text = view.DisplacedText(w, &m, side, place.Locked)
	if !m.MayOnlyResume(side) {
		text = w.Sentences(text, w.Text("taken.carry", locale.Args{"Command": w.Text("command.games.name")}))
	}
	return text, true
}

// causingPermissions returns the permissions any of which suffices to cause a channel's status.
func causingPermissions(fate place.Status, of *match.Match, home id.Channel) int64 {
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

// blamedSide returns the side that alone of the two could have caused the loss of a match's channel; ok is false if
// both could, or neither, or it cannot be known. It asks Discord for both players' permissions now. It cannot know who
// removed the bot, nor the permission overwrites of a deleted channel. Other moderators are ignored, because they do
// not gain from it.
func (p *play) blamedSide(ctx context.Context, m *match.Match, home id.Channel) (side game.Color, ok bool, err error) {
	red, black := m.Seats[game.Red], m.Seats[game.Black]
	if !m.Mode.TwoPlayers || m.Clock.None() || m.Guild == "" || !red.Human() || !black.Human() || m.HasErased() {
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
	by := causingPermissions(m.Displacement.Place, m, home)
	if by == 0 || home == "" {
		return side, false, nil
	}
	could := [2]bool{}
	for side, seat := range m.Seats {
		may, known, err := p.memberPermissions(ctx, m.Guild, home, seat.Player)
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

// memberPermissions returns a member's permissions in a channel, or in the guild if home is the guild's id. known is
// false if Discord refuses the request.
func (p *play) memberPermissions(ctx context.Context, g id.Guild, home id.Channel,
	member id.Player) (may int64, known bool, err error) {
	defer func() {
		if discord.Refused(err) {
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
