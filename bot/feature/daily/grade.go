package daily

import (
	"context"
	"strconv"

	"yeye/bot/id"
	"yeye/bot/store"
)

// Outcome is the result of a player's first try at a number, without help.
type Outcome struct {
	Player id.Player
	Solved bool
}

// gradedFact is the key, in the table of facts, of the last graded number.
const gradedFact = "daily graded"

// Grade calls learn, with all players' outcomes, once for each number that has closed since the last call. It does so
// in the transaction that records the number as graded, so that changes by learn are stored exactly once.
func (s *Service) Grade(ctx context.Context, learn func(ctx context.Context, tx store.Tx, n Number,
	all []Outcome) error) error {
	for {
		more := false
		err := s.db.Tx(ctx, func(tx store.Tx) error {
			tx.Lock(ctx, gradedFact)
			text, err := store.Fact(ctx, tx.Conn, gradedFact)
			if err != nil {
				return err
			}
			closed := LastClosed(tx.Now)
			last, err := strconv.Atoi(text)
			if err != nil {
				last = int(closed) - 1 // first call: grade only the last closed number
			}
			n := Number(last + 1)
			if more = n < closed; n > closed {
				return nil
			}
			if s.Puzzle(n) != "" {
				all, err := outcomes(ctx, tx.Conn, n)
				if err != nil {
					return err
				}
				if err := learn(ctx, tx, n, all); err != nil {
					return err
				}
			}
			return store.SetFact(ctx, tx.Conn, gradedFact, strconv.Itoa(int(n)))
		})
		if err != nil || !more {
			return err
		}
	}
}
