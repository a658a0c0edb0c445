package bot

import (
	"context"

	"yeye/bot/session"
	"yeye/game"
)

// controls is what each verb of a control does. values is what was selected.
var controls = map[string]func(b *Bot, ctx context.Context, r *request, c control, values []string) reply{
	verbMan:       (*Bot).chooseMan,
	verbTarget:    (*Bot).chooseTarget,
	verbUndo:      (*Bot).clickUndo,
	verbResign:    (*Bot).clickResign,
	verbGiveUp:    (*Bot).clickGiveUp,
	verbKeep:      (*Bot).clickKeep,
	verbAgain:     (*Bot).clickAgain,
	verbHint:      (*Bot).clickHint,
	verbNewcomer:  (*Bot).clickNewcomer,
	verbResume:    (*Bot).clickResume,
	verbStop:      (*Bot).clickStop,
	verbAccept:    (*Bot).clickAccept,
	verbNovice:    (*Bot).clickNovice,
	verbDecline:   (*Bot).clickDecline,
	verbNever:     (*Bot).clickNever,
	verbUnblock:   (*Bot).clickUnblock,
	verbStrike:    (*Bot).clickStrike,
	verbRule:      (*Bot).clickRule,
	verbForget:    (*Bot).clickForget,
	verbBring:     (*Bot).clickBring,
	verbYes:       (*Bot).clickYes,
	verbNo:        (*Bot).clickNo,
	verbDraw:      (*Bot).clickDraw,
	verbView:      (*Bot).clickView,
	verbRefresh:   (*Bot).clickRefresh,
	verbSure:      (*Bot).clickSure,
	verbPlayKid:   (*Bot).clickPlayKid,
	verbOpenSeat:  (*Bot).clickOpenSeat,
	verbHow:       (*Bot).clickHow,
	verbStep:      (*Bot).clickStep,
	verbJump:      (*Bot).clickJump,
	verbFilm:      (*Bot).clickFilm,
	verbExport:    (*Bot).clickExport,
	verbGames:     (*Bot).clickGames,
	verbSetUp:     (*Bot).clickSetUp,
	verbSetMan:    setMan,
	verbSetFile:   setFile,
	verbSetPoint:  setPoint,
	verbSetTurn:   setTurn,
	verbSetClear:  setClear,
	verbSetAll:    setAll,
	verbSetDone:   (*Bot).clickSetDone,
	verbStudyHere: (*Bot).clickStudyHere,
	verbEngine:    (*Bot).clickEngine,
	verbReset:     (*Bot).clickReset,
	verbCloseIt:   (*Bot).clickCloseStudy,
}

// sitting is the session of a control, if the person who used it plays there.
func (b *Bot) sitting(ctx context.Context, r *request, c control) (session.Session, error) {
	se, err := b.Sessions.Get(ctx, c.session)
	if err != nil {
		return se, err
	}
	if _, seated := se.SeatOf(r.by.Player); !seated {
		return se, session.ErrNotSeated
	}
	return se, nil
}

// chooseMan shows where a man can go.
func (b *Bot) chooseMan(ctx context.Context, r *request, c control, values []string) reply {
	se, err := b.sitting(ctx, r, c)
	side, _ := se.SeatOf(r.by.Player)
	switch {
	case err != nil:
		return r.refused(err)
	case se.Turn != c.turn || len(values) != 1:
		return r.refused(session.ErrStale)
	case se.Status != session.Open:
		return r.refused(session.ErrEnded)
	case side != se.ToMove():
		return r.refused(session.ErrNotYourTurn)
	}
	s, err := game.ParseSquare(values[0])
	if err != nil {
		return r.refused(session.ErrStale)
	}
	if r.onPrivate() {
		return b.privateBoard(r, se, s, true)
	}
	a := shows(se)
	a.chosen = s
	return a
}

// chooseTarget moves the chosen man.
func (b *Bot) chooseTarget(ctx context.Context, r *request, c control, values []string) reply {
	if len(values) != 1 {
		return r.refused(session.ErrStale)
	}
	m, err := game.ParseMove(values[0])
	if err != nil {
		return r.refused(session.ErrStale)
	}
	se, err := b.Sessions.Step(ctx, r.by, c.session, c.turn, m)
	if err != nil {
		return r.refused(err)
	}
	b.notes.played(string(se.Place))
	if r.onPrivate() {
		b.agenda.Wake()
		b.shower.poke(se.ID)
		return b.privateBoard(r, se, game.NoSquare, true)
	}
	return shows(se)
}

func (b *Bot) clickResume(ctx context.Context, r *request, c control, _ []string) reply {
	if err := b.mayJoin(ctx, r); err != nil {
		return r.refused(err)
	}
	se, err := b.Sessions.Resume(ctx, r.by, c.session)
	if err != nil {
		return r.refused(err)
	}
	return shows(se)
}
