package pgn

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"yeye/game"
	"yeye/game/jieqi"
	"yeye/game/jieqi/seal"
)

// Limits of a file.
const (
	maxBytes = 256 << 10
	maxPlies = 4000
)

// Errors of a text that is not a record, besides [*MoveError] and [*TagError].
var (
	ErrTooBig      = errors.New("it is longer than any game")
	ErrDoesNotPlay = errors.New(`it is no game of flipped chess: it has no [Variant "Jieqi"]`)
	ErrNotStart    = errors.New("it is sealed, but does not begin with the start")
	ErrUnseen      = errors.New("it does not say which piece is turned over")
)

// TagError is a tag that cannot be read, or is missing.
type TagError struct {
	Name string
	Err  error // nil if it is missing
}

func (e *TagError) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("the tag %s is missing", e.Name)
	}
	return fmt.Sprintf("the tag %s: %v", e.Name, e.Err)
}

func (e *TagError) Unwrap() error { return e.Err }

// MoveError is a move that cannot be played as written.
type MoveError struct {
	Ply  int // from 1
	Text string
	Err  error
}

func (e *MoveError) Error() string {
	return fmt.Sprintf("move %d of %s, %q: %v", (e.Ply+1)/2, game.Color((e.Ply+1)%2), e.Text, e.Err)
}

func (e *MoveError) Unwrap() error { return e.Err }

var (
	tagLine  = regexp.MustCompile(`^\s*\[([A-Za-z0-9]+)\s+"((?:[^"\\]|\\.)*)"\]\s*$`)
	comment  = regexp.MustCompile(`\{[^}]*\}`)
	moveText = regexp.MustCompile(`^([a-i][0-9][a-i][0-9])([A-Za-z]?)([A-Za-z]?)$`)
	number   = regexp.MustCompile(`^[0-9]+\.+`)
)

// Read reads a record.
func Read(text string) (*Record, error) {
	if len(text) > maxBytes {
		return nil, ErrTooBig
	}
	tags, body, err := split(text)
	if err != nil {
		return nil, err
	}
	if !strings.EqualFold(tags["Variant"], "Jieqi") {
		return nil, ErrDoesNotPlay
	}
	r := &Record{
		Event: tags["Event"], Date: tags["Date"], Players: [2]string{tags["Red"], tags["Black"]},
		checksum: tags[tagChecksum],
		Terms:    seal.Terms{Match: tags[tagMatch], Red: tags[tagRedID], Black: tags[tagBlackID]},
	}
	if r.Players[game.Red] == "" {
		r.Players[game.Red] = tags["White"] // other programs name the side that moves first White
	}
	if r.Outcome, err = readOutcome(tags); err != nil {
		return nil, err
	}
	if tags[tagCommitment] != "" || tags[tagSecret] != "" || tags[tagDeal] != "" {
		if r.Seal, err = readSeal(tags); err != nil {
			return nil, err
		}
	}
	if fen := tags["FEN"]; fen != "" {
		if err := r.setStart(fen); err != nil {
			return nil, err
		}
	}
	return r, r.readMoves(body)
}

// setStart sets the start position of a record.
func (r *Record) setStart(fen string) error {
	s, err := jieqi.ParseFEN(fen)
	switch usual := r.Setup(); {
	case err != nil:
		return err
	case s == usual:
	case r.Seal != nil:
		return &TagError{"FEN", ErrNotStart}
	default:
		r.Start = &s
	}
	return nil
}

// split separates tags and moves. A tag that occurs twice is an error, because it would be ambiguous which one counts.
func split(text string) (tags map[string]string, body string, err error) {
	if !utf8.ValidString(text) {
		return nil, "", errors.New("it is not UTF-8 text")
	}
	tags = map[string]string{}
	var moves []string
	for line := range strings.SplitSeq(strings.TrimPrefix(text, "\uFEFF"), "\n") {
		m := tagLine.FindStringSubmatch(line)
		switch {
		case m != nil:
			if _, twice := tags[m[1]]; twice {
				return nil, "", &TagError{m[1], errors.New("it occurs twice")}
			}
			tags[m[1]] = strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(m[2])
		case strings.HasPrefix(strings.TrimSpace(line), "["):
			return nil, "", fmt.Errorf("%q is not a tag", strings.TrimSpace(line))
		default:
			moves = append(moves, line)
		}
	}
	return tags, comment.ReplaceAllString(strings.Join(moves, "\n"), " "), nil
}

func readOutcome(tags map[string]string) (o game.Outcome, err error) {
	var ok bool
	if text := tags["Result"]; text != "" {
		if o.Result, ok = game.ParseResult(text); !ok {
			return o, &TagError{"Result", fmt.Errorf("%q is no result", text)}
		}
	}
	if text := tags["Termination"]; text != "" {
		if o.Method, ok = game.ParseMethod(text); !ok {
			return o, &TagError{"Termination", fmt.Errorf("%q is no ending", text)}
		}
	}
	return o, nil
}

func readSeal(tags map[string]string) (*Seal, error) {
	s := &Seal{}
	read := func(name string, into func(string) error) error {
		text := tags[name]
		if text == "" {
			return &TagError{name, nil}
		}
		if err := into(text); err != nil {
			return &TagError{name, err}
		}
		return nil
	}
	hash := func(h *seal.Hash) func(string) error {
		return func(text string) (err error) { *h, err = seal.ParseHash(text); return }
	}
	err := errors.Join(
		read(tagMatch, refuseZeroByte),
		read(tagRedID, refuseZeroByte),
		read(tagBlackID, refuseZeroByte),
		read(tagCommitment, hash(&s.Commitment)),
		read(tagSecret, func(text string) (err error) { s.Secret, err = seal.ParseSecret(text); return }),
		read(tagDeal, func(text string) (err error) { s.Deal, err = jieqi.ParseDeal(text); return }),
		read(tagFirstBy, func(text string) error {
			switch text {
			case game.Red.String():
			case game.Black.String():
				s.First = game.Black
			default:
				return fmt.Errorf("%q is no side", text)
			}
			return nil
		}),
	)
	for i, t := range tagsOfWords {
		err = errors.Join(err, read(t.hash, hash(&s.Words[i].Hash)))
		s.Words[i].Text = tags[t.text]
	}
	return s, err
}

// refuseZeroByte refuses a text with a zero byte, which separates the texts in what is hashed.
func refuseZeroByte(text string) error {
	if strings.ContainsRune(text, 0) {
		return errors.New("it has a zero byte")
	}
	return nil
}

// readMoves plays the moves. The letters after a move depend on the position: a face-down piece that moves is turned
// over, and a captured one may be named.
func (r *Record) readMoves(body string) error {
	at := r.Setup()
	ended := false
	for _, word := range strings.Fields(body) {
		word = number.ReplaceAllString(word, "")
		if word == "" {
			continue
		}
		if ended {
			return &TagError{"Result", fmt.Errorf("%q stands behind it", word)}
		}
		if result, ok := game.ParseResult(word); ok {
			if ended = true; result != r.Outcome.Result {
				return &TagError{"Result", fmt.Errorf("it is %s above the moves and %s behind them", r.Outcome.Result,
					result)}
			}
			continue
		}
		if len(r.Plies) == maxPlies {
			return ErrTooBig
		}
		ply, err := ReadMove(&at, word)
		if err != nil {
			return &MoveError{len(r.Plies) + 1, word, err}
		}
		r.Plies = append(r.Plies, ply)
	}
	return nil
}

// ReadMove parses a move as [Move] writes it and plays it in at, where it removes what the move reveals from the hidden
// pieces. An error leaves the position unchanged, but may change the hidden pieces.
func ReadMove(at *jieqi.Setup, text string) (ply jieqi.Ply, err error) {
	p, left := &at.Position, &at.Hidden
	parts := moveText.FindStringSubmatch(text)
	if parts == nil {
		return ply, errors.New("it is no move")
	}
	if ply.Move, err = game.ParseMove(parts[1]); err != nil {
		return ply, err
	}
	if err := p.Explain(ply.Move); err != nil {
		return ply, err
	}
	by, letters := p.Turn(), parts[2]+parts[3]
	next := func() (l byte) {
		if letters != "" {
			l, letters = letters[0], letters[1:]
		}
		return
	}
	if p.Dark(ply.Move.From()) {
		if ply.Turned = jieqi.RoleOfLetter(next()); ply.Turned == game.NoRole {
			return ply, ErrUnseen
		}
		if err := take(&left[by], ply.Turned); err != nil {
			return ply, err
		}
	}
	if taken := p.At(ply.Move.To()); taken != game.NoPiece {
		ply.Taken, ply.Dark = taken.Role(), p.Dark(ply.Move.To())
	}
	if ply.Dark {
		l := next()
		if ply.Taken = jieqi.RoleOfLetter(l); ply.Taken == game.NoRole && l != 0 && l != 'x' && l != 'X' {
			return ply, fmt.Errorf("%q is no piece that can be face down", l)
		}
		if ply.Taken != game.NoRole {
			if err := take(&left[by.Other()], ply.Taken); err != nil {
				return ply, err
			}
		}
	}
	if letters != "" {
		return ply, errors.New("it says more than the move brings to light")
	}
	p.Do(ply.Move, ply.Turned)
	return ply, nil
}

// take removes a piece from a pool.
func take(left *jieqi.Pool, r game.Role) error {
	if left[r] == 0 {
		return fmt.Errorf("no other %s is face down", r)
	}
	left[r]--
	return nil
}
