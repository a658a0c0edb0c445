package store

import (
	"yeye/bot/session"
	"yeye/game"
)

// tableColumns are those of a session that belong to what happens around the game
// and not to the game.
const tableColumns = `quiet, moved, ruling, ruled_by, scores, played, red_asked, black_asked`

func tableValues(s *session.Session) []any {
	return []any{s.Quiet, s.Moved, int(s.Ruling), string(s.RuledBy), s.Scores.String(), millis(s.Played),
		int(s.Asked[game.Red]), int(s.Asked[game.Black])}
}

func tableTargets(s *session.Session) []any {
	return []any{&s.Quiet, &s.Moved, &s.Ruling, &s.RuledBy, parsed(&s.Scores, session.ParseScores),
		number(func(ms int64) { s.Played = instant(ms) }),
		&s.Asked[game.Red], &s.Asked[game.Black]}
}
