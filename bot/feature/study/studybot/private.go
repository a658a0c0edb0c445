package studybot

import (
	"context"
	"errors"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/match"
	"yeye/bot/match/fairplay"
	"yeye/bot/match/start"
	"yeye/game"
)

// A study is private to its owner by default: it is shown in a private answer and belongs to no channel.

// openPrivate opens the player's private study, or shows the one there is, with the new game if one is given.
func (s *studies) openPrivate(ctx context.Context, r *interaction.Request,
	o *openOptions) (interaction.Response, error) {
	m, found, err := s.privateStudy(ctx, r)
	if err != nil {
		return interaction.Response{}, err
	}
	if found {
		if a, ask, err := s.askOpening(ctx, r, &m, o); ask || err != nil {
			return a, err
		}
	}
	if found && !o.given { // the position was permitted when it was set up; live games may have reached it since
		may, err := s.FairPlay.PermitPosition(ctx, []id.Player{r.Player}, m.Game, fairplay.FromUser)
		if err == nil {
			err = may.Pay(ctx)
		}
		if err != nil && !errors.Is(err, match.ErrLivePosition) { // then the board is shown without evaluation
			return interaction.Response{}, err
		}
	}
	by := start.Actor(r, match.FromCommand)
	c := match.Change{Match: m}
	switch {
	case !found:
		c, err = s.Studies.Open(ctx, by, o.may, "", "", r.Locale, o.Board)
	case m.Status == match.Adjourned:
		c, err = s.Matches.Resume(ctx, by, m.ID)
		by.Event = "" // Resume has consumed the event
	}
	if err == nil && found && o.given {
		c, err = s.Studies.SetUp(ctx, by, o.may, m.ID, o.Board)
	}
	if err != nil {
		return interaction.Response{}, err
	}
	return s.Cards.Private(r, &c.Match, game.NoSquare), nil
}

// maxLooked limits how many of a player's matches are searched for their private study.
const maxLooked = 200

// privateStudy returns the player's private study, open or adjourned.
func (s *studies) privateStudy(ctx context.Context, r *interaction.Request) (m match.Match, found bool, err error) {
	all, err := s.Matches.ByPlayer(ctx, r.Player, maxLooked)
	for i := range all {
		if one := &all[i]; one.Mode.OnePlayer && one.Private() && (!found || one.Status == match.Open) {
			m, found = *one, true
		}
	}
	return m, found, err
}

// post moves a private study into the channel, where it continues publicly.
func (s *studies) post(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	if _, err := s.loadOwn(ctx, r, c); err != nil {
		return interaction.Response{}, err
	}
	return s.Start.Transfer(ctx, r, c.ID)
}
