package match

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/bot/store"
	"yeye/bot/store/shards"
)

// Get is a match by its id, live or ended.
func (s *Service) Get(ctx context.Context, match id.Match) (Match, error) {
	m, err := s.Stored(ctx, match)
	if err == nil && m.Status == Removed {
		return Match{}, ErrNoMatch
	}
	return m, err
}

// Stored is Get that finds removed matches as well: their cards must still be deleted.
func (s *Service) Stored(ctx context.Context, match id.Match) (Match, error) {
	return s.load(ctx, s.db.Read(), whereID, string(match))
}

// StoredIn is Stored within a transaction.
func (s *Service) StoredIn(ctx context.Context, tx store.Tx, match id.Match) (Match, error) {
	return s.load(ctx, tx.Conn, whereID, string(match))
}

// InChannel is the match open in a channel.
func (s *Service) InChannel(ctx context.Context, channel id.Channel) (Match, error) {
	return s.load(ctx, s.db.Read(), whereOpenIn, string(channel), int(Open))
}

// Latest is the match here that is being played, or else the one touched last.
func (s *Service) Latest(ctx context.Context, channel id.Channel) (Match, error) {
	return s.load(ctx, s.db.Read(), whereLatest(nil), latestArgs(channel, nil)...)
}

// LatestCompetitive is Latest that passes over studies and whatever else has no result.
func (s *Service) LatestCompetitive(ctx context.Context, channel id.Channel) (Match, error) {
	kinds := s.competitive()
	return s.load(ctx, s.db.Read(), whereLatest(kinds), latestArgs(channel, kinds)...)
}

// ByChannel is matches of a channel: first what is being played, then what may be yet, then what is over, each the one touched
// last first.
func (s *Service) ByChannel(ctx context.Context, channel id.Channel, limit int) ([]Match, error) {
	return s.all(ctx, s.db.Read(), whereInChannel, string(channel), int(Removed), int(Open), int(Adjourned), limit)
}

// ByPlayer is a player's matches, open or adjourned, the one touched longest ago first. Where there are more than limit, those
// adjourned are left out first, and then those touched longest ago.
func (s *Service) ByPlayer(ctx context.Context, player id.Player, limit int) ([]Match, error) {
	if player == "" {
		return nil, nil
	}
	return s.all(ctx, s.db.Read(), whereSits, string(player), string(player), limit)
}

// Opened is a match that is open, without its game.
type Opened struct {
	Subject id.Subject
	Guild   id.Guild
	Channel id.Channel
	Touched time.Time
}

// Open is every open match of some guilds, the one touched last first, for the look at what was typed while the bot was away.
func (s *Service) Open(ctx context.Context, in shards.Part) ([]Opened, error) {
	return openMatches(ctx, s.db.Read(), in)
}

// Running is up to limit matches of some guilds whose clock runs, by id, those after the given one.
func (s *Service) Running(ctx context.Context, in shards.Part, after id.Match, limit int) ([]id.Match, error) {
	return running(ctx, s.db.Read(), in, after, limit)
}

// Count is how many matches of each mode are open.
func (s *Service) Count(ctx context.Context) (map[id.Kind]int, error) {
	return countOpen(ctx, s.db.Read())
}
