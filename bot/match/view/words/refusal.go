package words

import (
	"errors"
	"fmt"
	"strings"

	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/store"
	"yeye/game"
	"yeye/game/notation"
)

// refusals maps each sentinel error of a match to the key of its text.
var refusals = []struct {
	err error
	key string
}{
	{match.ErrNoMatch, "refuse.nomatch"},
	{store.ErrSeen, "refuse.seen"},
	{match.ErrStaleStudy, "refuse.stale.study"},
	{match.ErrStale, "refuse.stale"},
	{match.ErrNotSeated, "refuse.notseated"},
	{match.ErrVoted, "refuse.voted"},
	{match.ErrNotYourTurn, "refuse.notyourturn"},
	{match.ErrYourTurn, "refuse.stale"},
	{match.ErrEnded, "refuse.ended"},
	{game.ErrOver, "refuse.ended"},
	{match.ErrAdjourned, "refuse.adjourned"},
	{match.ErrNotAsked, "refuse.notasked"},
	{match.ErrClosed, "refuse.closed"},
	{match.ErrOffered, "refuse.offered"},
	{match.ErrBlamed, "refuse.blamed"},
	{match.ErrAnswered, "refuse.answered"},
	{match.ErrRestNotAllowed, "refuse.norest"},
	{match.ErrBreakDays, "refuse.breakdays"},
	{match.ErrOnBreak, "refuse.onbreak"},
	{match.ErrWantsToContinue, "refuse.goeson"},
	{match.ErrCharacter, "refuse.character"},
	{match.ErrFairPlay, "refuse.fairplay"},
	{match.ErrLivePosition, "refuse.liveposition"},
	{match.ErrNothingToTakeBack, "refuse.nothingtotakeback"},
	{match.ErrHidden, "refuse.blindfold"},
	{match.ErrUnseen, "refuse.blindfold.move"},
	{match.ErrArranged, "refuse.arranged"},
	{match.ErrNotDealt, "refuse.notdealt"},
	{match.ErrWord, "refuse.word"},
	{match.ErrHashMismatch, "refuse.word.other"},
	{match.ErrSealed, "refuse.sealed"},
	{match.ErrRevealed, "refuse.revealed"},
	{match.ErrBetweenPeople, "refuse.betweenpeople"},
	{match.ErrNoHints, "refuse.nohints.flipped"},
	{match.ErrOwnGame, "refuse.owngame"},
	{match.ErrBegun, "refuse.second.begun"},
	{match.ErrNoSecond, "refuse.second.none"},
	{match.ErrPausedByModerator, "refuse.held"},
	{match.ErrNotPaused, "refuse.notheld"},
	{match.ErrTooMany, "refuse.toomany"},
	{match.ErrGuildFull, "refuse.serverfull"},
}

// Refusal says why an action was refused and what to do instead; known is false for errors of other packages.
func (w *Words) Refusal(err error) (text string, known bool) {
	for _, r := range refusals {
		if errors.Is(err, r.err) {
			return w.Text(r.key), true
		}
	}
	var occupied *match.OccupiedError
	var move *match.MoveError
	var fen *game.FENError
	var on *match.PlaysOnError
	var long *match.TooLongError
	var last *match.LastError
	switch {
	case errors.As(err, &occupied):
		return w.Text("refuse.occupied"), true
	case errors.As(err, &on):
		return w.Text("refuse.playson", locale.Args{"Who": w.Character(on.Level)}), true
	case errors.As(err, &long):
		return w.Text("refuse.toolong", locale.Args{"Count": long.Max}), true
	case errors.As(err, &last):
		return w.Text("refuse.lastrest", locale.Args{"When": fmt.Sprintf("<t:%d:f>", last.Until.Unix())}), true
	case errors.As(err, &move):
		return w.moveRefusal(move), true
	case errors.As(err, &fen):
		return w.Text("refuse.fen", locale.Args{"Reason": w.Fault(fen)}), true
	}
	return "", false
}

// moveRefusal says why a text is not a playable move.
func (w *Words) moveRefusal(e *match.MoveError) string {
	var (
		illegal    *game.IllegalMove
		ambiguous  *notation.Ambiguous
		suggestion *notation.Suggestion
		tooLong    *notation.TooLong
		lookAlike  *notation.LookAlike
		noPiece    *notation.NoSuchPiece
		noTarget   *notation.NoTarget
		contradict *notation.Contradiction
		otherSide  *notation.OtherSide
	)
	text := locale.Quoted(e.Text)
	switch {
	case errors.As(e.Err, &suggestion):
		return w.Text("move.suggest", locale.Args{"Text": text, "Move": suggestion.Move.String()})
	case errors.As(e.Err, &ambiguous):
		return w.Text("move.ambiguous", locale.Args{"Text": text,
			"Candidates": w.Listed(e.Position, ambiguous.Candidates)})
	case errors.As(e.Err, &illegal):
		return w.stillFaceDown(e, illegal) + w.illegalReason(illegal, e)
	case errors.As(e.Err, &tooLong):
		return w.Text("move.toolong")
	case errors.As(e.Err, &lookAlike):
		return w.Text("move.lookalike", locale.Args{"Text": text})
	case errors.As(e.Err, &noPiece):
		args := locale.Args{"Piece": w.Piece(noPiece.Piece), "Side": w.Color(noPiece.Piece.Color()),
			"File": w.File(noPiece.Piece.Color(), noPiece.File), "At": noPiece.At.String()}
		switch {
		case noPiece.At != game.NoSquare:
			return w.Text("move.nosuchpiece.at", args)
		case noPiece.File != 0:
			return w.Text("move.nosuchpiece.file", args)
		case len(noPiece.Files) > 0:
			var files []string
			for _, n := range noPiece.Files {
				files = append(files, w.File(noPiece.Piece.Color(), n))
			}
			args["Files"] = strings.Join(files, w.Text("list.comma"))
			return w.Text("move.nosuchpiece.which", args)
		}
		return w.Text("move.nosuchpiece", args)
	case errors.As(e.Err, &noTarget):
		key := "move.notarget"
		if noTarget.OffBoard {
			key = "move.offboard"
		}
		return w.Text(key, locale.Args{"Piece": w.Piece(noTarget.Piece),
			"From": w.Place(noTarget.Piece.Color(), noTarget.From),
			"How":  w.howItMoves(e.Position, noTarget.Piece, noTarget.From)})
	case errors.As(e.Err, &contradict):
		return w.Text("move.contradiction", locale.Args{"Text": text})
	case errors.As(e.Err, &otherSide):
		return w.Text("move.otherside", locale.Args{"Owner": w.Color(otherSide.Named), "Turn": w.Color(e.Turn)})
	case errors.Is(e.Err, game.ErrOver):
		return w.Text("refuse.ended")
	}
	return w.Text("move.notmove", locale.Args{"Text": text})
}

func (w *Words) illegalReason(e *game.IllegalMove, in *match.MoveError) string {
	mover, by := e.Piece.Color(), e.By.Color()
	args := locale.Args{
		"From": w.Place(mover, e.Move.From()), "To": w.Place(mover, e.Move.To()), "At": w.Place(by, e.At),
		"Piece": w.Piece(e.Piece), "By": w.Piece(e.By), "Whose": w.Text("place.theirs"),
		"Owner": w.Color(mover), "Turn": w.Color(in.Turn), "King": w.Piece(game.NewPiece(mover, game.King)),
	}
	if by == mover {
		args["Whose"] = w.Text("place.own")
	}
	key := "move." + reasonKeys[e.Reason]
	if in.OfFile {
		args["Whose"] = w.Text("place.of", locale.Args{"Side": w.Color(by)})
		args["Other"] = w.Color(mover.Other())
		if e.Reason == game.OwnPiece || e.Reason == game.StaysInCheck || e.Reason == game.IntoCheck {
			key += ".offile"
		}
	}
	if e.Reason == game.NotItsMove {
		args["How"] = w.howItMoves(in.Position, e.Piece, e.Move.From())
	}
	switch {
	case e.Reason == game.EmptyFrom: // an empty point has no piece to name, only coordinates
		args["From"] = e.Move.From().String()
	// file numbers do not distinguish two points on one file
	case e.Reason == game.NotItsMove && args["From"] == args["To"]:
		key = "move.notarget"
	case e.Reason == game.Blocked && e.Piece.Role() == game.Elephant:
		key += ".elephant"
	}
	return w.Text(key, args)
}

// howItMoves is a sentence about how a piece moves.
func (w *Words) howItMoves(on notation.Board, p game.Piece, from game.Square) string {
	key := "move.how." + p.Role().String()
	if free := p.Role() == game.Advisor || p.Role() == game.Elephant; free && flipped(on) && !FaceDown(on, from) {
		key += ".free"
	}
	return w.Text(key, locale.Args{"Piece": w.Piece(p)})
}

var reasonKeys = map[game.Reason]string{
	game.EmptyFrom: "nopiece", game.WrongSide: "wrongside", game.OwnPiece: "ownpiece", game.NotItsMove: "notitsmove",
	game.OutsidePalace: "outsidepalace", game.AcrossRiver: "acrossriver", game.Blocked: "blocked",
	game.Hobbled: "hobbled", game.NoScreen: "noscreen", game.ManyScreens: "manyscreens",
	game.StaysInCheck: "staysincheck", game.IntoCheck: "intocheck", game.KingsFace: "kingsface",
}

// Listed joins moves for a sentence: "a, b and c". They are in the reader's notation, or coordinates if p is nil.
func (w *Words) Listed(p notation.Board, moves []game.Move) string {
	names := make([]string, len(moves))
	for i, m := range moves {
		names[i] = m.String()
		if p != nil {
			names[i] = w.Short(p, m)
		}
		names[i] = "`" + names[i] + "`"
	}
	return strings.Join(names, w.Text("list.and"))
}

// Fault says why a FEN is not a valid position, as a clause.
func (w *Words) Fault(e *game.FENError) string {
	return w.Text("fen."+e.Fault.String(), locale.Args{"Side": w.Color(e.Side), "Other": w.Color(e.Side.Other()),
		"Piece": w.Piece(game.NewPiece(e.Side, e.Role)), "At": e.At.String(), "N": e.N, "Text": locale.Quoted(e.Text)})
}
