package pgn

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"yeye/game"
	"yeye/game/jieqi"
	"yeye/game/jieqi/seal"
)

// ErrNotOpened is the error for a record whose seal is not opened: the game is still running or had no seal.
var ErrNotOpened = errors.New("the seal is not opened in this record: the game is not over, or its deal was never " +
	"sealed")

// Verdict is the result of verifying a record. It shows that the record is consistent. Whether the record is of the
// game that was played is proved only by comparing its commitment and words with what the players saw and gave.
type Verdict struct {
	Commitment    seal.Hash
	Words         [2]Word
	Turned, Taken int      // pieces turned over, and captured face down, that were compared with the deal
	Differs       []string // contradictions, in words; empty if there are none
}

// Verify recomputes every claim of a record: the commitment from players and secret, the hashes of
// the words, the deal from secret and words, each piece turned over or captured face down, and the
// result if the board decided it.
func (r *Record) Verify() (v Verdict, err error) {
	s := r.Seal
	if s == nil {
		return v, ErrNotOpened
	}
	v.Commitment, v.Words = s.Commitment, s.Words
	differs := func(format string, args ...any) { v.Differs = append(v.Differs, fmt.Sprintf(format, args...)) }
	if r.checksum != "" && r.checksum != r.computeChecksum() {
		differs("the record is not as it was written: its checksum is %s", r.computeChecksum())
	}
	if c := seal.Commit(r.Terms, s.Secret); c != s.Commitment {
		differs("the commitment %s is not that of the secret, the match and the players, which is %s", s.Commitment, c)
	}
	for i, w := range s.Words {
		if w.Text == "" || seal.Word(w.Text) == w.Hash {
			continue // no word was given or it was erased, or it is a hash, even if it looks like a word
		}
		if h, err := seal.Given(w.Text); err != nil || h != w.Hash {
			differs("the %s word %q does not have the hash %s", [2]string{"first", "second"}[i], w.Text, w.Hash)
		}
	}
	deal := seal.Deal(seal.Key(r.Terms, s.Secret, s.Words[0].Hash, s.Words[1].Hash))
	if deal != s.Deal {
		differs("the deal %s does not follow from the secret and the words, which give %s", s.Deal, deal)
	}
	g := jieqi.NewGame(s.Deal)
	for i, ply := range r.Plies {
		if err := g.Play(ply.Move); err != nil {
			if errors.Is(err, game.ErrOver) {
				differs("the game was over after ply %d, but goes on", i)
				return v, nil
			}
			return v, &MoveError{i + 1, ply.Move.String(), err}
		}
		by, is := game.Color(i%2), g.Plies()[i]
		if is.Turned != game.NoRole {
			if v.Turned++; is.Turned != ply.Turned {
				differs("%s turned over the piece of %s on %s: it is written as %s, and the deal has %s", at(i), by,
					ply.Move.From(), named(ply.Turned), named(is.Turned))
			}
		}
		if is.Dark {
			if v.Taken++; is.Taken != ply.Taken {
				differs("%s took the piece of %s on %s: it is written as %s, and the deal has %s", at(i), by.Other(),
					ply.Move.To(), named(ply.Taken), named(is.Taken))
			}
		}
		if is.Turned != ply.Turned {
			return v, nil // the moves from here on are of another game
		}
	}
	if o := g.Outcome(); o.Over() && o != r.Outcome {
		differs("the board decides %s by %s, and the record says %s by %s", o.Result, o.Method, r.Outcome.Result,
			r.Outcome.Method)
	}
	return v, nil
}

func at(ply int) string { return fmt.Sprintf("move %d of %s", ply/2+1, game.Color(ply%2)) }

func named(r game.Role) string {
	if r == game.NoRole {
		return "unknown"
	}
	return r.String()
}

// String says whether everything is consistent, and what to compare with what the players were shown.
func (v Verdict) String() string {
	if len(v.Differs) > 0 {
		return "It does not agree: " + strings.Join(v.Differs, "; ") + "."
	}
	return fmt.Sprintf("Everything agrees: the secret is the one of this seal, the deal follows from it and the "+
		"words, and each of the %d pieces turned over and %d taken face down lay where the deal has it. The seal is "+
		"%s; first word: %s; second word: %s. Compare them with the seal you were shown and the word you gave.",
		v.Turned, v.Taken, v.Commitment, quoted(v.Words[0]), quoted(v.Words[1]))
}

// quoted quotes a word, or says why there is none.
func quoted(w Word) string {
	switch {
	case w.Text != "":
		return strconv.Quote(w.Text)
	case w.Hash == seal.Word(""):
		return "none"
	}
	return "unknown, its hash is " + w.Hash.String()
}
