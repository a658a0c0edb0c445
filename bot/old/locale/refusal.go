package locale

import (
	"errors"
	"fmt"
	"strings"

	"yeye/bot/session"
	"yeye/game"
	"yeye/game/notation"
)

// refusals is the sentence for each of the session's plain errors.
var refusals = []struct {
	err error
	key string
}{
	{session.ErrNoSession, "refuse.nosession"},
	{session.ErrSeen, "refuse.seen"},
	{session.ErrStale, "refuse.stale"},
	{session.ErrNotSeated, "refuse.notseated"},
	{session.ErrNotYourTurn, "refuse.notyourturn"},
	{session.ErrEnded, "refuse.ended"},
	{game.ErrOver, "refuse.ended"},
	{session.ErrProposed, "refuse.proposed"},
	{session.ErrResting, "refuse.resting"},
	{session.ErrNotAsked, "refuse.notasked"},
	{session.ErrSelf, "refuse.self"},
	{session.ErrClosed, "refuse.closed"},
	{session.ErrOffered, "refuse.offered"},
	{session.ErrCharacter, "refuse.character"},
	{session.ErrFairPlay, "refuse.fairplay"},
	{session.ErrLivePosition, "refuse.liveposition"},
	{session.ErrNothingToTakeBack, "refuse.nothingtotakeback"},
	{session.ErrBarred, "refuse.barred"},
	{session.ErrHeld, "refuse.held"},
	{session.ErrNotHeld, "refuse.notheld"},
	{session.ErrInvitations, "refuse.invitations"},
	{session.ErrUnwelcome, "refuse.unwelcome"},
	{session.ErrTooMany, "refuse.toomany"},
	{session.ErrServerFull, "refuse.serverfull"},
}

// Refusal says why something was refused and what to do instead. Errors that are
// no refusals are said as a failure on the bot's side; known reports the
// difference.
func (s *Speaker) Refusal(err error) (text string, known bool) {
	for _, r := range refusals {
		if errors.Is(err, r.err) {
			return s.Say(r.key), true
		}
	}
	var occupied *session.OccupiedError
	var move *session.MoveError
	var fen *game.FENError
	var soon *session.SoonError
	var on *session.PlaysOnError
	var starters *session.StartersError
	var places *session.PlacesError
	switch {
	case errors.As(err, &occupied):
		return s.Say("refuse.occupied"), true
	case errors.As(err, &starters) && starters.House.Starters == session.RoleHolders:
		return s.Say("refuse.starters.role", Args{"Role": "<@&" + starters.House.Role + ">"}), true
	case errors.As(err, &starters):
		return s.Say("refuse.starters"), true
	case errors.As(err, &places):
		return s.Say("refuse.places", Args{"Channels": Channels(places.House.Places)}), true
	case errors.As(err, &on):
		return s.Say("refuse.playson", Args{"Who": s.Character(on.Level)}), true
	case errors.As(err, &soon):
		return s.Say("refuse.soon", Args{"When": fmt.Sprintf("<t:%d:R>", soon.At.Unix())}), true
	case errors.As(err, &move):
		return s.moveRefusal(move), true
	case errors.As(err, &fen):
		return s.Say("refuse.fen", Args{"Reason": s.Fault(fen)}), true
	}
	return s.Say("refuse.failed"), false
}

// Channels is channels as a sentence has them.
func Channels(places []session.Place) string {
	names := make([]string, len(places))
	for i, p := range places {
		names[i] = "<#" + string(p) + ">"
	}
	return strings.Join(names, " ")
}

// moveRefusal says what was wrong with a text that should have been a move.
func (s *Speaker) moveRefusal(e *session.MoveError) string {
	var (
		illegal    *game.IllegalMove
		ambiguous  *notation.Ambiguous
		suggestion *notation.Suggestion
		tooLong    *notation.TooLong
		lookAlike  *notation.LookAlike
		noMan      *notation.NoSuchMan
		noTarget   *notation.NoTarget
		contradict *notation.Contradiction
	)
	text := quoted(e.Text)
	switch {
	case errors.As(e.Err, &suggestion):
		return s.Say("move.suggest", Args{"Text": text, "Move": suggestion.Move.String()})
	case errors.As(e.Err, &ambiguous):
		return s.Say("move.ambiguous", Args{"Text": text, "Candidates": listed(ambiguous.Candidates)})
	case errors.As(e.Err, &illegal):
		return s.illegal(illegal, e.Turn)
	case errors.As(e.Err, &tooLong):
		return s.Say("move.toolong")
	case errors.As(e.Err, &lookAlike):
		return s.Say("move.lookalike", Args{"Text": text})
	case errors.As(e.Err, &noMan):
		args := Args{"Man": s.ManOf(noMan.Piece), "Side": s.Color(noMan.Piece.Color()), "File": noMan.File, "At": noMan.At.String()}
		switch {
		case noMan.At != game.NoSquare:
			return s.Say("move.nosuchman.at", args)
		case noMan.File != 0:
			return s.Say("move.nosuchman.file", args)
		}
		return s.Say("move.nosuchman", args)
	case errors.As(e.Err, &noTarget):
		key := "move.notarget"
		if noTarget.OffBoard {
			key = "move.offboard"
		}
		return s.Say(key, Args{"Man": s.ManOf(noTarget.Piece), "From": noTarget.From.String()})
	case errors.As(e.Err, &contradict):
		return s.Say("move.contradiction", Args{"Text": text})
	case errors.Is(e.Err, game.ErrOver):
		return s.Say("refuse.ended")
	}
	return s.Say("move.notmove", Args{"Text": text})
}

func (s *Speaker) illegal(e *game.IllegalMove, turn game.Color) string {
	args := Args{
		"From": e.Move.From().String(), "To": e.Move.To().String(), "At": e.At.String(),
		"Man": s.ManOf(e.Piece), "By": s.ManOf(e.By),
		"Owner": s.Color(e.Piece.Color()), "Turn": s.Color(turn),
	}
	return s.Say("move."+reasonKeys[e.Reason], args)
}

var reasonKeys = map[game.Reason]string{
	game.NoMan: "noman", game.WrongSide: "wrongside", game.OwnMan: "ownman", game.NotItsMove: "notitsmove",
	game.OutsidePalace: "outsidepalace", game.AcrossRiver: "acrossriver", game.Blocked: "blocked",
	game.Hobbled: "hobbled", game.NoScreen: "noscreen", game.ManyScreens: "manyscreens",
	game.StaysInCheck: "staysincheck", game.IntoCheck: "intocheck", game.KingsFace: "kingsface",
}

func listed(moves []game.Move) string {
	names := make([]string, len(moves))
	for i, m := range moves {
		names[i] = "`" + m.String() + "`"
	}
	return strings.Join(names, ", ")
}

// Fault says why something is no position, as part of a sentence.
func (s *Speaker) Fault(e *game.FENError) string {
	return s.Say("fen."+e.Fault.String(), Args{"Side": s.Color(e.Side), "Other": s.Color(e.Side.Other()), "Man": s.ManOf(game.NewPiece(e.Side, e.Role)),
		"At": e.At.String(), "N": e.N, "Text": quoted(e.Text)})
}
