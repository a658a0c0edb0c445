package bot

import (
	"context"

	"yeye/bot/board"
	"yeye/bot/session"
)

// erase takes the cards of a removed session away, with what was asked or warned of
// in it, and then forgets it. What could not be taken away now is tried again; what
// is gone already, or out of reach, is no hindrance.
func (s *shower) erase(ctx context.Context, se *session.Session, shown *board.Board) {
	husks, err := s.b.Boards.Husks(ctx, se.ID)
	if err != nil {
		s.failed(ctx, se, shown, err)
		return
	}
	lines, err := s.b.Boards.Lines(ctx, se.ID)
	if err != nil {
		s.failed(ctx, se, shown, err)
		return
	}
	notices, err := s.b.Boards.Notices(ctx, se.ID)
	if err != nil {
		s.failed(ctx, se, shown, err)
		return
	}
	cards := append(husks, lines...)
	for _, n := range notices {
		cards = append(cards, board.Husk{Channel: n.Channel, Message: n.Message})
	}
	if shown.Message != "" {
		cards = append(cards, board.Husk{Channel: shown.Channel, Message: shown.Message})
	}
	if adopted, _, err := s.adopt(ctx, se, shown); err == nil && adopted != "" {
		cards = append(cards, board.Husk{Channel: string(se.Place), Message: adopted})
	}
	for _, c := range cards {
		soon, cancel := context.WithTimeout(ctx, callTimeout)
		err := s.b.unarchiving(soon, c.Channel, func() error { return s.b.send.Delete(soon, c.Channel, c.Message) })
		cancel()
		if err != nil && !outOfReach(err) {
			s.failed(ctx, se, shown, err)
			return
		}
	}
	if err := s.b.Records.Purge(ctx, se.ID); err != nil {
		s.failed(ctx, se, shown, err)
		return
	}
	s.setDoubt(se.ID, false)
}
