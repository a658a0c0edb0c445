package characters

import (
	"yeye/ai/character"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view"
	"yeye/bot/match/voice"
	"yeye/game"
)

// An exhibition has a commentator: a line a few times a game. It mentions the same moments as characters do, and how
// the players themselves judge the game. Which moves decided it is for the report on it to say.

const (
	// commentPause is the minimum number of plies between two comments, and commentStays the number for which one is
	// shown: a board of an exhibition is soon replaced by the next.
	commentPause, commentStays = 10, 3
)

// mentioned lists the moments that the commentator mentions.
var mentioned = map[voice.Kind]bool{voice.Cannon: true, voice.YourBlunder: true, voice.MyBlunder: true,
	voice.Sacrifice: true, voice.Missed: true, voice.Winning: true, voice.Losing: true, voice.Trade: true}

// comment decides what is said about a move of an exhibition.
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
			if mentioned[moment.Kind] {
				memory = memory.With(moment, ply, m.Turn)
				break
			}
		}
	}
	m.Said = memory.String()
}

// commentary returns the comment on an exhibition's card, "" if none, and the position that it judges, nil if none.
func commentary(r *view.Reader, m *match.Match) (text string, judged *game.Position) {
	memory := voice.ParseMemory(m.Said)
	n := len(memory.Said)
	if n == 0 || m.Status != match.Open || m.Game.Ply()-memory.Said[n-1].Ply > commentStays {
		return "", nil
	}
	last := memory.Said[n-1]
	who := mover(m, last.Ply)
	args := locale.Args{"Who": r.Faced(m.Seats[who].Level), "Other": r.Faced(m.Seats[who.Other()].Level)}
	if last.Role != game.NoRole {
		args["Piece"] = r.Role(last.Role)
	}
	if last.Kind.Judges() {
		judged = after(m, last.Ply)
	}
	return r.Text("commentary."+last.Kind.String(), args), judged
}

// mover returns who made the move of a ply.
func mover(m *match.Match, ply int) game.Color {
	start := m.Game.Start()
	return game.Color((int(start.Turn()) + ply - 1) % 2)
}

// dialogue returns what the character who has moved says about the moment of the comment on an exhibition's card, and
// what the other answers; "" where either has no line for it, and after the end.
func (s *characters) dialogue(r *view.Reader, m *match.Match) string {
	memory := voice.ParseMemory(m.Said)
	if len(memory.Said) == 0 || m.Status != match.Open {
		return ""
	}
	both := voice.Memory{Heard: memory.Heard} // with the answers, so that none comes twice
	for _, said := range memory.Said {
		both = both.With(said.Moment, said.Ply, said.Turn).With(voice.Moment{Kind: voice.Reply}, said.Ply, said.Turn)
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
		text += "\n" + r.Text("characters.line", locale.Args{"Who": r.Faced(speaker(both.Said[i])),
			"Line": lines[i].Text})
	}
	return text
}

// after returns the position of a match after so many plies, or the last one if there were fewer.
func after(m *match.Match, plies int) *game.Position {
	at, moves := m.Game.Start(), m.Game.Moves()
	for _, move := range moves[:min(plies, len(moves))] {
		at.Do(move)
	}
	return &at
}
