package studybot

import (
	"cmp"
	"context"

	"yeye/bot/discord"
	"yeye/bot/feature/study"
	"yeye/bot/feature/study/studycard"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/start"
	"yeye/game"
	"yeye/game/record"
)

// playOrEdit handles the menu of the book and the buttons beside it: a move of the book, or a change of the book.
func (s *studies) playOrEdit(
	ctx context.Context,
	r *interaction.Request,
	c discord.ControlID,
) (interaction.Response, error) {
	chosen := cmp.Or(r.Selected(), c.Arg)
	switch chosen {
	case studycard.Promote:
		made, err := s.rewrite(ctx, start.Actor(r, match.FromCard), r, c, (*record.Cursor).Promote)
		return s.Cards.After(r, &made, err)
	case studycard.DropVariation, studycard.CutOff:
		return s.askDrop(ctx, r, c, chosen)
	case studycard.WriteNote:
		return s.askNote(ctx, r, c)
	}
	move, err := game.ParseMove(chosen)
	if err != nil {
		return interaction.Response{}, match.ErrStale
	}
	made, err := s.Matches.Step(ctx, start.Actor(r, match.FromCard), c.ID, c.Turn, move)
	return s.Cards.After(r, &made, err)
}

// rewrite changes the book of the player's study at the board's position. change returns false if it does not apply
// there; the error is then match.ErrStale.
func (s *studies) rewrite(ctx context.Context, by match.Actor, r *interaction.Request, c discord.ControlID,
	change func(*record.Cursor) bool) (match.Change, error) {
	m, err := s.loadAtTurn(ctx, r, c)
	if err != nil {
		return match.Change{}, err
	}
	book, err := s.Studies.Book(ctx, &m)
	if err != nil {
		return match.Change{}, err
	}
	at, ok := studycard.Cursor(book, &m)
	if !ok || !change(at) {
		return match.Change{}, m.Stale()
	}
	packed, err := study.Pack(book)
	if err != nil {
		return match.Change{}, err
	}
	return s.Studies.Rewrite(ctx, by, m.ID, c.Turn, len(at.Moves()), packed)
}

// ownersPlace returns the place of the board in its book. Guests are refused with match.ErrNotSeated.
func (s *studies) ownersPlace(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (at studycard.Place, err error) {
	m, err := s.loadAtTurn(ctx, r, c)
	if err == nil && m.IsGuest(r.Player) {
		err = match.ErrNotSeated
	}
	if err != nil {
		return at, err
	}
	return s.Cards.Place(ctx, &m)
}

// askDrop asks the owner before part of the book is deleted.
func (s *studies) askDrop(ctx context.Context, r *interaction.Request, c discord.ControlID,
	what string) (interaction.Response, error) {
	at, err := s.ownersPlace(ctx, r, c)
	if err != nil {
		return interaction.Response{}, err
	}
	count := at.FollowingMoves
	if what == studycard.DropVariation {
		count = at.Moves
	}
	return interaction.Answer(discord.Message{Content: r.Text.Text("study.drop.ask", locale.Args{"Count": count}),
		Rows: []discord.Row{{discord.Button{CustomID: discord.ControlID{Action: actionDrop, ID: c.ID, Turn: c.Turn,
			Arg: what}.String(),
			Label: r.Text.Text("study.drop.sure"), Style: discord.Danger}}}}), nil
}

// drop deletes the variation, or the moves that follow the board's position.
func (s *studies) drop(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	change := (*record.Cursor).Drop
	if c.Arg == studycard.CutOff {
		change = func(at *record.Cursor) bool {
			at.Cut()
			return true
		}
	}
	made, err := s.rewrite(ctx, start.Actor(r, match.FromCommand), r, c, change) // the button is not on the card
	if err != nil {
		return interaction.Response{}, err
	}
	if made.Match.Private() {
		return s.Cards.Show(r, &made.Match, game.NoSquare), nil
	}
	return interaction.Change(discord.Message{Content: r.Text.Text("study.dropped")}), nil
}
