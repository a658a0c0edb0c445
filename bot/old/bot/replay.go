package bot

import (
	"context"
	"fmt"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/gateway"
	"yeye/bot/old/locale"
	"yeye/bot/session"
	"yeye/game"
	"yeye/game/notation"
	"yeye/render"
)

// The verbs of a replay's controls. Their turn is the ply to show, and their
// argument the person who may step through, "" on a message that only one sees.
const (
	verbStep = "step" // to a ply
	verbJump = "jump" // to the ply selected
	verbFilm = "film" // as an animation
)

var replayCommand = command{
	name: "replay",
	options: func(cat *locale.Catalog) []*discordgo.ApplicationCommandOption {
		return []*discordgo.ApplicationCommandOption{option(cat, "replay", "public", discordgo.ApplicationCommandOptionBoolean)}
	},
	run: (*Bot).replay,
}

// reel is a game to be shown ply by ply: one that is or was played here, or one
// that was read in.
type reel struct {
	id      session.ID
	game    *game.Game
	names   [2]string // as they stand in a message
	title   string
	outcome game.Outcome
	below   game.Color
	style   render.Style
	live    bool // two people are still playing it
	study   bool // one person moves for both sides
}

// players is who plays or played.
func (l *reel) players(say *locale.Speaker) string {
	if l.study {
		return say.Say("study.title") + " · " + l.names[game.Red]
	}
	return say.Say("replay.players", locale.Args{"Red": l.names[game.Red], "Black": l.names[game.Black]})
}

// reel finds a game by its id, for one person to see.
func (b *Bot) reel(ctx context.Context, r *request, id session.ID) (reel, error) {
	se, err := b.Sessions.Get(ctx, id)
	if err == nil {
		return r.reelOf(&se), nil
	}
	k, failed := b.Records.Kept(ctx, id)
	if failed != nil {
		return reel{}, failed
	}
	l := reel{id: id, game: k.Game, title: locale.Plain(k.Title, 80), style: styleFor(r.say, r.taste)}
	for c, name := range k.Names {
		if l.names[c] = locale.Plain(name, 40); l.names[c] == "" {
			l.names[c] = "?"
		}
	}
	if l.outcome = k.Game.Outcome(); !l.outcome.Over() {
		l.outcome.Result = k.Result
	}
	return l, nil
}

// reelOf is a session as the one who asks likes to see it.
func (r *request) reelOf(se *session.Session) reel {
	l := reel{
		id: se.ID, game: se.Game, outcome: se.Outcome, below: below(se),
		names: [2]string{who(r.say, se.Seats[game.Red]), who(r.say, se.Seats[game.Black])},
		style: styleFor(r.say, r.taste),
		live:  se.BetweenPeople(), study: se.Study(),
	}
	if side, seated := se.SeatOf(r.by.Player); seated && !se.Study() {
		l.below, l.style.Newcomer = side, se.Seats[side].Novice
	}
	if se.Study() {
		l.outcome = se.Game.Outcome()
	}
	return l
}

// at is the game after so many plies, and the move that led there.
func (l *reel) at(ply int) (game.Position, game.Move) {
	p, last := l.game.Start(), game.NoMove
	for _, m := range l.game.Moves()[:ply] {
		p.Do(m)
		last = m
	}
	return p, last
}

// replay shows the game here, or the last one, from its beginning.
func (b *Bot) replay(ctx context.Context, r *request) reply {
	se, err := b.lastGame(ctx, r.place)
	if err != nil {
		return r.refused(err)
	}
	owner, public := "", r.options["public"] == "true"
	if public {
		if missing := r.missing(); missing != "" {
			return says(r.say.Say("refuse.permission", locale.Args{"Permissions": missing}))
		}
		owner = string(r.by.Player)
	}
	return b.frame(r, r.reelOf(&se), 0, owner, reply{public: public})
}

func (b *Bot) clickStep(ctx context.Context, r *request, c control, _ []string) reply {
	return b.turnTo(ctx, r, c, int(c.turn))
}

func (b *Bot) clickJump(ctx context.Context, r *request, c control, values []string) reply {
	if len(values) != 1 {
		return r.refused(session.ErrStale)
	}
	ply, err := strconv.Atoi(values[0])
	if err != nil {
		return r.refused(session.ErrStale)
	}
	return b.turnTo(ctx, r, c, ply)
}

func (b *Bot) turnTo(ctx context.Context, r *request, c control, ply int) reply {
	if c.arg != "" && c.arg != string(r.by.Player) {
		return says(r.say.Say("replay.notyours"))
	}
	l, err := b.reel(ctx, r, c.session)
	if err != nil {
		return r.gone(err)
	}
	return b.frame(r, l, ply, c.arg, reply{replace: true})
}

// gone is refused, where what cannot be found is a game that was read in.
func (r *request) gone(err error) reply {
	if a := r.refused(err); err != session.ErrNoSession {
		return a
	}
	return says(r.say.Say("replay.gone"))
}

// clickFilm draws the whole game as an animation.
func (b *Bot) clickFilm(ctx context.Context, r *request, c control, _ []string) reply {
	if c.arg != "" && c.arg != string(r.by.Player) {
		return says(r.say.Say("replay.notyours"))
	}
	l, err := b.reel(ctx, r, c.session)
	if err != nil {
		return r.gone(err)
	}
	return reply{later: func(ctx context.Context) reply {
		small := l.style
		small.Scale = 1 // half a megabyte a game, on phones too
		film, err := b.Painter.Replay(ctx, render.Replay{
			Start: l.game.Start(), Moves: l.game.Moves(), Below: l.below, Style: small, Banner: l.banner()})
		if err != nil {
			return r.refused(err)
		}
		text := l.players(r.say)
		if film.Thinned() {
			text += " " + r.say.Say("replay.thinned", locale.Args{"Count": film.Every})
		}
		return reply{text: text, public: c.arg != "",
			files: []gateway.File{{Name: "replay.gif", ContentType: "image/gif", Description: described(r.say, film.Facts), Data: film.GIF}}}
	}}
}

// banner is the outcome, where it says how the game ended.
func (l *reel) banner() game.Outcome {
	if l.outcome.Method == game.NoMethod {
		return game.Outcome{}
	}
	return l.outcome
}

// frame is the reply that shows one ply. as says how it is shown.
func (b *Bot) frame(r *request, l reel, ply int, owner string, as reply) reply {
	ply = max(0, min(ply, l.game.Ply()))
	as.later = func(context.Context) reply {
		p, last := l.at(ply)
		end := ply == l.game.Ply()
		v := render.View{Position: p, Below: l.below, Style: l.style}
		v.Marks.LastMove = last
		if end {
			v.Marks.Banner = l.banner()
		}
		files, err := b.picture(r.say, v, "")
		if err != nil {
			return r.refused(err)
		}
		as := as
		as.later, as.files = nil, files
		as.text, as.rows = frameText(r.say, &l, ply), frameRows(r.say, &l, ply, owner)
		return as
	}
	return as
}

func frameText(say *locale.Speaker, l *reel, ply int) string {
	head := say.Say("replay.head", locale.Args{"Players": l.players(say), "Ply": ply, "Plies": l.game.Ply()})
	if l.title != "" {
		head += "\n-# " + l.title
	}
	if ply == 0 {
		head += "\n" + say.Say("replay.start")
	} else {
		before, _ := l.at(ply - 1)
		head += "\n" + say.Say("replay.move", locale.Args{"Number": before.MoveNumber(), "Side": say.Color(before.Turn()), "Move": moveText(say, &before, l.game.Moves()[ply-1])})
	}
	if ply < l.game.Ply() {
		return head
	}
	switch {
	case l.banner().Over():
		head += "\n" + say.Ending(l.outcome, l.names)
	case l.outcome.Over():
		head += "\n" + say.Say("replay.result", locale.Args{"Result": l.outcome.Result.String()})
	}
	return head
}

// frameRows is the controls of a replay: jump, step, and what can be done from
// here.
func frameRows(say *locale.Speaker, l *reel, ply int, owner string) []discordgo.MessageComponent {
	n := l.game.Ply()
	id := func(verb string, to int, salt string) string {
		return control{verb, l.id, int64(to), owner, salt + strconv.Itoa(ply)}.String()
	}
	step := func(sign, key string, to int) discordgo.MessageComponent {
		off := to < 0 || to > n || to == ply
		return discordgo.Button{Label: sign, CustomID: id(verbStep, max(0, min(to, n)), key), Style: discordgo.SecondaryButton, Disabled: off}
	}
	var rows []discordgo.MessageComponent
	if n > 0 {
		rows = append(rows, row(discordgo.SelectMenu{MenuType: discordgo.StringSelectMenu, CustomID: id(verbJump, ply, "j"),
			Placeholder: say.Say("replay.jump"), Options: jumps(say, l)}))
		rows = append(rows, row(step("⏮", "a", 0), step("◀", "b", ply-1), step("▶", "f", ply+1), step("⏭", "z", n),
			discordgo.Button{Label: "GIF", CustomID: id(verbFilm, ply, "g"), Style: discordgo.SecondaryButton}))
	}
	more := []discordgo.MessageComponent{discordgo.Button{Label: say.Say("control.export"), CustomID: id(verbExport, ply, "x"), Style: discordgo.SecondaryButton}}
	if !l.live {
		more = append([]discordgo.MessageComponent{discordgo.Button{Label: say.Say("control.studyhere"), CustomID: id(verbStudyHere, ply, "s"),
			Style: discordgo.PrimaryButton}}, more...)
	}
	return append(rows, row(more...))
}

// jumps is at most as many plies as a select holds, spread evenly over the game,
// each labelled with the move that led there.
func jumps(say *locale.Speaker, l *reel) []discordgo.SelectMenuOption {
	moves := l.game.Moves()
	every := (len(moves) + mostChoices - 1) / mostChoices
	if every > 1 && every%2 == 1 {
		every++ // the same side each time
	}
	var options []discordgo.SelectMenuOption
	p := l.game.Start()
	for i, m := range moves {
		if i%every == 0 {
			label := fmt.Sprintf("%d. %s %s", p.MoveNumber(), say.Color(p.Turn()), notation.Write(&p, m, say.Notation()))
			options = append(options, discordgo.SelectMenuOption{Label: label, Value: strconv.Itoa(i + 1), Description: m.String()})
		}
		p.Do(m)
	}
	return options
}
