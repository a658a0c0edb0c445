package play

import (
	"context"
	"errors"
	"slices"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/match"
	"yeye/bot/match/start"
	"yeye/bot/match/view"
	"yeye/game"
)

// loadSeated loads the match of a control. It fails with match.ErrNotSeated if the user has no seat in it.
func (p *play) loadSeated(ctx context.Context, r *interaction.Request, c discord.ControlID) (match.Match, error) {
	m, err := p.Matches.Get(ctx, c.ID)
	if err != nil {
		return m, err
	}
	if _, ok := m.SeatOf(r.Player); !ok {
		return m, match.ErrNotSeated
	}
	return m, nil
}

// choosePiece shows where a piece can go.
func (p *play) choosePiece(ctx context.Context, r *interaction.Request, c discord.ControlID,
	m match.Match) (interaction.Response, error) {
	side, _ := m.SeatOf(r.Player)
	switch {
	case m.Turn != c.Turn && onPrivateBoard(r, &m):
		s, err := game.ParseSquare(r.Selected())
		if err != nil {
			s = game.NoSquare
		}
		return p.refreshedBoard(r, &m, s), nil
	case m.Turn != c.Turn:
		return interaction.Response{}, m.Stale()
	case m.Status != match.Open:
		return interaction.Response{}, m.NotOpen()
	case side != m.ToMove() && !r.OnPrivateMessage(): // on a private board it may become a premove
		return interaction.Response{}, match.ErrNotYourTurn
	}
	s, err := game.ParseSquare(r.Selected())
	if err != nil {
		return interaction.Response{}, match.ErrStale
	}
	if onPrivateBoard(r, &m) {
		return p.privateBoard(r, &m, s).Editing(), nil
	}
	return p.Studies.Show(r, &m, s), nil
}

// onPrivateBoard reports whether a control is on a player's private board of a match that also has a public card.
func onPrivateBoard(r *interaction.Request, m *match.Match) bool {
	return r.OnPrivateMessage() && !m.Private()
}

// refreshedBoard brings an outdated private board up to date. The piece that was chosen stays chosen if it can still
// move.
func (p *play) refreshedBoard(r *interaction.Request, m *match.Match, chosen game.Square) interaction.Response {
	movable := view.Choices(m)
	if mayPremove(m, r.Player) {
		ahead := m.NullMovePosition()
		movable = view.Premovable(&ahead)
	}
	if !slices.ContainsFunc(movable, func(one view.Mover) bool { return one.From == chosen }) {
		chosen = game.NoSquare
	}
	return p.privateBoard(r, m, chosen).Editing()
}

// chooseTarget plays the chosen move; on a private board it may also set it as a premove.
func (p *play) chooseTarget(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	move, err := game.ParseMove(r.Selected())
	if err != nil {
		return interaction.Response{}, match.ErrStale
	}
	made, err := p.Matches.Step(ctx, start.Actor(r, match.FromCard), c.ID, c.Turn, move)
	if errors.Is(err, match.ErrNotYourTurn) && r.OnPrivateMessage() {
		made, err = p.Matches.SetPremove(ctx, start.Actor(r, match.FromCard), c.ID, c.Turn, move)
	}
	if errors.Is(err, match.ErrStale) && r.OnPrivateMessage() {
		if m, err := p.loadSeated(ctx, r, c); err == nil && m.Status == match.Open && !m.Private() {
			return p.refreshedBoard(r, &m, move.From()), nil
		}
	}
	if err != nil {
		return interaction.Response{}, err
	}
	if onPrivateBoard(r, &made.Match) {
		return p.privateBoard(r, &made.Match, game.NoSquare).Editing(), nil
	}
	return p.Studies.Show(r, &made.Match, game.NoSquare), nil
}

func (p *play) clickResume(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	if text, locked := p.lockedHere(ctx, r, c.ID); locked {
		return interaction.Say(text), nil
	}
	made, err := p.Matches.Resume(ctx, start.Actor(r, match.FromCard), c.ID)
	return p.Studies.After(r, &made, err)
}

// clickTransfer transfers the chosen match to this channel.
func (p *play) clickTransfer(ctx context.Context, r *interaction.Request,
	_ discord.ControlID) (interaction.Response, error) {
	of := id.Match(r.Selected())
	if of == "" {
		return interaction.Response{}, match.ErrStale
	}
	return p.Start.Transfer(ctx, r, of)
}
