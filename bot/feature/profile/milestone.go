package profile

import (
	"context"
	"errors"
	"fmt"

	"yeye/ai/character"
	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view"
	"yeye/bot/store/scheduler"
	"yeye/game"
)

// announce runs the milestone job: it posts in the game's channel, without a ping, which character its player has
// beaten for the first time, with the last board.
func (f *profiles) announce(ctx context.Context, j scheduler.Job) error {
	m, err := f.Matches.Get(ctx, j.Subject.ID)
	if errors.Is(err, match.ErrNoMatch) {
		return nil
	}
	if err != nil {
		return err
	}
	wanted, err := f.wantsMilestone(ctx, &m, j.Owner)
	if err != nil || !wanted {
		return err
	}
	message, err := f.milestoneMessage(&m, character.Level(j.Version))
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, interaction.CallTimeout)
	defer cancel()
	created, err := f.REST.Create(ctx, m.Channel, message)
	if err == nil {
		f.Posted(ctx, m.Channel, created, interaction.Announcement{Subject: m.Subject(), About: view.AboutMilestone,
			Turn: m.Turn})
	}
	if discord.Refused(err) {
		return nil // the channel no longer exists, or the bot has no access
	}
	return err
}

// wantsMilestone reports whether the player is still part of the game, and both they and the server want first wins
// announced.
func (f *profiles) wantsMilestone(ctx context.Context, m *match.Match, p id.Player) (bool, error) {
	if _, seated := m.SeatOf(p); !seated || m.Status != match.Ended {
		return false, nil
	}
	settings, err := f.Guilds.Settings(ctx, m.Guild)
	if err != nil || !settings.Milestones {
		return false, err
	}
	prefs, err := f.Players.Preferences(ctx, p)
	return prefs.AnnouncesMilestones(), err
}

// milestoneMessage returns the announcement. It names the player without a mention, and its nonce makes Discord post it
// only once.
func (f *profiles) milestoneMessage(m *match.Match, level character.Level) (discord.Message, error) {
	r := f.Readers.InLocale(m.Locale)
	side, _ := m.Opponent()
	files, err := f.Painter.Picture(r.Words, view.Board(r.Words, m, r.Style(), view.Below(m), game.NoSquare), "")
	if err != nil {
		return discord.Message{}, err
	}
	return discord.Message{
		Content: "🎉 " + r.Text("profile.milestone", locale.Args{"Who": view.PlainName(r.Words, m.Seats[side.Other()]),
			"Character": r.Character(level)}),
		Files: files, Nonce: fmt.Sprintf("b%s", m.ID),
	}, nil
}
