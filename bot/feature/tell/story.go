package tell

import (
	"strconv"

	"yeye/ai/character"
	"yeye/ai/report"
	"yeye/bot/id"
	"yeye/bot/locale"
	"yeye/bot/match/archive"
	"yeye/bot/match/view"
	"yeye/bot/match/voice"
	"yeye/game"
	"yeye/render"
)

// story is a game with what is needed to tell it.
type story struct {
	Services
	reports  Reports
	reader   *view.Reader
	game     *archive.Game
	report   *report.Report
	listener id.Player // who is addressed, "" for everybody
}

const (
	// sceneMoves is the number of plies of a scene after its turning point, and endMoves the number of plies of the
	// last scene.
	sceneMoves, endMoves = 3, 4
)

// scenes returns the scenes of the animation: each turning point with the better move and the next moves of the game,
// and the end.
func (s *story) scenes() (all []render.Scene) {
	plies := s.game.Game.Ply()
	end := render.Scene{From: max(0, plies-endMoves), To: plies}
	for i := range s.report.TurningPoints {
		t := &s.report.TurningPoints[i]
		before, _ := s.game.At(t.Ply)
		until := plies
		if i+1 < len(s.report.TurningPoints) {
			until = s.report.TurningPoints[i+1].Ply - 1
		}
		all = append(
			all,
			render.Scene{From: t.Ply, To: min(t.Ply+1+sceneMoves, until), Played: t.Played, Best: t.Better(),
				Title: s.reader.Text("tell.scene", locale.Args{"Number": before.MoveNumber()})},
		)
	}
	if n := len(all); n > 0 {
		if end.From = max(end.From, all[n-1].To+1); end.From >= plies { // what is left is one board, or none
			all[n-1].To = plies
			return all
		}
	}
	return append(all, end)
}

// teller returns the character that tells the game, and the side that it played. Of two characters it is the winner,
// Red after a draw; in a game without characters it is the host, and played is false.
func (s *story) teller() (level character.Level, side game.Color, played bool) {
	winner, won := s.game.Outcome.Result.Winner()
	if !won {
		winner = game.Red
	}
	for _, c := range []game.Color{winner, winner.Other()} {
		if level, ok := s.game.Character(c); ok {
			return level, c, true
		}
	}
	return character.Host, 0, false
}

// lines returns the lines of the text: the introduction, the turning points, and the result.
func (s *story) lines() []string {
	level, side, played := s.teller()
	w, seed := s.reader.Words, s.seed()
	say := func(p voice.StoryPart, nth int, t voice.StoryMove) string {
		return s.Lines.Tell(w.Tag(), level, p, seed, nth, t)
	}
	begins := w.Text("tell.teller", locale.Args{"Who": w.NameWithFace(level)})
	if p, ok := s.opening(side, played); ok {
		begins = w.Text("tell.begins", locale.Args{"Who": w.NameWithFace(level), "Line": say(p, 0, voice.StoryMove{})})
	}
	all := []string{begins}
	number := map[voice.StoryPart]int{}
	for i := range s.report.TurningPoints {
		t := &s.report.TurningPoints[i]
		before, _ := s.game.At(t.Ply)
		told := voice.StoryMove{Number: strconv.Itoa(before.MoveNumber()), Move: quote(w.Short(&before, t.Played)),
			Better: quote(w.Short(&before, t.Better())), Fault: s.reports.Fault(w, s.game, t)}
		part := voice.ToldMine
		if !played || t.By != side {
			part, told.Who = voice.ToldYours, s.name(t.By, say(voice.ToldYou, 0, voice.StoryMove{}))
		}
		line := say(part, number[part], told)
		number[part]++
		if t.Returned != report.ReturnedLittle {
			line = w.Sentences(line, w.Text("analysis.turn.back."+t.Returned.String()))
		}
		all = append(all, w.Text("tell.moment", locale.Args{"Line": line}))
	}
	switch {
	case len(s.report.TurningPoints) > 0 || s.report.ExcludedPositions() > 0:
	case s.report.Sides[game.Red].Blunders+s.report.Sides[game.Black].Blunders > 0:
		all = append(all, w.Text("tell.noturns"))
	default:
		all = append(all, say(voice.ToldQuiet, 0, voice.StoryMove{}))
	}
	all = append(all, s.reports.Blunders(w, s.game, s.report)...)
	if s.game.Outcome.Method != game.NoMethod {
		all = append(all, w.Finale(s.game.Game, s.game.Outcome, s.names()))
	}
	return append(all, s.reports.Besides(w, s.game, s.report)...)
}

// quote formats a move as Markdown code.
func quote(move string) string { return "`" + move + "`" }

// opening returns the kind of the introduction, for a teller who played a side or only watched; ok is false for a
// teller who played in a game without a result.
func (s *story) opening(side game.Color, played bool) (p voice.StoryPart, ok bool) {
	if !played {
		return voice.ToldWatched, true
	}
	switch s.game.Outcome.Result.For(side) {
	case game.Won:
		return voice.ToldWon, true
	case game.Lost:
		return voice.ToldLost, true
	case game.Drawn:
		return voice.ToldDrawn, true
	}
	return 0, false
}

// seed returns the seed by which lines are chosen, so that the telling of a game is the same each time.
func (s *story) seed() uint64 {
	if m := s.game.Match(); m != nil {
		return m.Seed
	}
	at := s.game.Game.Position()
	return at.Key()
}

// name names the player of a side; for the listener it returns you, the word with which the teller addresses them.
func (s *story) name(c game.Color, you string) string {
	if m := s.game.Match(); m != nil && s.listener != "" && m.Seats[c].Player == s.listener {
		return you
	}
	return s.names()[c]
}

// names returns the players' names without mentions, or the names of their sides if unknown.
func (s *story) names() (all [2]string) {
	w := s.reader.Words
	for c := range all {
		if level, ok := s.game.Character(game.Color(c)); ok {
			all[c] = w.Character(level)
		} else if all[c] = locale.Plain(s.game.PlainName(game.Color(c)), 32); all[c] == "" {
			all[c] = w.Color(game.Color(c))
		}
	}
	return all
}
