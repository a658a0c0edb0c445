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
	"yeye/bot/match/start"
	"yeye/bot/match/view"
	"yeye/bot/store/scheduler"
	"yeye/game"
	"yeye/game/notation"
)

// A premove is given while the other side is to move, stored, and played when its player's turn comes. Between people
// it can be given only by /move or on a private board, and all answers about it are private: the opponent sees only
// moves that are played. Against a character it may be typed too.

// mayPremove reports whether a player has a seat in a match that takes premoves, and the other side is to move.
func mayPremove(m *match.Match, p id.Player) bool {
	side, seated := m.SeatOf(p)
	return seated && m.Status == match.Open && side != m.ToMove() && m.Mode.Premoves()
}

// setPremove stores a premove given as text, and answers privately.
func (p *play) setPremove(ctx context.Context, r *interaction.Request, text notation.Parsed,
	source match.Source) (interaction.Response, error) {
	w := p.Readers.For(r)
	c, err := p.Matches.SetPremoveText(ctx, start.Actor(r, source), r.Channel, text, w.Notation())
	if err != nil {
		return interaction.Response{}, err
	}
	return p.premoveKept(r, w, &c.Match), nil
}

// premoveKept answers that a premove is stored, with a button that drops it. Between people the answer is edited once
// the premove is played or dropped.
func (p *play) premoveKept(r *interaction.Request, w *view.Reader, m *match.Match) interaction.Response {
	side, _ := m.SeatOf(r.Player)
	kept := m.Premoves[side]
	move := view.PremoveText(w.Words, m, kept)
	text := w.Text("premove.kept", locale.Args{"Move": move})
	if r.Typed != nil { // a reply in the channel, which disappears
		return interaction.SayPostable(text)
	}
	a := interaction.Answer(discord.Message{Content: text, Rows: []discord.Row{{dropButton(w, m, "")}}})
	if m.Mode.TwoPlayers {
		a.Private.Sent = func(edit interaction.Edit) {
			p.premoveAnswers.add(
				p,
				m.ID,
				r.Player,
				premoveAnswer{kept.Move, move, w, edit, time.Now().Add(interaction.EditableFor)},
			)
		}
	}
	return a
}

func dropButton(w *view.Reader, m *match.Match, arg string) discord.Button {
	return discord.Button{CustomID: view.IDs(m)(actionDrop, arg), Label: w.Text("control.drop"),
		Style: discord.Secondary}
}

// onBoard is the argument of controls on a private board, which must be drawn again; other answers are only edited.
const onBoard = "b"

// clickDrop drops a player's premove.
func (p *play) clickDrop(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	made, err := p.Matches.DropPremove(ctx, start.Actor(r, match.FromCard), c.ID)
	if errors.Is(err, match.ErrNoPremove) {
		return interaction.Change(discord.Message{Content: r.Text.Text("premove.none")}), nil
	}
	if err != nil {
		return interaction.Response{}, err
	}
	if c.Arg == onBoard {
		return p.privateBoard(r, &made.Match, game.NoSquare).Editing(), nil
	}
	return interaction.Change(discord.Message{Content: r.Text.Text("premove.dropped")}), nil
}

// premoveLine returns what a player's private board says about their premove, "" if none.
func premoveLine(w *view.Reader, m *match.Match, side game.Color) string {
	kept := m.Premoves[side]
	if m.Status != match.Open || kept.Move == game.NoMove || m.Lines[side].Pending() {
		return ""
	}
	key := "premove.kept"
	if kept.Missed {
		key = "premove.missed"
	}
	return "\n" + w.Text(key, locale.Args{"Move": view.PremoveText(w.Words, m, kept)})
}

// playPremove is the job of a turn for which there is a premove.
func (p *play) playPremove(ctx context.Context, j scheduler.Job) error {
	_, err := p.Matches.PlayPremove(ctx, j.Subject.ID, j.Version)
	return jobError(err)
}

// onMatch edits the answers about premoves that were played or dropped, and records players who are no newcomers any
// more.
func (p *play) onMatch() match.Listener {
	return match.Listener{After: func(ctx context.Context, c *match.Change) {
		m := &c.Match
		if who, ok := provesExperience(c); ok {
			if err := p.Start.MarkExperienced(ctx, who); err != nil {
				p.Logger.Warn("cannot record that a player has played", "match", m.ID, "err", err)
			}
		}
		for side, seat := range m.Seats {
			if seat.Human() && !m.Premoves[side].Pending() {
				p.premoveOver(c, game.Color(side))
			}
		}
	}}
}

// premoveOver edits the answer about a premove that is no longer stored. A player whose premove was not played is
// notified if that fails.
func (p *play) premoveOver(c *match.Change, side game.Color) {
	m := &c.Match
	who := m.Seats[side].Player
	missed := c.Verb == match.PremoveMissed && side == m.ToMove()
	key := "premove.none"
	switch {
	case missed:
		key = "premove.missed"
	case c.By.Source == match.FromPremove && c.By.Player == who:
		key = "premove.played"
	}
	note, known := p.premoveAnswers.take(m.ID, who)
	if !known && !missed {
		return
	}
	kept := m.Premoves[side]
	p.Tasks.Go(func(ctx context.Context) {
		ctx, cancel := context.WithTimeout(ctx, interaction.CallTimeout)
		defer cancel()
		if known && note.edit(ctx, discord.Message{Content: note.reader.Text(key,
			locale.Args{"Move": note.text})}) == nil {
			return
		}
		if missed {
			p.sayMissed(ctx, m, who, kept)
		}
	})
}

// missedLife is how long the message that a premove against a character was not played stays in the channel, unless a
// move removes it earlier.
const missedLife = time.Minute

// sayMissed notifies a player that their premove was not played: in the channel if their opponent is a character, else
// in their direct messages.
func (p *play) sayMissed(ctx context.Context, m *match.Match, who id.Player, kept match.Premove) {
	w := p.Readers.ForPlayer(ctx, who, m.Locale)
	text := w.Text("premove.missed", locale.Args{"Move": view.PremoveText(w.Words, m, kept)})
	if !m.Mode.TwoPlayers {
		p.Display.Temporary(ctx, m.Channel, discord.Message{Content: text}, missedLife)
		return
	}
	if !p.Readers.Prefs(ctx, who).WantsPings() {
		return // their private board shows it
	}
	dm, err := p.REST.OpenDM(ctx, who)
	if err == nil {
		_, err = p.REST.Create(ctx, dm, discord.Message{Content: "<#" + string(m.Channel) + "> " + text})
	}
	if err != nil {
		p.Logger.Info("cannot notify a player that their premove was not played", "match", m.ID, "err", err)
	}
}

// premoveAnswers holds, in memory, the private answers about premoves for as long as they can be edited.
type premoveAnswers struct {
	mu  sync.Mutex
	all map[answerKey]premoveAnswer
}

// maxAnswers bounds their number: above it all are forgotten, and no longer edited.
const maxAnswers = 10_000

type answerKey struct {
	match  id.Match
	player id.Player
}

type premoveAnswer struct {
	move   game.Move
	text   string // the move as its player reads it
	reader *view.Reader
	edit   interaction.Edit
	until  time.Time
}

// add remembers an answer that has just been sent, in place of the player's earlier one. If the premove was played in
// the meantime, the answer is edited at once.
func (n *premoveAnswers) add(p *play, m id.Match, who id.Player, one premoveAnswer) {
	key := answerKey{m, who}
	n.mu.Lock()
	earlier, replaced := n.all[key]
	if n.all == nil || len(n.all) >= maxAnswers {
		n.all = make(map[answerKey]premoveAnswer)
	}
	n.all[key] = one
	n.mu.Unlock()
	p.Tasks.Go(func(ctx context.Context) {
		ctx, cancel := context.WithTimeout(ctx, interaction.CallTimeout)
		defer cancel()
		if replaced && time.Now().Before(earlier.until) {
			if err := earlier.edit(ctx, discord.Message{Content: one.reader.Text("premove.replaced")}); err != nil {
				p.Logger.Debug("cannot edit an earlier answer", "match", m, "err", err)
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
			if now.Ply() > 0 && now.LastMove() == one.move {
				key = "premove.played"
			}
			if err := late.edit(ctx, discord.Message{Content: one.reader.Text(key,
				locale.Args{"Move": one.text})}); err != nil {
				p.Logger.Debug("cannot edit an answer", "match", m, "err", err)
			}
		}
	})
}

// take removes and returns a player's answer, and reports whether it can still be edited.
func (n *premoveAnswers) take(m id.Match, who id.Player) (premoveAnswer, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	key := answerKey{m, who}
	one, ok := n.all[key]
	delete(n.all, key)
	return one, ok && time.Now().Before(one.until)
}
