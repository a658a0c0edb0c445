package archive

import "time"

// Reading sets how long a file may take.
func (s *Service) Reading(d time.Duration) { s.reading = d }
