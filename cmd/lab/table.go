package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"yeye/game"
)

// table is one channel at which a simulated player plays game after game against a
// character, and checks every board that the bot shows.
type table struct {
	crowd   *crowd
	tally   *tally
	channel string
	shard   place
	level   int
	think   time.Duration // from a board to the next move, on average
	stream  chan seen
	rand    *rand.Rand

	game  *game.Game
	moves []string       // as shown on the boards seen
	shown map[string]int // by session: twice the move number of the latest board, plus one while the character thinks
	card  seen           // the latest board
	games [][]string

	answers atomic.Int64 // boards with the character's answer
}

// Patience of the player at the table: for the bot to return and the board to
// appear, and until a request is repeated.
const (
	boardWithin = 4 * time.Minute
	againAfter  = 6 * time.Second
)

var errSilent = errors.New("no answer")

// run plays until ctx ends; the current move is completed.
func (t *table) run(ctx context.Context) error {
	life := context.WithoutCancel(ctx)
	for t.ponder(ctx) { // players do not all arrive at the same moment either
		if err := t.begin(life); err != nil {
			return err
		}
		for t.ponder(ctx) && t.game.Outcome().Result == game.Ongoing {
			if err := t.turn(life); err != nil {
				return err
			}
		}
		t.games = append(t.games, t.moves)
	}
	return nil
}

// ponder waits as long as the player thinks, and returns false if ctx has ended.
func (t *table) ponder(ctx context.Context) bool {
	if t.think == 0 {
		return ctx.Err() == nil
	}
	select {
	case <-ctx.Done():
		return false
	case <-time.After(time.Duration(t.rand.ExpFloat64() * float64(t.think))):
		return true
	}
}

// begin starts a game with the player as Red.
func (t *table) begin(ctx context.Context) error {
	t.game, t.moves, t.shown = game.NewGame(game.Start(), game.Asian), nil, map[string]int{}
	end := time.Now().Add(boardWithin)
	for time.Now().Before(end) {
		data, err := t.crowd.command(ctx, t.channel, "play", "opponent", fmt.Sprint(t.level), "side", "red")
		if err != nil { // no commands yet
			time.Sleep(200 * time.Millisecond)
			continue
		}
		sent := time.Now()
		ack, err := t.crowd.interact(ctx, 2, t.channel, "", data)
		if err != nil {
			return err
		}
		until := time.After(againAfter)
		for waiting := true; waiting; {
			select {
			case a := <-ack:
				t.tally.ack(a.at.Sub(sent), a.ok)
			case m := <-t.stream:
				if len(m.Attachments) > 0 && m.Flags&64 == 0 && len(movesOf(m.Content)) == 0 && strings.Contains(m.Content, "to move") {
					t.card = m
					return nil
				}
			case <-until:
				waiting = false
			}
		}
	}
	return fmt.Errorf("channel %s: no game started: %w", t.channel, errSilent)
}

// turn plays one move and waits for the character's answer on the board.
func (t *table) turn(ctx context.Context) error {
	m := t.pick()
	if m == game.NoMove {
		return fmt.Errorf("channel %s: no move to choose", t.channel)
	}
	begun, way := time.Now(), t.rand.IntN(10)
	mine, acked := false, false
	t.tally.sent.Add(1)
	for try := 0; time.Since(begun) < boardWithin; try++ {
		sent := time.Now()
		var ack chan acknowledged
		var err error
		switch {
		case mine: // the move was accepted; only the answer is missing
		case try > 0 || way < 5:
			err = t.crowd.say(ctx, t.channel, m.String())
		case way < 8:
			var data map[string]any
			if data, err = t.crowd.command(ctx, t.channel, "move", "text", m.String()); err == nil {
				ack, err = t.crowd.interact(ctx, 2, t.channel, "", data)
			}
		default:
			ack, err = t.click(ctx, m)
		}
		if err != nil && try > 20 {
			return err
		}
		until := time.After(againAfter)
		for waiting := true; waiting; {
			select {
			case a := <-ack:
				if t.tally.ack(a.at.Sub(sent), a.ok); a.ok {
					acked = true
				}
			case s := <-t.stream:
				if len(s.Attachments) == 0 || s.Flags&64 != 0 {
					continue
				}
				moves := movesOf(s.Content)
				t.order(s)
				switch {
				case !mine && len(moves) > 0 && moves[len(moves)-1] == m.String(), !mine && len(moves) > 1 && moves[len(moves)-2] == m.String():
					mine = true
					if !acked && ack == nil {
						t.tally.ack(s.at.Sub(sent), true)
					}
				}
				t.card = s
				if done, err := t.answered(m, moves, s); err != nil {
					return err
				} else if done {
					t.answers.Add(1)
					t.tally.board(s.at.Sub(begun), try == 0)
					t.tally.shown(t.shard, s.at)
					return nil
				}
			case <-until:
				waiting = false
			}
		}
		t.tally.again.Add(1)
	}
	t.tally.unanswered.Add(1)
	return fmt.Errorf("channel %s: %s after %s (accepted: %v): %w", t.channel, m, strings.Join(t.moves, " "), mine, errSilent)
}

// answered processes the board that shows the move and its answer, or the end.
func (t *table) answered(m game.Move, moves []string, s seen) (bool, error) {
	n := len(moves)
	over := !strings.Contains(s.Content, "to move") && !strings.Contains(s.Content, "thinking")
	switch {
	case n > 1 && moves[n-2] == m.String():
		reply, err := game.ParseMove(moves[n-1])
		if err == nil {
			err = t.game.Play(m)
		}
		if err == nil {
			err = t.game.Play(reply)
		}
		if err != nil {
			return false, fmt.Errorf("channel %s: the board shows %v: %w", t.channel, moves, err)
		}
		t.moves = append(t.moves, m.String(), moves[n-1])
	case n > 0 && moves[n-1] == m.String() && over:
		if err := t.game.Play(m); err != nil {
			return false, fmt.Errorf("channel %s: the board shows %v: %w", t.channel, moves, err)
		}
		t.moves = append(t.moves, m.String())
	default:
		return false, nil
	}
	return true, nil
}

// order records a board that shows less of its game than an earlier one did. The
// end of the previous game may be shown late, once this one has begun.
func (t *table) order(s seen) {
	m := moveNumber.FindStringSubmatch(s.Content)
	if m == nil {
		return
	}
	n, _ := strconv.Atoi(m[1])
	ply, id := 2*n, sessionOf(s)
	if strings.Contains(s.Content, "thinking") {
		ply++
	}
	if ply < t.shown[id] {
		t.tally.disordered.Add(1)
		fmt.Fprintf(os.Stderr, "lab: channel %s: out of order: %.200q\n", t.channel, s.Content)
	}
	t.shown[id] = max(t.shown[id], ply)
}

// sessionOf returns the session named in a card's controls, after their version and
// verb; "" for a card without controls.
func sessionOf(s seen) string {
	for _, row := range s.Components {
		for _, c := range row.Components {
			if parts := strings.Split(c.CustomID, ":"); len(parts) > 2 {
				return parts[2]
			}
		}
	}
	return ""
}

var moveNumber = regexp.MustCompile(`· move (\d+)`)

// pick returns a random legal move that does not repeat a position at once: the bot
// asks about repetitions.
func (t *table) pick() game.Move {
	var buf [game.MaxMoves]game.Move
	legal := t.game.Position().LegalMoves(buf[:0])
	if len(legal) == 0 {
		return game.NoMove
	}
	t.rand.Shuffle(len(legal), func(i, j int) { legal[i], legal[j] = legal[j], legal[i] })
	for _, m := range legal {
		if n := len(t.moves); n < 2 || t.moves[n-2] != m.To().String()+m.From().String() {
			return m
		}
	}
	return legal[0]
}

// click selects the piece and then the target on the card.
func (t *table) click(ctx context.Context, m game.Move) (chan acknowledged, error) {
	id := selectOf(t.card, "Choose a piece")
	if id == "" {
		return nil, t.crowd.say(ctx, t.channel, m.String())
	}
	pick := func(id, value string) (chan acknowledged, error) {
		return t.crowd.interact(ctx, 3, t.channel, t.card.ID, map[string]any{"component_type": 3, "custom_id": id, "values": []string{value}})
	}
	sent := time.Now()
	ack, err := pick(id, m.From().String())
	if err != nil {
		return nil, err
	}
	until := time.After(3 * time.Second)
	for {
		select {
		case a := <-ack:
			t.tally.ack(a.at.Sub(sent), a.ok)
		case s := <-t.stream:
			if s.ID != t.card.ID {
				continue
			}
			if t.card = s; selectOf(s, "Where to?") != "" {
				return pick(selectOf(s, "Where to?"), m.String())
			}
		case <-until:
			return nil, t.crowd.say(ctx, t.channel, m.String())
		}
	}
}

func selectOf(s seen, prompt string) string {
	for _, row := range s.Components {
		for _, c := range row.Components {
			if c.Type == 3 && strings.HasPrefix(c.Placeholder, prompt) {
				return c.CustomID
			}
		}
	}
	return ""
}

// moveOnBoard matches a side, perhaps the emoji of a piece, and the move.
var moveOnBoard = regexp.MustCompile("(?:Red|Black) (?:<:\\w+:\\d+> )?`([a-i][0-9][a-i][0-9])`")

// movesOf returns the last moves that a board names, at most two.
func movesOf(content string) (moves []string) {
	first, _, _ := strings.Cut(content, "\n")
	for _, m := range moveOnBoard.FindAllStringSubmatch(first, -1) {
		moves = append(moves, m[1])
	}
	return
}
