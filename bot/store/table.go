package store

import "yeye/bot/session"

// tableColumns are those of a session that belong to what happens around the game
// and not to the game.
const tableColumns = `quiet, moved, ruling, ruled_by, scores, played`

func tableValues(s *session.Session) []any {
	return []any{s.Quiet, s.Moved, int(s.Ruling), string(s.RuledBy), s.Scores.String(), millis(s.Played)}
}

func tableTargets(s *session.Session) []any {
	return []any{&s.Quiet, &s.Moved, &s.Ruling, &s.RuledBy, parsed(&s.Scores, session.ParseScores),
		number(func(ms int64) { s.Played = instant(ms) })}
}
