package standing

import (
	"context"
	"errors"
	"fmt"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/rating"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
	"yeye/bot/view"
	"yeye/game"
)

// milestoneJob is the slot and the kind of the jobs that announce in a channel what a player has achieved. Its version is the level
// of the character that was beaten.
const milestoneJob = "milestone"

// leastMilestone is the lowest level of a character over whom a first win is announced.
const leastMilestone = 3

// afterCard is the delay that lets the last card appear first.
const afterCard = 2 * time.Second

// milestone schedules the announcement of a first win, in the transaction that ends the game. Whether the player and the server
// want it is checked when it is posted.
func milestone(ctx context.Context, tx store.Tx, m *match.Match, side game.Color, key rating.Achievement) error {
	level, beaten := key.Beaten()
	if !beaten || level < leastMilestone || m.Guild == "" {
		return nil
	}
	return scheduler.Put(ctx, tx, scheduler.Job{Slot: milestoneJob, Kind: milestoneJob, Subject: m.Subject(), Version: int64(level), Due: tx.Now.Add(afterCard),
		Pool: scheduler.Timed, Guild: m.Guild, Owner: m.Seats[side].Player})
}

// announce posts in the channel of a game which character its player has beaten for the first time, with the last board, and pings
// nobody.
func (s *standing) announce(ctx context.Context, j scheduler.Job) error {
	m, err := s.matches.Get(ctx, j.Subject.ID)
	if errors.Is(err, match.ErrNoMatch) {
		return nil
	}
	if err != nil {
		return err
	}
	wanted, err := s.wantsMilestone(ctx, &m, j.Owner)
	if err != nil || !wanted {
		return err
	}
	message, err := s.milestoneMessage(&m, int(j.Version))
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, interaction.CallTimeout)
	defer cancel()
	made, err := s.post(ctx, m.Channel, message)
	if err == nil {
		s.posted(ctx, m.Channel, made, interaction.Announcement{Subject: m.Subject(), About: view.AboutMilestone, Turn: m.Turn})
	}
	if api := discord.AsAPIError(err); api != nil && !api.Temporary() {
		return nil // the channel no longer exists, or the bot has no access
	}
	return err
}

// wantsMilestone reports whether the player is still part of the game, and both they and the server want first wins announced.
func (s *standing) wantsMilestone(ctx context.Context, m *match.Match, p id.Player) (bool, error) {
	if _, seated := m.SeatOf(p); !seated || m.Status != match.Ended {
		return false, nil
	}
	settings, err := s.guilds.Settings(ctx, m.Guild)
	if err != nil || !settings.Milestones {
		return false, err
	}
	prefs, err := s.players.Preferences(ctx, p)
	return prefs.TellsMilestones(), err
}

// milestoneMessage names the player in plain text, and has a nonce by which Discord posts it once.
func (s *standing) milestoneMessage(m *match.Match, level int) (discord.Message, error) {
	r := s.readers.In(m.Locale)
	side, _ := m.Opponent()
	files, err := s.painter.Picture(r.Words, view.Board(m, r.Style(), view.Below(m), game.NoSquare), "")
	if err != nil {
		return discord.Message{}, err
	}
	return discord.Message{
		Content: "🎉 " + r.Text("standing.milestone", locale.Args{"Who": view.PlainName(r.Words, m.Seats[side.Other()]), "Character": r.Character(level)}),
		Files:   files, Nonce: fmt.Sprintf("b%s", m.ID),
	}, nil
}
