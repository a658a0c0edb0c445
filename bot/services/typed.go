package services

import (
	"context"
	"time"

	"yeye/bot/backfill"
	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/match/refusal"
	"yeye/bot/store/shards"
	"yeye/game/notation"
)

// Reader returns a reader of moves that were typed in some guilds while the bot was away.
func (s *Services) Reader(p shards.Part) *backfill.Reader {
	return &backfill.Reader{Matches: s.Matches, Part: p, REST: s.REST, Queue: s.Queue.Do, Self: s.Connection.Self,
		Notation: s.notation, Refuse: s.refuseTyped, Now: s.DB.Now, Logger: s.Logger}
}

// notation returns the notation that is preferred for reading moves of a match if the player's preference is unknown.
func (s *Services) notation(m *match.Match) notation.Family {
	return s.Readers.InLocale(m.Locale).Notation()
}

// refuseTyped answers a move that was typed while the bot was away and cannot be played, as if the bot had been there,
// with a reply that stays longer.
func (s *Services) refuseTyped(_ context.Context, m *match.Match, typed *discord.Received, wrong *match.MoveError) {
	s.Tasks.Go(func(ctx context.Context) {
		text, _ := refusal.Text(s.Readers.ForPlayer(ctx, typed.Author.ID, m.Locale), wrong)
		s.Display.Temporary(ctx, m.Channel, discord.Message{Content: text, ReplyTo: typed.ID,
			Nonce: "n" + string(typed.ID)}, lateRefusalTimeout)
	})
}

// lateRefusalTimeout is how long such a reply stays: the player may not be looking.
const lateRefusalTimeout = 5 * time.Minute

// gameLanguage returns the language of the game in a channel, "" if there is none.
func (s *Services) gameLanguage(ctx context.Context, channel id.Channel) string {
	m, err := s.Matches.InChannel(ctx, channel)
	if err != nil {
		return ""
	}
	return m.Locale
}

// isPlaying reports whether p plays in a channel.
func (s *Services) isPlaying(ctx context.Context, channel id.Channel, p id.Player) bool {
	m, err := s.Matches.InChannel(ctx, channel)
	if err != nil {
		return false
	}
	_, seated := m.SeatOf(p)
	return seated
}
