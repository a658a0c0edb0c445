// Package vote lets the members of a server play a side of a match together: each has one vote for a move until the
// time is up, then the most wanted move is played. Package match owns the match; this package stores the votes and
// decides.
//
// While a vote is open, each player's choice is stored, so that they can change it. Once it is counted only the counts
// are, and until a week after the match who took part. A decision depends only on what is stored, so that every process
// decides the same, and the match changes once.
//
// Out of scope: Discord beyond opaque ids, how a match is shown, sentences.
package vote

import (
	"context"
	"errors"
	"slices"
	"time"

	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/player"
	"yeye/bot/policy"
	"yeye/bot/store"
	"yeye/game"
)

// Feature is the name under which a server switches votes off.
const Feature = "vote"

const (
	// CountDelay is how long after its end a vote is counted: ballots sent in time may still arrive.
	CountDelay = 2 * time.Second
	// finalGrace is how long ballots may still be changed once all who voted last time have voted.
	finalGrace = 10 * time.Second
	// MemberFor is how long a player must have been a member of the server to vote.
	MemberFor = 24 * time.Hour
	// MaxEarly is the longest window of a vote that may end early.
	MaxEarly = 15 * time.Minute
	// minRefresh is the least time between two changes of the number of votes on the card.
	minRefresh = 15 * time.Second
)

// Windows returns the choices for the length of a vote.
func Windows() []time.Duration {
	return []time.Duration{2 * time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 8 * time.Hour, 24 * time.Hour}
}

// DefaultWindow is the length of a vote if none is chosen.
const DefaultWindow = 8 * time.Hour

var (
	// ErrNewMember: the player has not been a member of the server for long enough to vote.
	ErrNewMember = errors.New("you have not been a member of this server for a day")
	// ErrOtherTeam: the other team is to move.
	ErrOtherTeam = errors.New("the other team votes now")
	// ErrTooSoon: only those who voted on earlier moves can vote to resign or draw, and this is the side's first vote.
	ErrTooSoon = errors.New("no move has been voted on yet")
	// ErrLong: a vote longer than MaxEarly may not end early.
	ErrLong = errors.New("only short votes may end early")

	// errChanged: a vote was cast while the votes were counted.
	errChanged = errors.New("the votes have changed meanwhile")
)

// Rules are the choices for the votes of a match.
type Rules struct {
	Window time.Duration // length of each vote, one of Windows
	Early  bool          // a vote ends once all who voted last time, two or more, have voted
}

// Vote is the state of the votes of a match.
type Vote struct {
	Rules
	Turn      int64     // the match's turn that the open or the last vote is about
	Ends      time.Time // zero while no vote is open
	Prolonged bool      // its time was up once without votes, and was started again
	Last      Result    // of the vote before; its Voters is 0 before the first

	changes            int64     // number of changes of ballots in this vote
	countShownAt       time.Time // when the card last showed the number of votes
	countPending       bool      // a PollJob is scheduled to show it
	absencesDeductedTo time.Time // absences of the bot up to then have been added to Ends
}

// Service stores votes and decides them. Its methods may be called from several goroutines.
type Service struct {
	db      *store.DB
	matches *match.Service
	guilds  *guild.Service
}

// New makes a service on a database.
func New(db *store.DB, matches *match.Service, guilds *guild.Service) *Service {
	s := &Service{db, matches, guilds}
	matches.Policy().AddStakes(s)
	matches.Policy().Declare(ActStop)
	return s
}

// ActStop is the act of stopping a game before its first vote, for the policy.
const ActStop = "vote.stop"

// Staked implements [policy.Stakes]: a moderator who votes in a game of two teams may not rule on it, bar a player of
// the other team, who could no longer vote, or switch votes off until it is over.
func (s *Service) Staked(ctx context.Context, c store.Conn, d policy.Decision) (bool, error) {
	if d.Match == "" && d.Player == "" && d.Feature != Feature {
		return false, nil
	}
	return votesIn(ctx, c, d.By, d.Guild, d.Match, d.Player)
}

// Start starts a match in which at least one seat is a team's, as [match.Service.Start] does.
func (s *Service) Start(ctx context.Context, by match.Actor, t match.Terms, r Rules) (match.Change, error) {
	if err := s.MayStart(ctx, by, t, r); err != nil {
		return match.Change{}, err
	}
	t.Mode, t.Casual = match.Voting, true
	return s.matches.StartWith(ctx, by, t, func(*match.Match) {},
		func(ctx context.Context, tx store.Tx, c *match.Change) error {
			insertVote(ctx, tx, c.Match.ID, r)
			return nil
		})
}

// MayStart returns the error that Start would return in a vacant channel.
func (s *Service) MayStart(ctx context.Context, by match.Actor, t match.Terms, r Rules) error {
	switch {
	case !slices.Contains(Windows(), r.Window):
		return errors.New("no such time for a vote")
	case r.Early && r.Window > MaxEarly:
		return ErrLong
	}
	return s.matches.MayStart(ctx, by, t)
}

// Get returns the votes of a match.
func (s *Service) Get(ctx context.Context, of id.Match) (Vote, error) {
	return loadVote(ctx, s.db.Read(), of)
}

// CountVoted returns how many players have voted in the vote of a turn.
func (s *Service) CountVoted(ctx context.Context, of id.Match, turn int64) (int, error) {
	return countBallots(ctx, s.db.Read(), of, turn)
}

// Side returns the side for which a player votes; joined is false if they have not joined one.
func (s *Service) Side(ctx context.Context, of id.Match, p id.Player) (side game.Color, joined bool, err error) {
	return sideOf(ctx, s.db.Read(), of, p)
}

// BallotOf returns a player's ballot in the vote of a turn; if there is none, a ballot with NoMove and no wish.
func (s *Service) BallotOf(ctx context.Context, of id.Match, turn int64, p id.Player) (Ballot, error) {
	return ballotOf(ctx, s.db.Read(), of, turn, p)
}

// MayResignOrDraw reports whether a side can vote to resign or draw: it has voted before.
func (s *Service) MayResignOrDraw(ctx context.Context, of id.Match, side game.Color, turn int64) (bool, error) {
	recent, err := recentVoters(ctx, s.db.Read(), of, side, turn)
	return len(recent) > 0, err
}

// Voters returns the voters of a match, most frequent first, without those who hide their profile; others is the number
// of those.
func (s *Service) Voters(ctx context.Context, of id.Match) (shown []id.Player, others int, err error) {
	all, err := voters(ctx, s.db.Read(), of)
	if err != nil {
		return nil, 0, err
	}
	seen, err := s.matches.Policy().Shown(ctx, "", all...)
	for _, p := range all {
		if seen.Of(p) {
			shown = append(shown, p)
		}
	}
	return shown, len(all) - len(shown), err
}

// Owner returns the [player.DataOwner] of what votes store about players.
func (s *Service) Owner() player.DataOwner { return player.NewOwner("votes", s.erase, exports()) }
