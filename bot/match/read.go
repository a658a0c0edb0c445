package match

import (
	"context"
	"errors"
	"time"

	"yeye/bot/id"
	"yeye/bot/store"
	"yeye/bot/store/shards"
	"yeye/game"
)

// Get returns a match by its id, live or ended.
func (s *Service) Get(ctx context.Context, match id.Match) (Match, error) {
	m, err := s.Stored(ctx, match)
	if err == nil && m.Status == Removed {
		return Match{}, ErrNoMatch
	}
	return m, err
}

// Revision returns the revision of a match, without the match.
func (s *Service) Revision(ctx context.Context, match id.Match) (int64, error) {
	return revision(ctx, s.db.Read(), match)
}

// Stored returns a match as Get does, including a removed one: its cards must still be deleted.
func (s *Service) Stored(ctx context.Context, match id.Match) (Match, error) {
	return s.load(ctx, s.db.Read(), whereID, string(match))
}

// StoredIn is Stored within a transaction.
func (s *Service) StoredIn(ctx context.Context, tx store.Tx, match id.Match) (Match, error) {
	return s.load(ctx, tx.Conn, whereID, string(match))
}

// LockOpen locks the row of a study for the transaction, and reports whether the study is open and has the same owner
// as m.
func (s *Service) LockOpen(ctx context.Context, tx store.Tx, m *Match) (bool, error) {
	return lockOpen(ctx, tx, m.ID, m.Seats[game.Red].Player)
}

// InChannel returns the match that is open in a channel.
func (s *Service) InChannel(ctx context.Context, channel id.Channel) (Match, error) {
	return s.load(ctx, s.db.Read(), whereOpenIn, string(channel), int(Open))
}

// Latest returns the match that is open in a channel, or else the one that changed last.
func (s *Service) Latest(ctx context.Context, channel id.Channel) (Match, error) {
	return s.load(ctx, s.db.Read(), whereLatest(nil), latestArgs(channel, nil)...)
}

// NoMatchError replaces ErrNoMatch with [Match.NotOpen] if the channel's last match is adjourned and the player plays
// in it. It returns other errors unchanged.
func (s *Service) NoMatchError(ctx context.Context, channel id.Channel, p id.Player, err error) error {
	if !errors.Is(err, ErrNoMatch) {
		return err
	}
	last, lookErr := s.Latest(ctx, channel)
	if lookErr != nil || last.Status != Adjourned {
		return err
	}
	if _, seated := last.SeatOf(p); !seated {
		return err
	}
	return last.NotOpen()
}

// LatestCompetitive is Latest without studies and other matches that have no result.
func (s *Service) LatestCompetitive(ctx context.Context, channel id.Channel) (Match, error) {
	kinds := s.competitive()
	return s.load(ctx, s.db.Read(), whereLatest(kinds), latestArgs(channel, kinds)...)
}

// ByChannel returns matches of a channel: first the open one, then those that may be resumed, then those that are over,
// each group by last change, newest first.
func (s *Service) ByChannel(ctx context.Context, channel id.Channel, limit int) ([]Match, error) {
	return s.all(ctx, s.db.Read(), whereInChannel, string(channel), int(Removed), int(Open), int(Adjourned), limit)
}

// ByPlayer returns a player's matches, open or adjourned, oldest change first. If there are more than limit, adjourned
// ones are left out first, and then those whose last change is oldest.
func (s *Service) ByPlayer(ctx context.Context, player id.Player, limit int) ([]Match, error) {
	if player == "" {
		return nil, nil
	}
	return s.all(ctx, s.db.Read(), whereSits, string(player), string(player), limit)
}

// Opened is an open match, without its game.
type Opened struct {
	Subject id.Subject
	Guild   id.Guild
	Channel id.Channel
	Touched time.Time
}

// Open returns every open match of some guilds, last changed first.
func (s *Service) Open(ctx context.Context, in shards.Part) ([]Opened, error) {
	return openMatches(ctx, s.db.Read(), in)
}

// InGuild returns every open match of one guild, last changed first.
func (s *Service) InGuild(ctx context.Context, guild id.Guild) ([]Opened, error) {
	return openInGuild(ctx, s.db.Read(), guild)
}

// Running returns up to limit matches of some guilds whose clock runs, ordered by id, after the given one.
func (s *Service) Running(ctx context.Context, in shards.Part, after id.Match, limit int) ([]id.Match, error) {
	return running(ctx, s.db.Read(), in, after, limit)
}

// Count returns how many matches of each mode are open.
func (s *Service) Count(ctx context.Context) (map[id.Kind]int, error) {
	return countOpen(ctx, s.db.Read())
}

// adjournedIn returns the adjourned matches of a channel.
func (s *Service) adjournedIn(ctx context.Context, channel id.Channel) ([]Match, error) {
	return s.all(ctx, s.db.Read(), whereAdjournedIn, string(channel), int(Adjourned))
}

// displacedIn returns the matches of a guild that are adjourned because their channel was lost, or in a channel that
// has been deleted since.
func (s *Service) displacedIn(ctx context.Context, g id.Guild) ([]Match, error) {
	return s.all(ctx, s.db.Read(), whereDisplacedIn, string(g))
}
