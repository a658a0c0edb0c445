package history

import (
	"context"
	"slices"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/policy"
)

// Asker is a user who asks for games, with the place of the request.
type Asker struct {
	Player  id.Player
	Guild   id.Guild // "" in a direct conversation
	Channel id.Channel
}

// MaySee reports whether the asker may see a match. Its players and starter always may, and whoever asks in its
// channel. A finished competitive match may be seen by everyone on its server, if its channel is known to be public
// there. A match in direct messages is visible to its players only.
func (s *Service) MaySee(ctx context.Context, a Asker, m *match.Match) (bool, error) {
	p := viewFacts{players: []id.Player{m.Seats[0].Player, m.Seats[1].Player, m.Starter}, guild: m.Guild,
		channel: m.Channel}
	if s.maySee(a, &p) {
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
	return s.maySee(a, &p), nil
}

// viewFacts holds the facts that decide who may see a game.
type viewFacts struct {
	players []id.Player // the players and the starter
	guild   id.Guild
	channel id.Channel
	home    id.Channel
	over    bool
}

// maySee applies the rules of MaySee.
func (s *Service) maySee(a Asker, p *viewFacts) bool {
	switch {
	case a.Player != "" && slices.Contains(p.players, a.Player), a.Channel != "" && p.channel == a.Channel:
		return true
	case !p.over, p.guild == "", p.guild != a.Guild, p.home == privateHome:
		return false
	case p.home != "":
		return s.directory.Public(p.guild, p.home)
	}
	return s.directory.Public(p.guild, p.channel)
}

// viewFacts returns the facts that decide who may see an entry.
func (e *Entry) viewFacts() viewFacts {
	return viewFacts{players: []id.Player{e.player, e.Opponent.Player}, guild: e.Guild, channel: e.Channel,
		home: e.home,
		over: true}
}

// maxHomes limits the channels in the condition for another player's games.
const maxHomes = 400

// visibleRows returns the SQL condition for the rows of player of that the asker may see: all of one's own. With a
// hidden profile these are only games against the asker and games in the asker's channel.
func (s *Service) visibleRows(ctx context.Context, a Asker, of id.Player) (condition, error) {
	if a.Player == of {
		return condition{}, nil
	}
	shown, err := policy.Show(ctx, s.db.Read(), a.Player, of)
	if err != nil || !shown.Of(of) {
		return sharedGames(a), err
	}
	if a.Guild == "" {
		return sharedGames(a), nil
	}
	all, err := placesOf(ctx, s.db.Read(), of, a.Guild)
	if err != nil {
		return condition{}, err
	}
	var homes, channels []id.Channel
	for _, p := range all {
		p.guild, p.over = a.Guild, true
		switch {
		case len(homes)+len(channels) == maxHomes || !s.maySee(Asker{Guild: a.Guild}, &p):
		case p.home != "":
			homes = append(homes, p.home)
		default:
			channels = append(channels, p.channel)
		}
	}
	return visible(a, homes, channels), nil
}
