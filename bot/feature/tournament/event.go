package tournament

import (
	"context"

	"yeye/bot/id"
	"yeye/bot/store"
)

// Values of Tournament.Event, its scheduled event in Discord, until that has an id.
const (
	EventWanted = "wanted"
	EventBegun  = "begun" // it may exist already: it is not created again, or Discord would have two
)

// EventJob is the kind and the slot of the job that creates or deletes a tournament's scheduled event in Discord.
const EventJob = "tournamentevent"

// Listed reports whether the tournament has a scheduled event whose id is known.
func (t *Tournament) Listed() bool {
	return t.Event != "" && t.Event != EventWanted && t.Event != EventBegun
}

// eventIsStale reports whether a canceled tournament still has a scheduled event.
func (t *Tournament) eventIsStale() bool { return t.State == Cancelled && t.Listed() }

// BeginEvent records that the scheduled event is about to be created; mine means that this caller must create it.
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

// Scheduled records the id of the scheduled event, "" once it was deleted.
func (s *Service) Scheduled(ctx context.Context, of id.Match, event string) error {
	_, err := s.change(ctx, "", of, func(_ store.Tx, t *Tournament) error {
		t.Event = event
		return nil
	})
	return err
}
