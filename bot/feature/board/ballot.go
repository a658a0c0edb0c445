package board

import (
	"context"
	"errors"
	"time"

	"yeye/bot/feature/vote"
	"yeye/bot/id"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view"
	"yeye/game"
)

// Ballots gives access to the votes of matches; vote.Service implements it.
type Ballots interface {
	Join(ctx context.Context, v vote.Voter, of id.Match) (game.Color, error)
	Side(ctx context.Context, of id.Match, p id.Player) (side game.Color, joined bool, err error)
	Get(ctx context.Context, of id.Match) (vote.Vote, error)
	BallotOf(ctx context.Context, of id.Match, turn int64, p id.Player) (vote.Ballot, error)
	Cast(ctx context.Context, v vote.Voter, of id.Match, turn int64, choice vote.Choice) (vote.Ballot, error)
}

// joinVote lets a user vote in a match, as the button on the card does. watches is true for users who may not vote yet,
// being new members.
func (b *boards) joinVote(ctx context.Context, v vote.Voter, m *match.Match) (watches bool, err error) {
	votes, on, err := b.Votes.On(ctx, m.Guild)
	if err != nil || !on || !m.Live() {
		return true, err
	}
	if _, err = votes.Join(ctx, v, m.ID); errors.Is(err, vote.ErrNewMember) {
		return true, nil
	}
	return false, err
}

// voteSide returns the side for which a player votes; votes is false if they have not joined.
func (b *boards) voteSide(ctx context.Context, p id.Player, m *match.Match) (side game.Color, votes bool, err error) {
	service, on, err := b.Votes.On(ctx, m.Guild)
	if err != nil || !on {
		return side, false, err
	}
	return service.Side(ctx, m.ID, p)
}

// cast casts or changes a ballot for a move, and updates all pages of the voter.
func (c *conn) cast(ctx context.Context, by match.Actor, m *match.Match, turn int64, move game.Move) error {
	votes, err := c.Votes.In(ctx, m.Guild)
	if err != nil {
		return err
	}
	voter := vote.Voter{Actor: by, Since: c.session.joined}
	if _, err := votes.Cast(ctx, voter, m.ID, turn, vote.Choice{Move: move}); err != nil {
		return err
	}
	c.hub.resend(m.ID, c.session.player)
	c.Wake() // the vote may end early, and the card shows the number of votes
	return nil
}

// ballot is the state of a vote for a voter: only their own ballot.
type ballot struct {
	Move string `json:"move,omitempty"` // "" for none
	Text string `json:"text"`
	Ends int64  `json:"ends"` // milliseconds from now
}

// ballot returns the state of the vote for the player, nil while no vote of their side is open.
func (c *conn) ballot(ctx context.Context, w *view.Reader, m *match.Match, r role) (*ballot, error) {
	if !r.votes || m.Status != match.Open || m.ToMove() != r.side {
		return nil, nil
	}
	votes, on, err := c.Votes.On(ctx, m.Guild)
	if err != nil || !on {
		return nil, err
	}
	v, err := votes.Get(ctx, m.ID)
	if err != nil || v.Ends.IsZero() || v.Turn != m.Turn {
		return nil, err
	}
	own, err := votes.BallotOf(ctx, m.ID, m.Turn, c.session.player)
	if err != nil {
		return nil, err
	}
	b := &ballot{Text: w.Text("page.vote.none"), Ends: max(0, v.Ends.Sub(c.DB.Now()).Truncate(time.Millisecond)).
		Milliseconds()}
	if own.Move != game.NoMove {
		b.Move = own.Move.String()
		b.Text = w.Text("page.vote.own", locale.Args{"Move": w.Short(m.Game.Position(), own.Move)})
	}
	return b, nil
}

// refusals maps errors of votes to text keys of feature vote.
var refusals = map[error]string{vote.ErrNewMember: "vote.newmember", vote.ErrOtherTeam: "vote.otherteam"}
