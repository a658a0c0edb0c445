package load

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"yeye/bot/id"
	"yeye/game"
)

// player plays game after game against a character in a channel, and checks every board that the bot shows.
type player struct {
	account *account
	tally   *tally
	channel string
	shard   shard
	level   int
	thinks  time.Duration // average time from a board to the next move
	stream  chan message
	rand    *rand.Rand

	game  *game.Game
	moves []string       // as shown on the boards seen
	shown map[string]int // by match: twice the move number of the latest board, plus one while the character thinks
	card  message        // the latest board
	games [][]string

	answers atomic.Int64 // boards with the character's answer
}

// How long the player waits: for the bot to return and the board to appear, and until a request is repeated.
const (
	boardWithin = 4 * time.Minute
	retryAfter  = 6 * time.Second
)

var errSilent = errors.New("no answer")

// run plays until ctx ends, and completes the current move.
func (p *player) run(ctx context.Context) error {
	life := context.WithoutCancel(ctx)
	for p.think(ctx) { // so that players do not all start at the same moment
		if err := p.start(life); err != nil {
			return err
		}
		for p.think(ctx) && p.game.Outcome().Result == game.Ongoing {
			if err := p.move(life); err != nil {
				return err
			}
		}
		p.games = append(p.games, p.moves)
	}
	return nil
}

// think waits for the player's thinking time, and returns false if ctx ends.
func (p *player) think(ctx context.Context) bool {
	return sleepContext(ctx, time.Duration(p.rand.ExpFloat64()*float64(p.thinks))) && ctx.Err() == nil
}

// start starts a game with the player as Red.
func (p *player) start(ctx context.Context) error {
	p.game, p.moves, p.shown = game.NewGame(game.Start(), game.Asian), nil, map[string]int{}
	end := time.Now().Add(boardWithin)
	for time.Now().Before(end) {
		sent := time.Now()
		ack, err := p.account.slash(ctx, p.channel, "play", "opponent", fmt.Sprint(p.level), "side", "red")
		if err != nil { // no commands yet
			time.Sleep(200 * time.Millisecond)
			continue
		}
		until := time.After(retryAfter)
		for waiting := true; waiting; {
			select {
			case a := <-ack:
				p.tally.ack(a.at.Sub(sent), a.ok)
			case m := <-p.stream:
				if len(m.Attachments) > 0 && m.Flags&64 == 0 && len(movesOf(m.Content)) == 0 &&
					strings.Contains(m.Content, "to move") {
					p.card = m
					return nil
				}
			case <-until:
				waiting = false
			}
		}
	}
	return fmt.Errorf("channel %s: no game started: %w", p.channel, errSilent)
}

// move plays one move and waits for the character's answer on the board.
func (p *player) move(ctx context.Context) error {
	m := p.choose()
	if m == game.NoMove {
		return fmt.Errorf("channel %s: no move to choose", p.channel)
	}
	begun, way := time.Now(), p.rand.IntN(10)
	mine, acked := false, false
	typed := "" // the message of a typed move that was not tried in another way before
	p.tally.sent.Add(1)
	for try := 0; time.Since(begun) < boardWithin; try++ {
		sent := time.Now()
		var ack chan outcome
		var err error
		switch {
		case mine: // the move was accepted; only the answer is missing
		case try > 0 || way < 5:
			var said string
			if said, err = p.account.sendMessage(ctx, p.channel, m.String()); try == 0 {
				typed = said
			}
		case way < 8:
			ack, err = p.account.slash(ctx, p.channel, "move", "text", m.String())
		default:
			ack, err = p.moveByClick(ctx, m)
		}
		if err != nil && try > 20 {
			return err
		}
		until := time.After(retryAfter)
		for waiting := true; waiting; {
			select {
			case a := <-ack:
				if p.tally.ack(a.at.Sub(sent), a.ok); a.ok {
					acked = true
				}
			case s := <-p.stream:
				if len(s.Attachments) == 0 || s.Flags&64 != 0 {
					continue
				}
				moves := movesOf(s.Content)
				p.checkOrder(s)
				switch {
				case !mine && len(moves) > 0 && moves[len(moves)-1] == m.String(), !mine && len(moves) > 1 &&
					moves[len(moves)-2] == m.String():
					mine = true
					if !acked && ack == nil {
						p.tally.ack(s.at.Sub(sent), true)
					}
				}
				p.card = s
				if done, err := p.answered(m, moves, s); err != nil {
					return err
				} else if done {
					p.checkPlace(s, typed)
					p.answers.Add(1)
					p.tally.board(s.at.Sub(begun), try == 0)
					p.tally.boardShown(p.shard, s.at)
					return nil
				}
			case <-until:
				waiting = false
			}
		}
		p.tally.resent.Add(1)
	}
	p.tally.unanswered.Add(1)
	return fmt.Errorf("channel %s: %s after %s (accepted: %v): %w", p.channel, m, strings.Join(p.moves, " "), mine,
		errSilent)
}

// answered handles the board that shows the move and its answer, or the end.
func (p *player) answered(m game.Move, moves []string, s message) (bool, error) {
	n := len(moves)
	over := !strings.Contains(s.Content, "to move") && !strings.Contains(s.Content, "thinking")
	switch {
	case n > 1 && moves[n-2] == m.String():
		reply, err := game.ParseMove(moves[n-1])
		if err == nil {
			err = p.game.Play(m)
		}
		if err == nil {
			err = p.game.Play(reply)
		}
		if err != nil {
			return false, fmt.Errorf("channel %s: the board shows %v: %w", p.channel, moves, err)
		}
		p.moves = append(p.moves, m.String(), moves[n-1])
	case n > 0 && moves[n-1] == m.String() && over:
		if err := p.game.Play(m); err != nil {
			return false, fmt.Errorf("channel %s: the board shows %v: %w", p.channel, moves, err)
		}
		p.moves = append(p.moves, m.String())
	default:
		return false, nil
	}
	return true, nil
}

// checkOrder records a board that shows less of its game than an earlier one did. The end of the previous game may be
// shown after the next one has started.
func (p *player) checkOrder(s message) {
	m := moveNumber.FindStringSubmatch(s.Content)
	if m == nil {
		return
	}
	n, _ := strconv.Atoi(m[1])
	ply, of := 2*n, matchOf(s)
	switch {
	case strings.Contains(s.Content, "thinking"):
		ply++
	case !strings.Contains(s.Content, "to move"): // the game is over: the number is that of the last move
		ply += 2
	}
	if ply < p.shown[of] {
		p.tally.outOfOrder.Add(1)
		p.tally.logf("channel %s: out of order: %.200q", p.channel, s.Content)
	}
	p.shown[of] = max(p.shown[of], ply)
}

// checkPlace records a board that answers a typed move but is above the move, where users do not see it.
func (p *player) checkPlace(s message, typed string) {
	if typed != "" && id.Later(typed, s.ID) {
		p.tally.aboveMove.Add(1)
		p.tally.logf("channel %s: message %s stands above the move %s that it answers: %.200q", p.channel, s.ID, typed,
			s.Content)
	}
}

// matchOf returns the match ID in a card's controls, after version and verb; "" for a card without controls.
func matchOf(s message) string {
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

func (p *player) choose() game.Move { return randomMove(p.rand, p.game, p.moves) }

// randomMove returns a random legal move that does not repeat a position at once, because the bot asks
// about repetitions; NoMove if there is none.
func randomMove(random *rand.Rand, g *game.Game, moves []string) game.Move {
	var buf [game.MaxMoves]game.Move
	legal := g.Position().LegalMoves(buf[:0])
	if len(legal) == 0 {
		return game.NoMove
	}
	random.Shuffle(len(legal), func(i, j int) { legal[i], legal[j] = legal[j], legal[i] })
	for _, m := range legal {
		if n := len(moves); n < 2 || moves[n-2] != m.To().String()+m.From().String() {
			return m
		}
	}
	return legal[0]
}

// moveByClick selects the piece and then the target on the card.
func (p *player) moveByClick(ctx context.Context, m game.Move) (chan outcome, error) {
	first := selectOf(p.card, "Choose a piece")
	if first == "" {
		return p.resync(ctx, m)
	}
	pick := func(id, value string) (chan outcome, error) {
		return p.account.interact(ctx, 3, p.channel, p.card.ID,
			map[string]any{"component_type": 3, "custom_id": id, "values": []string{value}})
	}
	sent := time.Now()
	ack, err := pick(first, m.From().String())
	if err != nil {
		return nil, err
	}
	until := time.After(3 * time.Second)
	for {
		select {
		case a := <-ack:
			p.tally.ack(a.at.Sub(sent), a.ok)
		case s := <-p.stream:
			if s.ID != p.card.ID {
				continue
			}
			if p.card = s; selectOf(s, "Where to?") != "" {
				return pick(selectOf(s, "Where to?"), m.String())
			}
		case <-until:
			return p.resync(ctx, m)
		}
	}
}

// resync types a move that cannot be clicked.
func (p *player) resync(ctx context.Context, m game.Move) (chan outcome, error) {
	_, err := p.account.sendMessage(ctx, p.channel, m.String())
	return nil, err
}

func selectOf(s message, prompt string) string {
	for _, row := range s.Components {
		for _, c := range row.Components {
			if c.Type == 3 && strings.HasPrefix(c.Placeholder, prompt) {
				return c.CustomID
			}
		}
	}
	return ""
}

// moveOnBoard matches a side, an optional piece emoji, and the move.
var moveOnBoard = regexp.MustCompile("(?:Red|Black) (?:<:\\w+:\\d+> )?`([a-i][0-9][a-i][0-9])`")

// movesOf returns the last moves that a board names, at most two.
func movesOf(content string) (moves []string) {
	first, _, _ := strings.Cut(content, "\n")
	for _, m := range moveOnBoard.FindAllStringSubmatch(first, -1) {
		moves = append(moves, m[1])
	}
	return
}
