package studybot

import (
	"cmp"
	"context"
	"errors"

	"yeye/bot/discord"
	"yeye/bot/feature/study/studycard"
	"yeye/bot/interaction"
	"yeye/bot/match"
	"yeye/bot/match/fairplay"
	"yeye/bot/match/practice"
	"yeye/bot/match/start"
	"yeye/game"
)

// masters shows what masters play in the position on the board. If the control chose a move of theirs or a takeback,
// that is played first.
func (s *studies) masters(ctx context.Context, r *interaction.Request, c discord.ControlID,
	m match.Match) (interaction.Response, error) {
	chosen := cmp.Or(r.Selected(), c.Arg)
	if chosen == studycard.Off {
		return s.Cards.Show(r, &m, game.NoSquare), nil
	}
	if chosen != "" {
		stepped, err := s.step(ctx, r, c, chosen)
		if err != nil {
			return interaction.Response{}, err
		}
		m = stepped
	}
	may, err := s.Cards.Permit(ctx, r.Player, &m, fairplay.FromUser)
	if chosen != "" && m.Private() && errors.Is(err, match.ErrLivePosition) { // show the move alone
		return s.Cards.Show(r, &m, game.NoSquare), nil
	}
	if err != nil {
		return interaction.Response{}, err
	}
	page, err := practice.Load(ctx, may)
	if err != nil {
		return interaction.Response{}, err
	}
	return s.Cards.Masters(r, &m, page), nil
}

// step takes the last move back, or plays the chosen one.
func (s *studies) step(ctx context.Context, r *interaction.Request, c discord.ControlID,
	chosen string) (match.Match, error) {
	by := start.Actor(r, match.FromCommand) // these controls are not on the card
	if chosen == studycard.Back {
		made, err := s.Matches.TakebackAt(ctx, by, c.ID, c.Turn)
		return made.Match, err
	}
	move, err := game.ParseMove(chosen)
	if err != nil {
		return match.Match{}, match.ErrStale
	}
	made, err := s.Matches.Step(ctx, by, c.ID, c.Turn, move)
	return made.Match, err
}
