package uci

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"yeye/ai"
	"yeye/game"
)

// order is the parsed content of a "go".
type order struct {
	limits   ai.Limits
	perft    int  // depth to count leaves to
	ponder   bool // until ponderhit or stop
	infinite bool // until stop
	unknown  string
	noMove   string // among the moves to be searched
}

// endless reports whether the answer must wait for another command.
func (o *order) endless() bool { return o.ponder || o.infinite }

// bounded reports whether any limit ends the search by itself.
func (o *order) bounded(turn game.Color) bool {
	l := &o.limits
	return l.Depth > 0 || l.Nodes > 0 || l.MoveTime > 0 || l.Mate > 0 || o.timed(turn)
}

// timed reports whether the side to move has a clock: the other side's alone ends nothing.
func (o *order) timed(turn game.Color) bool {
	l := &o.limits
	return l.Time[turn&1] > 0 || l.Increment[turn&1] > 0
}

// maxPerft keeps a typing error from running forever.
const maxPerft = 12

// numbered are the words of a "go" that are followed by a number.
var numbered = map[string]bool{
	"depth": true, "nodes": true, "mate": true, "movetime": true, "perft": true,
	"wtime": true, "btime": true, "winc": true, "binc": true, "movestogo": true,
	"time": true, "increment": true, "opptime": true, "oppincrement": true, "oppmovestogo": true,
}

// alone are those that stand alone.
var alone = map[string]bool{"infinite": true, "ponder": true, "draw": true, "searchmoves": true}

// parseGo reads a "go" of either protocol: UCI's wtime, btime, winc, binc, and UCCI's time, increment, opptime,
// oppincrement. unit is the unit of UCCI's times; its time alone, without movestogo or increment, is the time for this one
// move, as in ElephantEye. A search for a mate alone would never end if there is none: it is limited to a depth at which a
// mate would long have been found. Unknown words are skipped, as UCI asks, also among the moves of searchmoves.
func parseGo(words []string, turn game.Color, unit time.Duration, readMove func(string) (game.Move, error)) (o order, err error) {
	us, them := turn&1, turn.Other()&1
	var single, gains bool // UCCI's time was given, and its increment
	for len(words) > 0 {
		word := words[0]
		words = words[1:]
		switch word {
		case "infinite":
			o.infinite = true
			continue
		case "ponder":
			o.ponder = true
			continue
		case "draw": // UCCI: the other side offers a draw; the search is the same
			continue
		case "searchmoves":
			for ; len(words) > 0 && !numbered[words[0]] && !alone[words[0]]; words = words[1:] {
				if m, err := readMove(words[0]); err == nil {
					o.limits.SearchMoves = append(o.limits.SearchMoves, m)
				} else if o.noMove == "" {
					o.noMove = words[0]
				}
			}
			if len(o.limits.SearchMoves) == 0 {
				return o, fmt.Errorf("searchmoves names no move")
			}
			continue
		}
		if !numbered[word] {
			if o.unknown == "" {
				o.unknown = word
			}
			continue
		}
		if len(words) == 0 {
			return o, fmt.Errorf("go %s wants a number", clip(word))
		}
		if word == "depth" && words[0] == "infinite" {
			continue // as board programs of UCCI write "go infinite"
		}
		n, err := strconv.ParseInt(words[0], 10, 62) // a greater one, which some programs send for no limit, is the greatest
		if err != nil && !errors.Is(err, strconv.ErrRange) {
			return o, fmt.Errorf("go %s wants a number, not %q", clip(word), clip(words[0]))
		}
		words = words[1:]
		ms := min(max(n, 1), 1e9) // a clock that has run out must still be answered
		l := &o.limits
		switch word {
		case "depth":
			l.Depth = int(min(max(n, 1), 1000))
		case "nodes":
			l.Nodes = uint64(max(n, 1))
		case "mate":
			l.Mate = int(min(max(n, 1), 1000))
		case "movetime":
			l.MoveTime = time.Duration(ms) * time.Millisecond
		case "wtime":
			l.Time[game.Red] = time.Duration(ms) * time.Millisecond
		case "btime":
			l.Time[game.Black] = time.Duration(ms) * time.Millisecond
		case "winc":
			l.Increment[game.Red] = time.Duration(max(0, min(n, 1e9))) * time.Millisecond
		case "binc":
			l.Increment[game.Black] = time.Duration(max(0, min(n, 1e9))) * time.Millisecond
		case "movestogo":
			l.MovesToGo = int(min(max(n, 0), 1000)) // 0, as some programs send, is the rest of the game
		case "time":
			l.Time[us] = time.Duration(min(ms, 1e7)) * unit
			single = true
		case "increment":
			gains = true
			l.Increment[us] = time.Duration(max(0, min(n, 1e7))) * unit
		case "opptime":
			l.Time[them] = time.Duration(min(ms, 1e7)) * unit
		case "oppincrement":
			l.Increment[them] = time.Duration(max(0, min(n, 1e7))) * unit
		case "oppmovestogo":
		case "perft":
			if n < 1 || n > maxPerft {
				return o, fmt.Errorf("perft counts to depth 1 to %d", maxPerft)
			}
			o.perft = int(n)
		}
	}
	l := &o.limits
	if single && !gains && l.MovesToGo == 0 {
		l.MovesToGo = 1
	}
	if l.Mate > 0 && l.Depth == 0 && !o.infinite {
		l.Depth = 3*l.Mate + 12
	}
	return o, nil
}

// share returns how much of the remaining time may be used for a move whose end the caller must enforce: a ponder hit, for
// which the time spent pondering was free, or a character's move. It is for searches that are timed or have a MoveTime.
func (o *order) share(turn game.Color) time.Duration {
	l := &o.limits
	if l.MoveTime > 0 {
		return max(l.MoveTime-l.Overhead, time.Millisecond)
	}
	moves := 40
	if l.MovesToGo > 0 {
		moves = min(moves, l.MovesToGo+1)
	}
	left := l.Time[turn&1]
	return max(min(left/time.Duration(moves)+l.Increment[turn&1]/2, left*7/10)-l.Overhead, time.Millisecond)
}
