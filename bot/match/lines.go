package match

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"yeye/bot/id"
	"yeye/game"
	"yeye/game/notation"
)

// Lines are a player's conditional moves in a game with days per move: variations of the opponent's expected moves
// and the player's replies. When the opponent plays an expected move, the reply becomes the player's [Premove] in the
// same change. The first move that no line expects ends them. Until then only their player may see them. The zero
// Lines is none.
//
// They are stored as given, with the turn and the ply at which they were given. How far they have been played follows
// from the match's moves and turn. So they do not survive a takeback, which raises the turn without adding a move,
// nor a move that a version of the bot without lines has played.
type Lines struct {
	Turn int64 // of the match when they were given, with the opponent to move
	Ply  int   // likewise
	// each from a move of the opponent's to an answer; legal, and all with the same answers to the same moves
	All   [][]game.Move
	Ended bool // the opponent left the lines: the card says so until the player moves. All is nil
}

const (
	// MaxLines is how many lines a player may give at a time.
	MaxLines = 3
	// MaxLine is the greatest length of a line, in plies.
	MaxLine = 6
)

// Pending reports whether there are lines that may still be played.
func (l *Lines) Pending() bool { return len(l.All) > 0 }

const ended = "ended"

// String returns "" for none, "ended", or the turn, the ply and the moves: "7 6 h2e2 h9g7,h0g2 b9c7".
func (l *Lines) String() string {
	switch {
	case l.Ended:
		return ended
	case !l.Pending():
		return ""
	}
	var all []string
	for _, line := range l.All {
		all = append(all, game.MovesText(line))
	}
	return fmt.Sprintf("%d %d %s", l.Turn, l.Ply, strings.Join(all, ","))
}

// ParseLines reads what String writes.
func ParseLines(text string) (l Lines, ok bool) {
	switch text {
	case "":
		return l, true
	case ended:
		return Lines{Ended: true}, true
	}
	turn, rest, _ := strings.Cut(text, " ")
	ply, moves, _ := strings.Cut(rest, " ")
	var err1, err2 error
	l.Turn, err1 = strconv.ParseInt(turn, 10, 64)
	l.Ply, err2 = strconv.Atoi(ply)
	for one := range strings.SplitSeq(moves, ",") {
		line, err := game.ParseMoves(one)
		if err != nil || len(line) == 0 {
			return Lines{}, false
		}
		l.All = append(l.All, line)
	}
	return l, err1 == nil && err2 == nil
}

// remaining returns what is still to be played of the lines at a turn of a match with these moves. fits is false if
// no line begins with the moves played since.
func (l *Lines) remaining(turn int64, moves []game.Move) (all [][]game.Move, fits bool) {
	n := len(moves) - l.Ply
	if n < 0 || turn-l.Turn != int64(n) {
		return nil, false
	}
	for _, line := range l.All {
		if len(line) >= n && slices.Equal(line[:n], moves[l.Ply:]) {
			if fits = true; len(line) > n {
				all = append(all, line[n:])
			}
		}
	}
	return all, fits
}

// RemainingLines returns what is still to be played of a side's lines, starting with the next move.
func (m *Match) RemainingLines(side game.Color) [][]game.Move {
	all, _ := m.Lines[side].remaining(m.Turn, m.Moves())
	return all
}

// TakesLines reports whether players may give lines: in a game of xiangqi by days between two people, where everybody
// sees the board.
func (m *Match) TakesLines() bool {
	return m.Live() && m.Mode.TwoPlayers && m.Clock.Days > 0 && m.Mode.Premoves() &&
		m.Seats[game.Red].Human() && m.Seats[game.Black].Human()
}

// updateLines compares the lines of both sides with the moves played. If the opponent has just played an expected
// move, the reply becomes the premove of the side to move, unless it would lose by repetition.
func (m *Match) updateLines() {
	for i := range m.Lines {
		side, l := game.Color(i), &m.Lines[i]
		if !m.TakesLines() {
			*l = Lines{}
		}
		if !l.Pending() {
			continue
		}
		left, fits := l.remaining(m.Turn, m.Moves())
		switch kept := &m.Premoves[side]; {
		case fits && len(left) == 0:
			*l = Lines{}
		case !fits, kept.Missed, side == m.ToMove() && !m.mayAnswer(left[0][0]):
			*l = Lines{Ended: true}
		case side == m.ToMove():
			*kept = Premove{Move: left[0][0]}
		}
	}
}

// mayAnswer reports whether a move of the side to move is legal and does not lose by repetition.
func (m *Match) mayAnswer(move game.Move) bool {
	return m.Game.Position().IsLegal(move) && m.Game.Risk(move).Result != game.WinFor(m.ToMove().Other())
}

var (
	// ErrNotByDays: lines are for games by days between two people, who see the board.
	ErrNotByDays = errors.New("lines are for games by days between two people")
	// ErrNoLines: the player has given no lines.
	ErrNoLines = errors.New("you have given no lines")
	// ErrHasLines: the player has given lines, and can set no premove as well.
	ErrHasLines = errors.New("you have given lines")
	// ErrSecondMove: Red makes another move first, and then the game begins.
	ErrSecondMove = errors.New("the first side makes another move first")
	// ErrManyLines: there are more than MaxLines.
	ErrManyLines = errors.New("too many lines")

	// The errors of one line.

	// ErrLongLine: it is longer than MaxLine.
	ErrLongLine = errors.New("the line is too long")
	// ErrUnanswered: it ends with a move of the opponent's.
	ErrUnanswered = errors.New("the line ends without an answer")
	// ErrOtherAnswer: an earlier line gives another answer to the same moves.
	ErrOtherAnswer = errors.New("an earlier line answers otherwise")
	// ErrRepeats: the answer would lose by repetition.
	ErrRepeats = errors.New("this answer would lose by repetition")
)

// LineError says what is wrong with one of a player's lines: a [*MoveError], [game.ErrOver], or one of the errors of a
// line.
type LineError struct {
	Line, Ply int    // counted from one
	Text      string // of the move
	Err       error
}

func (e *LineError) Error() string {
	return fmt.Sprintf("line %d, ply %d, %.40q: %v", e.Line, e.Ply, e.Text, e.Err)
}
func (e *LineError) Unwrap() error { return e.Err }

// SetLines replaces a player's lines and premove with lines given at a turn, while the other side is to move. The
// errors are those of SetPremove, [ErrNotByDays], [ErrSecondMove], [ErrManyLines], [ErrNoLines] if given is empty,
// and a [*LineError].
func (s *Service) SetLines(ctx context.Context, by Actor, match id.Match, turn int64, given notation.Branches,
	prefer notation.Family) (Change, error) {
	return s.do(ctx, by, s.byID(match), PremoveChanged, func(c *Change) error {
		m := &c.Match
		side, seated := m.SeatOf(by.Player)
		if err := m.mayGiveLines(by.Player); err != nil {
			return err
		}
		switch {
		case seated && m.Turn != turn:
			return ErrStale
		case len(given) == 0:
			return ErrNoLines
		case len(given) > MaxLines:
			return ErrManyLines
		}
		l := Lines{Turn: m.Turn, Ply: m.Ply()}
		for i, branch := range given {
			line, err := l.read(m.Game.Clone(), branch, prefer)
			if err != nil {
				err.Line = i + 1
				return err
			}
			l.All = append(l.All, line)
		}
		m.Premoves[side], m.Lines[side] = Premove{}, l
		return nil
	})
}

// mayGiveLines returns the error of SetLines for a player who may not give lines now.
func (m *Match) mayGiveLines(p id.Player) error {
	if _, seated := m.SeatOf(p); seated && m.Status == Open && !m.TakesLines() {
		return ErrNotByDays
	}
	if err := m.maySetPremove(p); err != nil {
		return err
	}
	if m.Odds == TwoMoves && m.Ply() == 0 && m.Game.Start() == game.Start() { // the next move will be part of the start
		return ErrSecondMove
	}
	return nil
}

// read parses one line and plays it in g, in which the opponent is to move. It must not contradict the lines in
// l.All.
func (l *Lines) read(g *game.Game, branch []notation.Parsed,
	prefer notation.Family) (line []game.Move, wrong *LineError) {
	refuse := func(text notation.Parsed, err error) *LineError {
		return &LineError{Ply: len(line) + 1, Text: text.String(), Err: err}
	}
	play := func(text notation.Parsed) *LineError {
		if len(line) == MaxLine {
			return refuse(text, ErrLongLine)
		}
		if g.Outcome().Over() {
			return refuse(text, game.ErrOver)
		}
		p, answers := *g.Position(), len(line)%2 == 1
		move, err := text.Move(&p, prefer)
		switch {
		case err != nil:
			return refuse(text, &MoveError{Text: text.String(), Turn: p.Turn(), Err: err, Position: &p,
				OfFile: !answers})
		case answers && g.Risk(move).Result == game.WinFor(p.Turn().Other()):
			return refuse(text, ErrRepeats)
		case answers && slices.ContainsFunc(l.All, func(other []game.Move) bool {
			return answersOtherwise(other, line, move)
		}):
			return refuse(text, ErrOtherAnswer)
		}
		line = append(line, move)
		if err := g.Play(move); err != nil {
			return refuse(text, err)
		}
		return nil
	}
	for _, text := range branch {
		texts := []notation.Parsed{text}
		if several := text.Line(); several != nil {
			if _, err := text.Move(g.Position(), prefer); err != nil {
				texts = several
			}
		}
		for _, one := range texts {
			if err := play(one); err != nil {
				return nil, err
			}
		}
	}
	if len(line)%2 == 1 {
		return nil, &LineError{Ply: len(line), Text: branch[len(branch)-1].String(), Err: ErrUnanswered}
	}
	return line, nil
}

// answersOtherwise reports whether a line begins with these moves and another answer than move.
func answersOtherwise(line, moves []game.Move, move game.Move) bool {
	n := len(moves)
	return len(line) > n && slices.Equal(line[:n], moves) && line[n] != move
}

// DropLines drops a player's lines: [ErrNoLines] if there are none, as after they were played.
func (s *Service) DropLines(ctx context.Context, by Actor, match id.Match) (Change, error) {
	return s.do(ctx, by, s.byID(match), PremoveChanged, func(c *Change) error {
		m := &c.Match
		side, seated := m.SeatOf(by.Player)
		switch l := &m.Lines[side]; {
		case !seated:
			return ErrNotSeated
		case !l.Pending() && !l.Ended:
			return ErrNoLines
		}
		m.Premoves[side], m.Lines[side] = Premove{}, Lines{}
		return nil
	})
}
