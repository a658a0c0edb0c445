package history

import (
	"context"
	"slices"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/policy"
)

// Asker is a user who asks for games, and the place where they ask.
type Asker struct {
	Player  id.Player
	Guild   id.Guild // "" in a direct conversation
	Channel id.Channel
}

// MaySee reports whether the asker may look at a match, live or over: its players and its starter may, those who ask in
// its channel, and, once a match with a result is over, everyone on its server if everyone there may view the channel.
// If that is not known no one else may, and a match in a direct conversation is only for those in it.
func (s *Service) MaySee(ctx context.Context, a Asker, m *match.Match) (bool, error) {
	p := place{players: []id.Player{m.Seats[0].Player, m.Seats[1].Player, m.Starter}, guild: m.Guild,
		channel: m.Channel}
	if s.sees(a, &p) {
		return true, nil
	}
	if m.Guild == "" || m.Guild != a.Guild || m.Status != match.Ended || !m.Mode.Competitive {
		return false, nil
	}
	var err error
	p.over = true
	if p.home, err = homeOf(ctx, s.db.Read(), m.ID); err != nil {
		return false, err
	}
	return s.sees(a, &p), nil
}

// place holds the facts that decide who may see a game.
type place struct {
	players []id.Player // the players and the starter
	guild   id.Guild
	channel id.Channel
	home    id.Channel
	over    bool
}

// sees applies the rules of MaySee to a place.
func (s *Service) sees(a Asker, p *place) bool {
	switch {
	case a.Player != "" && slices.Contains(p.players, a.Player), a.Channel != "" && p.channel == a.Channel:
		return true
	case !p.over, p.guild == "", p.guild != a.Guild, p.home == private:
		return false
	case p.home != "":
		return s.directory.Public(p.guild, p.home)
	}
	return s.directory.Public(p.guild, p.channel)
}

// place returns what decides who may see an entry.
func (e *Entry) place() place {
	return place{players: []id.Player{e.player, e.Opponent.Player}, guild: e.Guild, channel: e.Channel, home: e.home,
		over: true}
}

// maxHomes bounds how many channels the search for another player's games covers.
const maxHomes = 400

// scope returns the condition for rows of a player that an asker may see: all rows for the player's own. If a player
// hides their profile, others see only the games that they played together or that belong to the channel they ask in.
func (s *Service) scope(ctx context.Context, a Asker, of id.Player) (condition, error) {
	if a.Player == of {
		return condition{}, nil
	}
	shown, err := policy.Show(ctx, s.db.Read(), a.Player, of)
	if err != nil || !shown.Of(of) {
		return together(a), err
	}
	if a.Guild == "" {
		return together(a), nil
	}
	all, err := placesOf(ctx, s.db.Read(), of, a.Guild)
	if err != nil {
		return condition{}, err
	}
	var homes, channels []id.Channel
	for _, p := range all {
		p.guild, p.over = a.Guild, true
		switch {
		case len(homes)+len(channels) == maxHomes || !s.sees(Asker{Guild: a.Guild}, &p):
		case p.home != "":
			homes = append(homes, p.home)
		default:
			channels = append(channels, p.channel)
		}
	}
	return visible(a, homes, channels), nil
}
