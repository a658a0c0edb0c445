package services

import (
	"time"

	"yeye/bot/match/engine"
	"yeye/bot/match/voice"
)

// tempoFunc returns the function for [engine.Options].Tempo, nil if pause is 0. A character has no clock; its pace
// follows the opponent's time control.
func tempoFunc(pause time.Duration) func(engine.Found) time.Duration {
	if pause <= 0 {
		return nil
	}
	return func(f engine.Found) time.Duration {
		m := f.Match
		side := m.ToMove()
		p := voice.Pace{Level: m.Seats[side].Level, Game: m.FullGame(), Answer: f.Move, Thought: f.Took, Seed: m.Seed,
			Left: m.Clock.Base}
		switch n := len(m.Scores); {
		// the game value stays at the start, and the time would reveal what the character captured face down
		case m.Mode.FaceDown():
			p.Seed += uint64(m.Turn)
		case n > 0 && f.Known && m.Scores[n-1].Ply == m.Ply()-2:
			p.Before, p.Now, p.Valued = m.Scores[n-1].Value, f.Value, true
		}
		return voice.Delay(p)
	}
}
