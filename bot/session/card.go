package session

import "time"

// bothHere is how lately both people must have acted for the card to be edited,
// and nobody pinged, when the turn passes between them.
const bothHere = 2 * time.Minute

// BothHere reports whether, at the last change, both people had acted within two
// minutes.
func (s *Session) BothHere() bool {
	if s.Study() {
		return true
	}
	for _, at := range s.Acted {
		if s.Touched.Sub(at) > bothHere {
			return false
		}
	}
	return true
}

// wantCard notes, before a change is stored, whether it asks for a new card: what
// was done on the card itself is shown by editing it, but between people a turn
// that passes makes a new card unless both are there.
func (s *Session) wantCard(via Via, now time.Time) {
	s.Touched = now
	_, character := s.Opponent()
	if via != ByControl || (!character && !s.BothHere()) {
		s.NewCard = newCardHere
	}
}

// newCardHere stands for the revision about to be made.
const newCardHere = -1
