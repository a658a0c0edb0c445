package tournament

import (
	"context"

	"yeye/bot/id"
	"yeye/bot/store"
)

// What a tournament says about its event of the server until that has an id.
const (
	EventWanted = "wanted"
	EventBegun  = "begun" // it may exist: it is not made again, for Discord would have two
)

// EventJob is the kind and the slot of the job that makes a tournament an event of its server, or takes that back.
const EventJob = "tournamentevent"

// Listed reports whether the tournament is an event of its server, whose id is known.
func (t *Tournament) Listed() bool {
	return t.Event != "" && t.Event != EventWanted && t.Event != EventBegun
}

// strays reports whether the server still lists a tournament that was called off.
func (t *Tournament) strays() bool { return t.State == Cancelled && t.Listed() }

// BeginEvent records that the event of a tournament is about to be made, and reports whether it is this caller's to make.
func (s *Service) BeginEvent(ctx context.Context, of id.Match) (mine bool, err error) {
	_, err = s.change(ctx, "", of, func(_ store.Tx, t *Tournament) error {
		if mine = t.Event == EventWanted && t.State == Open; !mine {
			return errNothing
		}
		t.Event = EventBegun
		return nil
	})
	return mine, err
}

// Scheduled records the id of the event, "" once it was taken back.
func (s *Service) Scheduled(ctx context.Context, of id.Match, event string) error {
	_, err := s.change(ctx, "", of, func(_ store.Tx, t *Tournament) error {
		t.Event = event
		return nil
	})
	return err
}
