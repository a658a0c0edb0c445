package archive

import "time"

// FindClassic finds a classic.
var FindClassic = findClassic

// Reading sets how long a file may take.
func (s *Service) Reading(d time.Duration) { s.readTimeout = d }
