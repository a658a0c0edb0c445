package bot

import (
	"context"
	"errors"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/board"
	"yeye/bot/gateway"
	"yeye/bot/old/locale"
	"yeye/bot/session"
)

// verbBring brings one of one's games here.
const verbBring = "bring"

// placeGone sets aside what was played in a channel or thread that is no more.
func (b *Bot) placeGone(ctx context.Context, place session.Place, guild string) {
	all, err := b.Records.LiveAt(ctx, place)
	if err != nil {
		b.Logger.Error("cannot look for games in a deleted channel", "channel", place, "err", err)
		return
	}
	for i := range all {
		if guild != "" { // Discord can no longer be asked
			if err := b.Records.SetGuild(ctx, place, guild); err != nil {
				b.Logger.Warn("server of a place not noted", "err", err)
			}
		}
		if _, err := b.Sessions.Strand(ctx, all[i].ID, place); err != nil && !errors.Is(err, session.ErrStale) {
			b.Logger.Error("a game in a deleted channel is not set aside", "session", all[i].ID, "err", err)
			continue
		}
		b.Logger.Info("a channel with a game was deleted", "session", all[i].ID, "channel", place)
		b.shower.poke(all[i].ID)
	}
}

// noteGuild notes in which server a place of a new game is: when the channel is
// deleted nobody can say any more.
func (b *Bot) noteGuild(ctx context.Context, r *request, place session.Place) {
	if guild, known, err := b.Records.Guild(ctx, place); err == nil && (!known || guild != r.server()) && r.origin != nil {
		if err := b.Records.SetGuild(ctx, place, r.server()); err != nil {
			r.log.Warn("server of a place not noted", "err", err)
		}
	}
}

// strand takes a card's place for gone, if that is why it could not be shown: then
// there is nothing to show until somebody brings the game elsewhere.
func (s *shower) strand(ctx context.Context, se *session.Session, shown *board.Board, cause error) bool {
	var api *gateway.APIError
	if !errors.As(cause, &api) || !api.NoChannel() {
		return false
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), callTimeout)
	defer cancel()
	now, err := s.b.Sessions.Strand(ctx, se.ID, se.Place)
	if errors.Is(err, session.ErrStale) {
		now, err = *se, nil // it rests, is over, or has been brought elsewhere
	}
	if err == nil {
		err = s.note(ctx, &board.Board{Session: se.ID, ShownRev: now.Rev, Version: shown.Version})
	}
	if errors.Is(err, board.ErrOvertaken) {
		s.poke(se.ID)
		return true
	}
	if err != nil {
		s.b.Logger.Error("a game in a deleted channel is not set aside", "session", se.ID, "err", err)
		return false
	}
	s.b.Logger.Info("a game's channel is no more, so it is set aside", "session", se.ID, "channel", se.Place)
	return true
}

// portable is a person's games that could go on here: on the same server where
// somebody else plays too, and anywhere where nobody does. Which server a game is
// on is looked up, so this is for outside the lane.
func (b *Bot) portable(ctx context.Context, r *request, all []session.Session) []session.Session {
	var here []session.Session
	for i := range all {
		se := &all[i]
		if se.Portable() && se.Place != r.place && len(here) < mostBrought && b.reaches(ctx, r, se) {
			here = append(here, *se)
		}
	}
	return here
}

// mostBrought is as many as a select holds.
const mostBrought = 25

// reaches reports whether those who play a session can be expected where the
// request comes from.
func (b *Bot) reaches(ctx context.Context, r *request, se *session.Session) bool {
	if _, character := se.Opponent(); character || se.Study() {
		return true
	}
	return r.server() != "" && b.guildOf(ctx, r, se.Place) == r.server()
}

// bringRow is the select of games that can be brought here.
func (b *Bot) bringRow(r *request, portable []session.Session) discordgo.MessageComponent {
	menu := discordgo.SelectMenu{MenuType: discordgo.StringSelectMenu, CustomID: control{verb: verbBring, salt: r.by.Event}.String(),
		Placeholder: r.say.Say("control.bring")}
	for i := range portable {
		se := &portable[i]
		side, _ := se.SeatOf(r.by.Player)
		other, label := se.Seats[side.Other()], ""
		switch {
		case se.Study():
			label = r.say.Say("study.title")
		case other.Human():
			label = locale.Visible(other.Name, 40)
		default:
			label = who(r.say, other)
		}
		menu.Options = append(menu.Options, discordgo.SelectMenuOption{Label: label, Value: string(se.ID),
			Description: r.say.Say("bring.about", locale.Args{"Side": r.say.Color(side), "Number": strconv.Itoa(se.Game.Position().MoveNumber())})})
	}
	return row(menu)
}

// offersToBring is the reply to somebody who looks for a game where there is none:
// with those of theirs that could go on here, if there are any.
func (b *Bot) offersToBring(ctx context.Context, r *request, cause error) reply {
	all, err := b.Records.Sitting(ctx, r.by.Player, mostSitting)
	if err != nil || len(all) == 0 {
		return r.refused(cause)
	}
	return reply{later: func(ctx context.Context) reply {
		portable := b.portable(ctx, r, all)
		if len(portable) == 0 {
			return r.refused(cause)
		}
		a := says(r.say.Say("bring.offer"))
		a.rows = []discordgo.MessageComponent{b.bringRow(r, portable)}
		return a
	}}
}

// clickBring goes on here with the chosen game.
func (b *Bot) clickBring(ctx context.Context, r *request, _ control, values []string) reply {
	if len(values) != 1 {
		return r.refused(session.ErrStale)
	}
	if missing := r.missing(); missing != "" {
		return says(r.say.Say("refuse.permission", locale.Args{"Permissions": missing}))
	}
	id := session.ID(values[0])
	se, err := b.Sessions.Get(ctx, id)
	if err != nil {
		return r.refused(err)
	}
	bring := func(ctx context.Context) reply {
		if !b.reaches(ctx, r, &se) {
			return says(r.say.Say("refuse.bring"))
		}
		se, err := b.Sessions.Bring(ctx, r.by, id, r.place)
		if err != nil {
			return r.refused(err)
		}
		b.agenda.Wake()
		b.shower.poke(id)
		return reply{replace: true, text: r.say.Say("bring.done", locale.Args{"Place": "<#" + string(se.Place) + ">"})}
	}
	return reply{later: func(ctx context.Context) reply {
		a := b.housed(ctx, r, bring, bring)
		if a.later != nil {
			a = a.later(ctx)
		}
		return a
	}}
}
