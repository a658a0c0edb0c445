package bot

import (
	"fmt"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/board"
	"yeye/bot/gateway"
	"yeye/bot/old/locale"
	"yeye/bot/session"
	"yeye/game"
	"yeye/game/notation"
	"yeye/render"
)

// card is a session as a message, before its picture is drawn.
type card struct {
	text    string
	view    render.View
	say     *locale.Speaker // who describes the picture
	rows    []discordgo.MessageComponent
	mention []string // who may be pinged when it is posted
	bare    bool     // without a picture
}

// card shows a session as it is, with the targets of a chosen man if chosen is a
// point.
func (b *Bot) card(se *session.Session, chosen game.Square, taste board.Taste) card {
	say := b.speakerOf(taste, se.Locale)
	if !se.Begun() {
		c := card{text: proposalText(say, se), rows: proposalRows(say, se), bare: true}
		if side, _ := se.SeatOf(se.Starter); se.Status == session.Proposed && se.Seats[side.Other()].Human() && !se.Quiet {
			c.mention = []string{string(se.Seats[side.Other()].Player)}
		}
		return c
	}
	if se.Study() {
		return studyCard(say, se, chosen, taste)
	}
	p := se.Game.Position()
	v := render.View{Position: *p, Below: below(se), Style: styleFor(say, taste)}
	v.Style.Newcomer = se.Novice()
	v.Marks.LastMove = se.LastMove()
	if se.Status == session.Ended {
		v.Marks.Banner = se.Outcome
	}
	targets := targetsOf(p, chosen)
	if targets.Any() {
		v.Marks.Selected, v.Marks.Targets = game.BB(chosen), targets
	}
	c := card{view: v, say: say, rows: cardRows(say, se, chosen)}
	if mover := se.Seats[se.ToMove()]; se.Status == session.Open && mover.Human() && !se.BothHere() {
		if _, character := se.Opponent(); !character {
			c.mention = []string{string(mover.Player)}
			say = say.Showing(nil) // a notification shows an emoji as its name
		}
	}
	c.text = cardText(say, se, b.Now(), aloud(taste))
	return c
}

// message draws the card.
func (b *Bot) message(c card) (gateway.Message, error) {
	if c.bare {
		return gateway.Message{Content: c.text, Components: c.rows, Mention: c.mention}, nil
	}
	files, err := b.picture(c.say, c.view, "")
	return gateway.Message{Content: c.text, Components: c.rows, Mention: c.mention, Files: files}, err
}

// below is the side at the bottom of the public picture: the person's against a
// character, Red's between people.
func below(se *session.Session) game.Color {
	if c, ok := se.Opponent(); ok && se.Seats[c.Other()].Human() {
		return c.Other()
	}
	return game.Red
}

func who(say *locale.Speaker, s session.Seat) string {
	if s.Gone() {
		return say.Say("seat.gone")
	}
	if s.Human() {
		return "<@" + string(s.Player) + ">"
	}
	if s.Level == session.Vacant {
		return say.Say("seat.vacant")
	}
	return say.Character(s.Level)
}

// cardText begins with what a notification shows: what happened, then whose turn
// it is.
func cardText(say *locale.Speaker, se *session.Session, now time.Time, aloud bool) string {
	var lines []string
	names := [2]string{who(say, se.Seats[game.Red]), who(say, se.Seats[game.Black])}
	if last := lastMoves(say, se, aloud); last != "" {
		lines = append(lines, last)
	}
	turn := se.ToMove()
	args := locale.Args{"Who": names[turn], "Side": say.Color(turn)}
	switch {
	case se.Status == session.Ended && se.Ruling == session.RuledOver:
		lines = append(lines, say.Say("card.ruled.over"))
	case se.Status == session.Resting && se.Ruling == session.Held:
		lines = append(lines, say.Say("card.held", args))
	case se.Status == session.Ended:
		lines = append(lines, say.Ending(se.Outcome, names))
	case se.Status == session.Resting:
		lines = append(lines, say.Say("card.resting", args))
	case se.Next.Kind == session.Think:
		lines = append(lines, say.Say("card.thinking", args))
	case se.Game.Position().InCheck():
		lines = append(lines, say.Say("card.turn.check", args))
	default:
		lines = append(lines, say.Say("card.turn", args))
	}
	if line := clockLine(say, se, now); line != "" {
		lines = append(lines, line)
	}
	if line := casualLine(say, se); line != "" {
		lines = append(lines, line)
	}
	if se.Reminded && se.Status == session.Open {
		lines = append(lines, say.Say("card.reminded"))
	}
	if w := warning(say, se); w != "" {
		lines = append(lines, w)
	}
	if se.Offer.Kind != session.NoOffer {
		lines = append(lines, offerText(say, "offer", se, se.Offer))
	}
	how := "card.how"
	if _, character := se.Opponent(); !character {
		how = "card.how.people"
	}
	if se.Status == session.Open && se.Game.Ply() < 4 && se.Next.Kind != session.Think {
		lines = append(lines, say.Say(how, locale.Args{"Example": example(say, se)}))
	}
	if se.Odds != session.Even && se.Game.Ply() < 4 {
		lines = append(lines, oddsText(say, se))
	}
	lines = append(lines, "-# "+say.Say("card.seats", locale.Args{
		"Red": names[game.Red], "Black": names[game.Black], "Number": se.Game.Position().MoveNumber()})+footing(say, se))
	return strings.Join(lines, "\n")
}

// oddsText says who gives what, and who begins.
func oddsText(say *locale.Speaker, se *session.Session) string {
	giver := se.Odds.Giver()
	return say.Say("odds.said."+se.Odds.String(), locale.Args{"Giver": who(say, se.Seats[giver]), "Taker": who(say, se.Seats[giver.Other()])})
}

// example is a move that could be typed now, in coordinates and for who reads
// Chinese or Vietnamese in that notation too: the usual first one where it is
// possible.
func example(say *locale.Speaker, se *session.Session) string {
	p := se.Game.Position()
	m := anExample(p)
	if m == game.NoMove { // the game is over; it shows the form all the same
		return "`h2e2`"
	}
	if f := say.Notation(); f != notation.WXF && f != notation.Coordinates {
		return say.Say("card.how.two", locale.Args{"Move": m.String(), "Written": notation.Write(p, m, f)})
	}
	return "`" + m.String() + "`"
}

func anExample(p *game.Position) game.Move {
	for _, t := range []string{"h2e2", "h7e7", "h0g2", "h9g7", "b0c2", "b9c7", "c3c4", "c6c5"} {
		if m, err := game.ParseMove(t); err == nil && p.IsLegal(m) {
			return m
		}
	}
	var buf [game.MaxMoves]game.Move
	for _, m := range p.LegalMoves(buf[:0]) {
		return m
	}
	return game.NoMove
}

// lastMoves is the last two moves, the older first, each with its side; aloud in
// words, a line each.
func lastMoves(say *locale.Speaker, se *session.Session, aloud bool) string {
	g := se.Game.Clone()
	moves := se.Game.Moves()
	var said []string
	for i := len(moves) - 1; i >= max(0, len(moves)-2); i-- {
		check := g.Position().InCheck()
		g.Takeback()
		p := g.Position()
		one := say.Say("card.last", locale.Args{"Side": say.Color(p.Turn()), "Move": moveText(say, p, moves[i])})
		if aloud {
			one = moveAloud(say, p, moves[i], check)
		}
		said = append([]string{one}, said...)
	}
	if aloud {
		return strings.Join(said, "\n")
	}
	return strings.Join(said, " · ")
}

// moveText is a move in coordinates and in the notation of the language, with a
// picture of the man where there is one.
func moveText(say *locale.Speaker, p *game.Position, m game.Move) string {
	text := fmt.Sprintf("`%s` %s", m, notation.Write(p, m, say.Notation()))
	if sign := say.Sign(p.At(m.From())); sign != "" {
		return sign + " " + text
	}
	return text
}

// targetsOf is where the man on s can go, empty for NoSquare.
func targetsOf(p *game.Position, s game.Square) (b game.Bitboard) {
	var buf [game.MaxMoves]game.Move
	for _, m := range p.LegalMoves(buf[:0]) {
		if m.From() == s {
			b = b.Or(game.BB(m.To()))
		}
	}
	return
}
