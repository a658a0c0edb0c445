package uci

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"yeye/ai"
	"yeye/game"
)

// goCommand is a parsed "go".
type goCommand struct {
	limits   ai.Limits
	perft    int  // depth of perft, 0 for a search
	ponder   bool // until ponderhit or stop
	infinite bool // until stop
	unknown  string
	noMove   string // the first word of searchmoves that is no legal move
}

// endless reports whether the answer must wait for another command.
func (o *goCommand) endless() bool { return o.ponder || o.infinite }

// bounded reports whether a limit ends the search.
func (o *goCommand) bounded(turn game.Color) bool {
	l := &o.limits
	return l.Depth > 0 || l.Nodes > 0 || l.MoveTime > 0 || l.Mate > 0 || o.timed(turn)
}

// timed reports whether the side to move has a clock. A clock of only the other side is no limit.
func (o *goCommand) timed(turn game.Color) bool {
	l := &o.limits
	return l.Time[turn&1] > 0 || l.Increment[turn&1] > 0
}

// maxPerft limits the depth of perft, so that a typo does not run forever.
const maxPerft = 12

// numberWords are the words of "go" that take a number.
var numberWords = map[string]bool{
	"depth": true, "nodes": true, "mate": true, "movetime": true, "perft": true,
	"wtime": true, "btime": true, "winc": true, "binc": true, "movestogo": true,
	"time": true, "increment": true, "opptime": true, "oppincrement": true, "oppmovestogo": true,
}

// flagWords are the words of "go" that take none.
var flagWords = map[string]bool{"infinite": true, "ponder": true, "draw": true, "searchmoves": true}

// parseGo parses "go" of either protocol: UCI's wtime, btime, winc, binc, and UCCI's time, increment, opptime,
// oppincrement. unit is the unit of UCCI's times. UCCI's time without movestogo or increment is the time for this move,
// as in ElephantEye. A mate search alone would never end if there is no mate, so it gets a depth at which a mate would
// have been found long before. Unknown words are skipped, as UCI asks, also in searchmoves.
func parseGo(words []string, turn game.Color, unit time.Duration,
	readMove func(string) (game.Move, error)) (o goCommand, err error) {
	us, them := turn&1, turn.Other()&1
	var hasTime, hasIncrement bool // whether UCCI's time and increment were given
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
		case "draw": // UCCI: the other side offers a draw, which does not change the search
			continue
		case "searchmoves":
			for ; len(words) > 0 && !numberWords[words[0]] && !flagWords[words[0]]; words = words[1:] {
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
		if !numberWords[word] {
			if o.unknown == "" {
				o.unknown = word
			}
			continue
		}
		if len(words) == 0 {
			return o, fmt.Errorf("go %s wants a number", clip(word))
		}
		if word == "depth" && words[0] == "infinite" {
			continue // GUIs for UCCI write "go infinite"
		}
		n, err := strconv.ParseInt(words[0], 10, 62) // some programs send a huge number for no limit
		if err != nil && !errors.Is(err, strconv.ErrRange) {
			return o, fmt.Errorf("go %s wants a number, not %q", clip(word), clip(words[0]))
		}
		words = words[1:]
		ms := min(max(n, 1), 1e9) // if time has run out, answer at once
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
			l.MovesToGo = int(min(max(n, 0), 1000)) // some programs send 0 for the rest of the game
		case "time":
			l.Time[us] = time.Duration(min(ms, 1e7)) * unit
			hasTime = true
		case "increment":
			hasIncrement = true
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
	if hasTime && !hasIncrement && l.MovesToGo == 0 {
		l.MovesToGo = 1
	}
	if l.Mate > 0 && l.Depth == 0 && !o.infinite {
		l.Depth = 3*l.Mate + 12
	}
	return o, nil
}

// share returns how much of the remaining time this move may use, if the caller must end the search: after ponderhit,
// because time used for pondering does not count, or for a character's move. The search must be timed or have a
// MoveTime.
func (o *goCommand) share(turn game.Color) time.Duration {
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
