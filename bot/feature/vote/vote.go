// Package vote lets the members of a server play a side of a match together: each has one vote for a move, until a time is up, and the
// move that most want is played. The match itself is package match's; this package keeps what is voted, and decides.
//
// While a vote is open, who voted what is stored, so that it can be changed; once it is counted only the counts are, and until a week
// after the match who took part.
// What a vote decides follows from what is stored, so that any process decides the same, and the match changes once.
//
// What may not enter: Discord beyond opaque ids, how a match is shown, sentences.
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
	// Late is how long after its end a vote is counted: what was sent in time may still arrive.
	Late = 2 * time.Second
	// settling is how long votes may still be changed once all who voted last time have voted.
	settling = 10 * time.Second
	// MemberFor is how long somebody must have been a member of the server to vote.
	MemberFor = 24 * time.Hour
	// MaxEarly is the longest time for a vote that may end once all who voted last time have voted.
	MaxEarly = 15 * time.Minute
	// refresh is the least time between two changes of the number of votes on the card.
	refresh = 15 * time.Second
)

// Windows returns the times for a vote on offer.
func Windows() []time.Duration {
	return []time.Duration{2 * time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 8 * time.Hour, 24 * time.Hour}
}

// Usual is the time where none is chosen.
const Usual = 8 * time.Hour

var (
	// ErrNewMember: the player has not been a member of the server for long enough to vote.
	ErrNewMember = errors.New("you have not been a member of this server for a day")
	// ErrOtherTeam: the player is in the team that is not to move.
	ErrOtherTeam = errors.New("the other team votes now")
	// ErrTooSoon: resignation and draws are voted on by those who voted on moves before, and nobody has.
	ErrTooSoon = errors.New("no move has been voted on yet")
	// ErrLong: a vote of that length may not end early.
	ErrLong = errors.New("only short votes may end early")

	// errChanged: a vote was cast while the votes were counted.
	errChanged = errors.New("the votes have changed meanwhile")
)

// Rules are the choices for the votes of a match.
type Rules struct {
	Window time.Duration // for each move
	Early  bool          // a vote ends once all who voted last time, two or more, have voted
}

// Vote is the state of the votes of a match.
type Vote struct {
	Rules
	Turn      int64     // of the match, of the vote that is open or was the last
	Ends      time.Time // zero while no vote is open
	Prolonged bool      // nobody had voted when its time was up
	Last      Result    // of the vote before; its Voters is 0 before the first

	changes int64     // of ballots in this vote
	shown   time.Time // when the number of votes was shown last
	showing bool      // it is to be shown
	heard   time.Time // up to then absences of the bot are taken out of its time
}

// Service stores votes and decides them. Its methods may be called from many goroutines.
type Service struct {
	db      *store.DB
	matches *match.Service
	guilds  *guild.Service
}

// New makes a service on a database.
func New(db *store.DB, matches *match.Service, guilds *guild.Service) *Service {
	s := &Service{db, matches, guilds}
	matches.Policy().Know(s)
	matches.Policy().Declare(ActStop)
	return s
}

// ActStop is what its starter does with a game in which nobody has voted.
const ActStop = "vote.stop"

// Staked implements [policy.Stakes]: who votes in a game of two teams does not rule on it, bars nobody of the other team, who could vote
// no more, nor switches votes off meanwhile.
func (s *Service) Staked(ctx context.Context, c store.Conn, d policy.Decision) (bool, error) {
	if d.Match == "" && d.About == "" && d.Off != Feature {
		return false, nil
	}
	return votesIn(ctx, c, d.By, d.Guild, d.Match, d.About)
}

// Start opens a match in which at least one seat is a team's, as [match.Service.Start] does.
func (s *Service) Start(ctx context.Context, by match.Actor, t match.Terms, r Rules) (match.Change, error) {
	if err := s.MayStart(ctx, by, t, r); err != nil {
		return match.Change{}, err
	}
	t.Mode, t.Casual = match.Voting, true
	return s.matches.StartWith(ctx, by, t, func(*match.Match) {}, func(ctx context.Context, tx store.Tx, c *match.Change) error {
		return insertVote(ctx, tx, c.Match.ID, r)
	})
}

// MayStart returns the error with which Start would refuse in a vacant channel.
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

// Voted returns how many have voted in the vote that is open.
func (s *Service) Voted(ctx context.Context, of id.Match, turn int64) (int, error) {
	return countBallots(ctx, s.db.Read(), of, turn)
}

// Own returns the ballot of a player in a vote, zero if there is none.
func (s *Service) Own(ctx context.Context, of id.Match, turn int64, p id.Player) (Ballot, error) {
	return ballotOf(ctx, s.db.Read(), of, turn, p)
}

// MayEnd reports whether a resignation or a draw can be voted on: somebody of a side has voted before.
func (s *Service) MayEnd(ctx context.Context, of id.Match, side game.Color, turn int64) (bool, error) {
	recent, err := recentVoters(ctx, s.db.Read(), of, side, turn)
	return len(recent) > 0, err
}

// Voters returns who has voted in a match, most often first, as far as others may see that, and how many others have.
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

// Owner returns the votes' implementation of player.DataOwner.
func (s *Service) Owner() player.DataOwner { return player.NewOwner("votes", s.export, s.erase) }
