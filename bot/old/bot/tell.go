package bot

import (
	"context"
	"errors"
	"time"

	"yeye/bot/gateway"
	"yeye/bot/old/locale"
	"yeye/bot/session"
	"yeye/game"
)

// respondWithin bounds a first answer: what takes longer is late anyhow, and the
// board must still be sent another way.
const respondWithin = 6 * time.Second

// lookAgain is how long after respondWithin an answer of which nothing was heard is
// looked for once more.
const lookAgain = 3 * time.Second

// toldAgain is how long after somebody was told that a board cannot be shown they
// are told again.
const toldAgain = time.Hour

// tell says to whoever acted that their board is not shown, where they can see
// it: in the answer to what they did, else in their direct messages. What passes
// by itself is not worth a word, unless an interaction waits for one.
func (s *shower) tell(ctx context.Context, se *session.Session, w want, err error) {
	var api *gateway.APIError
	forbidden := errors.As(err, &api) && api.Forbidden()
	key := "delivery.later"
	if forbidden {
		key = "delivery.forbidden"
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), callTimeout)
	defer cancel()
	if w.callback != nil {
		say := w.say
		if say == nil {
			say = s.b.Catalog.For(se.Locale)
		}
		err := w.callback.private(ctx, gateway.Message{Content: say.Say(key)})
		if err == nil {
			return
		}
		s.b.Logger.Info("cannot say in an answer that a board is not shown", "session", se.ID, "err", err)
	}
	if !forbidden || !s.mayTell(se.ID) {
		return
	}
	who := actedLast(se)
	if who == "" {
		return
	}
	text := s.b.speakerTo(ctx, who, se.Locale).Say(key+".dm", locale.Args{"Channel": "<#" + string(se.Place) + ">"})
	dm, err := s.b.send.OpenDM(ctx, string(who))
	if err == nil {
		_, err = s.b.send.Create(ctx, dm, gateway.Message{Content: text})
	}
	if err != nil {
		s.b.Logger.Info("nobody could be told that a board is not shown", "session", se.ID, "err", err)
	}
}

// mayTell reports whether the session's people have not been told lately, and
// notes that they are.
func (s *shower) mayTell(id session.ID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.b.Now()
	if last, ok := s.told[id]; ok && now.Sub(last) < toldAgain {
		return false
	}
	for other, last := range s.told {
		if now.Sub(last) >= toldAgain {
			delete(s.told, other)
		}
	}
	s.told[id] = now
	return true
}

// actedLast is the person who moved last, or began the game.
func actedLast(se *session.Session) session.PlayerID {
	red, black := se.Acted[game.Red], se.Acted[game.Black]
	switch {
	case se.Seats[game.Red].Human() && (red.After(black) || !se.Seats[game.Black].Human()):
		return se.Seats[game.Red].Player
	case se.Seats[game.Black].Human():
		return se.Seats[game.Black].Player
	}
	return se.Starter
}
