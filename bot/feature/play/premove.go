package play

import (
	"context"
	"errors"
	"sync"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/start"
	"yeye/bot/store/scheduler"
	"yeye/bot/view"
	"yeye/game"
)

// A move given while the other side is to move is kept and played when its turn comes. Between people that happens only where
// nobody else reads it: by /move, on one's own board, and what is said about it is said privately; an opponent sees nothing but the
// moves that are played. Against a character one may be typed too.

// mayPremove reports whether a player sits at a match and waits for the other side.
func mayPremove(m *match.Match, p id.Player) bool {
	side, seated := m.SeatOf(p)
	return seated && m.Status == match.Open && side != m.ToMove()
}

// keep keeps a move that was written, privately.
func (p *play) keep(ctx context.Context, r *interaction.Request, text string, source match.Source) (interaction.Response, error) {
	w := p.Start.Reader(r)
	c, err := p.Matches.KeepText(ctx, start.Actor(r, source), r.Channel, text, w.Notation())
	if err != nil {
		return interaction.Response{}, err
	}
	return p.kept(r, w, &c.Match), nil
}

// kept says that a move is kept, with a button that drops it, and is changed when the move has been played or not.
func (p *play) kept(r *interaction.Request, w *view.Reader, m *match.Match) interaction.Response {
	side, _ := m.SeatOf(r.Player)
	kept := m.Premoves[side]
	move := keptMove(w, m, kept)
	text := w.Text("premove.kept", locale.Args{"Move": move})
	if r.Typed != nil { // a reply in the channel, which disappears
		return interaction.SayOpenly(text)
	}
	a := interaction.Answer(discord.Message{Content: text, Rows: []discord.Row{{dropButton(w, m, "")}}})
	if m.Mode.People {
		a.Private.Sent = func(edit interaction.Edit) {
			p.notes.keep(p, m.ID, r.Player, note{kept.Move, move, w, edit, time.Now().Add(interaction.EditableFor)})
		}
	}
	return a
}

// keptMove is a kept move as its player reads it: in the position as it was when they gave it.
func keptMove(w *view.Reader, m *match.Match, kept match.Premove) string {
	g := m.Game.Clone()
	if kept.Missed && !g.Takeback() {
		return "`" + kept.Move.String() + "`"
	}
	p := *g.Position()
	p.DoNull()
	return "`" + w.Short(&p, kept.Move) + "`"
}

func dropButton(w *view.Reader, m *match.Match, arg string) discord.Button {
	return discord.Button{CustomID: view.IDs(m)(actionDrop, arg), Label: w.Text("control.drop"), Style: discord.Secondary}
}

// onBoard as the argument of a drop button says that it stands on a private board, which is to be drawn again.
const onBoard = "b"

// clickDrop forgets the move that a player has kept.
func (p *play) clickDrop(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	made, err := p.Matches.DropPremove(ctx, start.Actor(r, match.FromCard), c.ID)
	if errors.Is(err, match.ErrNoPremove) {
		return interaction.Change(discord.Message{Content: r.Text.Text("premove.none")}), nil
	}
	if err != nil {
		return interaction.Response{}, err
	}
	if c.Arg == onBoard {
		return p.privateBoard(r, &made.Match, game.NoSquare, true), nil
	}
	return interaction.Change(discord.Message{Content: r.Text.Text("premove.dropped")}), nil
}

// premoveLine is what a player's own board says about a move of theirs, "" for nothing.
func premoveLine(w *view.Reader, m *match.Match, side game.Color) string {
	kept := m.Premoves[side]
	if m.Status != match.Open || kept.Move == game.NoMove {
		return ""
	}
	key := "premove.kept"
	if kept.Missed {
		key = "premove.missed"
	}
	return "\n" + w.Text(key, locale.Args{"Move": keptMove(w, m, kept)})
}

// playPremove is the job of a turn for which a move was kept.
func (p *play) playPremove(ctx context.Context, j scheduler.Job) error {
	_, err := p.Matches.PlayPremove(ctx, j.Subject.ID, j.Version)
	return over(err)
}

// onMatch has what a player was told of a move they kept follow what becomes of it.
func (p *play) onMatch() match.Listener {
	return match.Listener{After: func(_ context.Context, c *match.Change) {
		m := &c.Match
		for side, seat := range m.Seats {
			if seat.Human() && !m.Premoves[side].Waits() {
				p.premoveOver(c, game.Color(side))
			}
		}
	}}
}

// premoveOver tells a player that no move of theirs is kept any more, where they were told of one.
func (p *play) premoveOver(c *match.Change, side game.Color) {
	m := &c.Match
	who := m.Seats[side].Player
	missed := c.Verb == match.Missing && side == m.ToMove()
	key := "premove.none"
	switch {
	case missed:
		key = "premove.missed"
	case c.By.Source == match.FromPremove && c.By.Player == who:
		key = "premove.played"
	}
	note, known := p.notes.take(m.ID, who)
	if !known && !missed {
		return
	}
	kept := m.Premoves[side]
	p.Go(func(ctx context.Context) {
		ctx, cancel := context.WithTimeout(ctx, interaction.CallTimeout)
		defer cancel()
		if known && note.edit(ctx, discord.Message{Content: note.reader.Text(key, locale.Args{"Move": note.text})}) == nil {
			return
		}
		if missed {
			p.sayMissed(ctx, m, who, kept)
		}
	})
}

// missedLife is how long a channel shows that a move kept against a character was not played, if no move removes it before.
const missedLife = time.Minute

// sayMissed tells a player that the move they kept was not played: in the channel where nobody plays against them, else in their
// direct messages.
func (p *play) sayMissed(ctx context.Context, m *match.Match, who id.Player, kept match.Premove) {
	w := p.Speakers.To(ctx, who, m.Locale)
	text := w.Text("premove.missed", locale.Args{"Move": keptMove(w, m, kept)})
	if !m.Mode.People {
		p.Display.Temporary(ctx, m.Channel, discord.Message{Content: text}, missedLife)
		return
	}
	if !p.Speakers.Prefs(ctx, who).WantsPings() {
		return // their own board says it
	}
	dm, err := p.REST.OpenDM(ctx, who)
	if err == nil {
		_, err = p.REST.Create(ctx, dm, discord.Message{Content: "<#" + string(m.Channel) + "> " + text})
	}
	if err != nil {
		p.Logger.Info("a player could not be told that a kept move was not played", "match", m.ID, "err", err)
	}
}

// notes is the private answers that say which move is kept, for as long as they can be changed.
type notes struct {
	mu  sync.Mutex
	all map[noteKey]note
}

// maxNotes bounds them: one that is forgotten is not changed any more.
const maxNotes = 10_000

type noteKey struct {
	match  id.Match
	player id.Player
}

type note struct {
	move   game.Move
	text   string // the move as its player reads it
	reader *view.Reader
	edit   interaction.Edit
	until  time.Time
}

// keep remembers an answer that has just been shown, in place of an earlier one. The move may have been played before it was.
func (n *notes) keep(p *play, m id.Match, who id.Player, one note) {
	key := noteKey{m, who}
	n.mu.Lock()
	earlier, replaced := n.all[key]
	if n.all == nil || len(n.all) >= maxNotes {
		n.all = make(map[noteKey]note)
	}
	n.all[key] = one
	n.mu.Unlock()
	p.Go(func(ctx context.Context) {
		ctx, cancel := context.WithTimeout(ctx, interaction.CallTimeout)
		defer cancel()
		if replaced && time.Now().Before(earlier.until) {
			if err := earlier.edit(ctx, discord.Message{Content: one.reader.Text("premove.replaced")}); err != nil {
				p.Logger.Debug("an earlier answer was not changed", "match", m, "err", err)
			}
		}
		now, err := p.Matches.Get(ctx, m)
		if err != nil {
			return
		}
		if side, seated := now.SeatOf(who); seated && now.Premoves[side].Move == one.move {
			return
		}
		if late, ok := n.take(m, who); ok {
			key := "premove.none"
			if now.Game.Ply() > 0 && now.LastMove() == one.move {
				key = "premove.played"
			}
			if err := late.edit(ctx, discord.Message{Content: one.reader.Text(key, locale.Args{"Move": one.text})}); err != nil {
				p.Logger.Debug("an answer was not changed", "match", m, "err", err)
			}
		}
	})
}

// take is the answer of a player that can still be changed, and forgets it.
func (n *notes) take(m id.Match, who id.Player) (note, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	key := noteKey{m, who}
	one, ok := n.all[key]
	delete(n.all, key)
	return one, ok && time.Now().Before(one.until)
}
