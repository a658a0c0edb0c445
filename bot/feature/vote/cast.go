package vote

import (
	"context"
	"slices"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/policy"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
	"yeye/game"
)

// Voter is a player who votes or is about to.
type Voter struct {
	match.Actor
	Since time.Time // when they joined the server, zero if unknown
}

// Choice is a change of a ballot. Move NoMove keeps the ballot's move, Wish nil keeps its wish.
type Choice struct {
	Move game.Move
	Wish *Wish
}

// Join returns the side for which a player votes. A new player joins the voted side, of two teams the smaller one; in a
// match that is over they are not recorded. It refuses with [ErrNewMember] and [guild.ErrBarred].
func (s *Service) Join(ctx context.Context, v Voter, of id.Match) (side game.Color, err error) {
	m, err := s.matches.Get(ctx, of)
	if err != nil {
		return side, err
	}
	err = s.db.Tx(ctx, func(tx store.Tx) error {
		side, err = s.join(ctx, tx, v, &m)
		return err
	})
	return side, err
}

func (s *Service) join(ctx context.Context, tx store.Tx, v Voter, m *match.Match) (game.Color, error) {
	if !m.Voted() {
		return 0, match.ErrStale
	}
	if v.Since.IsZero() || tx.Now.Sub(v.Since) < MemberFor {
		return 0, ErrNewMember
	}
	if _, err := s.matches.Policy().Seat(ctx, tx,
		policy.Game{Guild: m.Guild, Players: []id.Player{v.Player}, By: v.Player}); err != nil {
		return 0, err
	}
	side, known, err := sideOf(ctx, tx.Conn, m.ID, v.Player)
	if err != nil || known {
		return side, err
	}
	if side, err = s.smallerTeam(ctx, tx, m); err != nil || !m.Live() {
		return side, err
	}
	insertVoter(ctx, tx, m.ID, v.Player, side)
	return side, nil
}

// smallerTeam returns the side that a new voter joins: the only team's, or of two teams the one with fewer members, Red
// if they are equal. It takes the vote's lock, so that players who join at the same time are counted one after the
// other.
func (s *Service) smallerTeam(ctx context.Context, tx store.Tx, m *match.Match) (game.Color, error) {
	for _, side := range [2]game.Color{game.Red, game.Black} {
		if m.Seats[side].Team == match.NoTeam {
			return side.Other(), nil
		}
	}
	lockVote(ctx, tx, m.ID)
	members, err := countVoters(ctx, tx, m.ID)
	if err != nil || members[game.Red] <= members[game.Black] {
		return game.Red, err
	}
	return game.Black, nil
}

// Cast casts or changes a player's ballot for the turn of a match, and returns the whole ballot. It refuses as Join
// does, and with [ErrOtherTeam], [ErrTooSoon], [match.ErrStale] once the vote is over, or a [*match.MoveError]; then
// nothing has changed.
func (s *Service) Cast(ctx context.Context, v Voter, of id.Match, turn int64, choice Choice) (Ballot, error) {
	m, err := s.matches.Get(ctx, of)
	if err != nil {
		return Ballot{}, err
	}
	switch {
	case m.Status != match.Open:
		return Ballot{}, m.NotOpen()
	case m.Turn != turn || !m.Voted():
		return Ballot{}, match.ErrStale
	}
	if choice.Move != game.NoMove {
		if err := m.Game.Clone().Play(choice.Move); err != nil {
			return Ballot{}, &match.MoveError{Text: choice.Move.String(), Turn: m.ToMove(), Err: err,
				Position: m.Game.Position()}
		}
	}
	var b Ballot
	err = s.db.TxOnce(ctx, v.Event, func(tx store.Tx) error {
		b, err = s.cast(ctx, tx, v, &m, choice)
		return err
	})
	return b, err
}

func (s *Service) cast(ctx context.Context, tx store.Tx, v Voter, m *match.Match, choice Choice) (b Ballot, err error) {
	side, err := s.join(ctx, tx, v, m)
	switch {
	case err != nil:
		return b, err
	case side != m.ToMove():
		return b, ErrOtherTeam
	}
	at := v.At
	if at.IsZero() || at.After(tx.Now) {
		at = tx.Now
	}
	if open, err := changeVote(ctx, tx, m.ID, m.Turn, at); err != nil {
		return b, err
	} else if !open {
		return b, match.ErrStale
	}
	if choice.Wish != nil && *choice.Wish != NoWish {
		if recent, err := recentVoters(ctx, tx.Conn, m.ID, side, m.Turn); err != nil {
			return b, err
		} else if len(recent) == 0 {
			return b, ErrTooSoon
		}
	}
	if b, err = ballotOf(ctx, tx.Conn, m.ID, m.Turn, v.Player); err != nil {
		return b, err
	}
	b.Player = v.Player
	if choice.Move != game.NoMove && choice.Move != b.Move {
		b.Move, b.At = choice.Move, at
	}
	if choice.Wish != nil {
		b.Wish = *choice.Wish
	}
	saveBallot(ctx, tx, m.ID, m.Turn, side, b)
	return b, s.scheduleAfterBallot(ctx, tx, m, side)
}

// scheduleAfterBallot writes the jobs that follow from a ballot: the card must show the new number, and the vote may
// end early.
func (s *Service) scheduleAfterBallot(ctx context.Context, tx store.Tx, m *match.Match, side game.Color) error {
	vote, err := loadVote(ctx, tx.Conn, m.ID)
	if err != nil {
		return err
	}
	if early, err := s.allVotedAgain(ctx, tx, m, side, &vote); err != nil {
		return err
	} else if ends := tx.Now.Add(finalGrace); early && ends.Before(vote.Ends) {
		s.scheduleEnd(ctx, tx, m, ends)
	}
	if vote.countPending {
		return nil
	}
	due := vote.countShownAt.Add(minRefresh)
	if due.Before(tx.Now) {
		due = tx.Now
	}
	setShown(ctx, tx, m.ID, vote.countShownAt, true)
	scheduler.Put(ctx, tx, scheduler.Job{Slot: pollSlot, Kind: PollJob, Subject: m.Subject(), Version: m.Turn,
		Due: due, Pool: scheduler.Timed, Rank: match.LowRank, Guild: m.Guild})
	return nil
}

// allVotedAgain reports whether the vote may end early because everybody who voted in the last turn, two players or
// more, has voted in this one. Players barred since then are not waited for.
func (s *Service) allVotedAgain(ctx context.Context, tx store.Tx, m *match.Match, side game.Color,
	v *Vote) (bool, error) {
	if !v.Early {
		return false, nil
	}
	lastTime, err := lastVoters(ctx, tx.Conn, m.ID, side, m.Turn)
	if err != nil {
		return false, err
	}
	barred, err := s.guilds.BarredIn(ctx, tx.Conn, m.Guild, lastTime...)
	if err != nil {
		return false, err
	}
	lastTime = slices.DeleteFunc(lastTime, func(p id.Player) bool { return slices.Contains(barred, p) })
	if len(lastTime) < 2 {
		return false, nil
	}
	ballots, err := loadBallots(ctx, tx.Conn, m.ID, m.Turn)
	if err != nil {
		return false, err
	}
	for _, p := range lastTime {
		if !slices.ContainsFunc(ballots, func(b Ballot) bool { return b.Player == p }) {
			return false, nil
		}
	}
	return true, nil
}
