package characters

import (
	"yeye/ai/character"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view"
	"yeye/bot/match/voice"
	"yeye/game"
)

// An exhibition has a commentator who speaks a few times a game, about some of the moments of package voice and the
// scores of the players' searches. It does not say which moves decided the game; that is in the report.

const (
	// commentPause is the minimum number of plies between two comments, commentStays the number of plies for which one
	// is shown.
	commentPause, commentStays = 10, 3
)

// commented lists the kinds of moments that the commentator mentions.
var commented = map[voice.Kind]bool{voice.Cannon: true, voice.YourBlunder: true, voice.MyBlunder: true,
	voice.Sacrifice: true, voice.Missed: true, voice.Winning: true, voice.Losing: true, voice.Trade: true}

// comment chooses the moment to comment on after a move of an exhibition, and adds it to m.Said.
func (s *characters) comment(c *match.Change) {
	m := &c.Match
	if c.Verb != match.Moved || m.Outcome.Method == game.Abandoned {
		return
	}
	memory, mover := voice.ParseMemory(m.Said), m.ToMove().Other()
	turn := &voice.Turn{Game: m.Game, Side: mover}
	ply := m.Game.Ply()
	if now, ok := m.Scores.At(ply - 1); ok {
		if before, ok := m.Scores.At(ply - 3); ok {
			turn.Before, turn.Now, turn.Valued = before, now, true
		}
	}
	if n := len(memory.Said); n == 0 || ply-memory.Said[n-1].Ply >= commentPause {
		for _, moment := range voice.Moments(turn) {
			if commented[moment.Kind] {
				memory = memory.WithSaid(moment, ply, m.Turn)
				break
			}
		}
	}
	m.Said = memory.String()
}

// commentary returns the comment for an exhibition's card, "" for none, and the position that it evaluates, nil if
// none.
func commentary(r *view.Reader, m *match.Match) (text string, evaluated *game.Position) {
	memory := voice.ParseMemory(m.Said)
	n := len(memory.Said)
	if n == 0 || m.Status != match.Open || m.Game.Ply()-memory.Said[n-1].Ply > commentStays {
		return "", nil
	}
	last := memory.Said[n-1]
	who := mover(m, last.Ply)
	args := locale.Args{"Who": r.NameWithFace(m.Seats[who].Level), "Other": r.NameWithFace(m.Seats[who.Other()].Level)}
	if last.Role != game.NoRole {
		args["Piece"] = r.Role(last.Role)
	}
	if last.Kind.Judges() {
		evaluated = positionAfter(m, last.Ply)
	}
	return r.Text("commentary."+last.Kind.String(), args), evaluated
}

// mover returns the side that moved at a ply.
func mover(m *match.Match, ply int) game.Color {
	start := m.Game.Start()
	return game.Color((int(start.Turn()) + ply - 1) % 2)
}

// dialogue returns two lines for an exhibition's card: what the character that moved says about the comment's moment,
// and the other's reply. It is "" if either has no line, and after the end.
func (s *characters) dialogue(r *view.Reader, m *match.Match) string {
	memory := voice.ParseMemory(m.Said)
	if len(memory.Said) == 0 || m.Status != match.Open {
		return ""
	}
	both := voice.Memory{EarlierLines: memory.EarlierLines} // with the replies, so that no line repeats
	for _, said := range memory.Said {
		both = both.WithSaid(said.Moment, said.Ply, said.Turn).WithSaid(voice.Moment{Kind: voice.Reply}, said.Ply,
			said.Turn)
	}
	speaker := func(said voice.Said) character.Level {
		who := mover(m, said.Ply)
		if said.Kind == voice.Reply {
			who = who.Other()
		}
		return m.Seats[who].Level
	}
	lines, text := s.lines.Lines(r.Tag(), m.Seed, both, speaker), ""
	for i := len(lines) - 2; i < len(lines); i++ {
		if lines[i].Text == "" {
			return ""
		}
		text += "\n" + r.Text("characters.line", locale.Args{"Who": r.NameWithFace(speaker(both.Said[i])),
			"Line": lines[i].Text})
	}
	return text
}

// positionAfter returns the position of a match after plies plies, or the last one if there were fewer.
func positionAfter(m *match.Match, plies int) *game.Position {
	at, moves := m.Game.Start(), m.Game.Moves()
	for _, move := range moves[:min(plies, len(moves))] {
		at.Do(move)
	}
	return &at
}
