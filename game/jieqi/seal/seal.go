// Package seal draws deals of jieqi that players can verify.
//
// When players, colors and the order of their words are fixed, the bot draws a secret and shows its commitment. Then
// each player may give a word. Secret and words determine the deal, and when the game is over the secret is opened:
// anyone can check that the commitment fits it, and that the deal follows. The bot is bound before it knows a word, and
// the player who gives the last word is bound by what the bot has committed to.
// by what the bot has committed to.
//
//	C = SHA-256("jieqi/2" 00 match 00 red 00 black 00 S)
//	K = HMAC-SHA256(S, "jieqi/2" 00 match 00 SHA-256(word1) SHA-256(word2))
//
// Random numbers are the 32-bit big-endian words of HMAC-SHA256(K, counter), with a 64-bit big-endian counter from 0. A
// number below n is one of them modulo n; those from ⌊2³²/n⌋·n on are rejected. Each side's fifteen pieces,
// RRNNBBAACCPPPPP, are shuffled from the end (Fisher–Yates), Red's first, and lie in the order of [jieqi.Points].
//
// Out of scope: anything that plays, stores or shows.
package seal

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"yeye/game"
	"yeye/game/jieqi"
)

// version is the prefix of everything that is hashed.
const version = "jieqi/2\x00"

// Terms are what a commitment binds besides the secret. They must not contain a zero byte.
type Terms struct{ Match, Red, Black string }

// Secret is the bot's contribution.
type Secret [32]byte

// Draw returns a new secret.
func Draw() (s Secret) {
	rand.Read(s[:]) // never fails
	return
}

// String is the secret in hexadecimal digits, for records of games that are over.
func (s Secret) String() string { return hex.EncodeToString(s[:]) }

// ParseSecret reads what String writes.
func ParseSecret(text string) (s Secret, err error) {
	h, err := parseHash(text)
	return Secret(h), err
}

// Hash is a commitment, or the hash of a word.
type Hash [32]byte

// String is the hash in hexadecimal digits.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// ParseHash reads what String writes.
func ParseHash(text string) (Hash, error) { return parseHash(text) }

func parseHash(text string) (h [32]byte, err error) {
	if len(text) != 2*len(h) {
		return h, fmt.Errorf("%q is not 64 hexadecimal digits", text)
	}
	_, err = hex.Decode(h[:], []byte(text))
	return h, err
}

// Commit returns the commitment to a secret. It is shown before a player is asked for a word.
func Commit(t Terms, s Secret) Hash {
	h := sha256.New()
	h.Write([]byte(version + t.Match + "\x00" + t.Red + "\x00" + t.Black + "\x00"))
	h.Write(s[:])
	return Hash(h.Sum(nil))
}

// Word returns the hash of a player's word, "" if none was given. The hash is kept when the word itself is erased.
func Word(text string) Hash { return sha256.Sum256([]byte(text)) }

// Key derives the key from the secret and the hashes of the words, in the order in which they were asked for. The seeds
// of characters' moves are derived from it too.
func Key(t Terms, s Secret, first, second Hash) Hash {
	m := hmac.New(sha256.New, s[:])
	m.Write([]byte(version + t.Match + "\x00"))
	m.Write(first[:])
	m.Write(second[:])
	return Hash(m.Sum(nil))
}

// MoveSeed derives the seed of characters' moves from a key, so that it cannot be chosen either: the first eight bytes,
// big-endian, of the SHA-256 of the key and "moves".
func MoveSeed(key Hash) uint64 {
	h := Word(string(key[:]) + "moves")
	return binary.BigEndian.Uint64(h[:])
}

// Deal derives the deal from a key.
func Deal(key Hash) (d jieqi.Deal) {
	r := randomStream{key: key}
	for c := range d {
		side := d[c][:0]
		for _, one := range [...]struct {
			role game.Role
			n    int
		}{{game.Rook, 2}, {game.Horse, 2}, {game.Elephant, 2}, {game.Advisor, 2}, {game.Cannon, 2}, {game.Pawn, 5}} {
			for range one.n {
				side = append(side, one.role)
			}
		}
		for i := len(side) - 1; i > 0; i-- {
			j := r.uniform(uint32(i + 1))
			side[i], side[j] = side[j], side[i]
		}
	}
	return d
}

// randomStream is the stream of random numbers derived from a key.
type randomStream struct {
	key     Hash
	counter uint64
	block   []byte
}

func (r *randomStream) next() uint32 {
	if len(r.block) == 0 {
		m := hmac.New(sha256.New, r.key[:])
		binary.Write(m, binary.BigEndian, r.counter)
		r.block = m.Sum(nil)
		r.counter++
	}
	x := binary.BigEndian.Uint32(r.block)
	r.block = r.block[4:]
	return x
}

// uniform returns a number from 0 to n-1, all equally likely.
func (r *randomStream) uniform(n uint32) uint32 {
	limit := uint64(1<<32) / uint64(n) * uint64(n)
	for {
		if x := r.next(); uint64(x) < limit {
			return x % n
		}
	}
}

// Opened is what is published when a game is over, and what anyone can check.
type Opened struct {
	Terms
	Commitment Hash // as it was shown before the game
	Secret     Secret
	Words      [2]Hash
	Deal       jieqi.Deal
}

// The ways in which an opened seal may be inconsistent.
var (
	ErrCommitment = errors.New("the secret is not the one that was committed to")
	ErrDeal       = errors.New("the deal does not follow from the secret and the words")
)

// Verify returns nil if the commitment fits the secret and the deal follows from it, else [ErrCommitment] or [ErrDeal].
func (o *Opened) Verify() error {
	if Commit(o.Terms, o.Secret) != o.Commitment {
		return ErrCommitment
	}
	if Deal(Key(o.Terms, o.Secret, o.Words[0], o.Words[1])) != o.Deal {
		return ErrDeal
	}
	return nil
}

// hashPrefix is the prefix of a hash that a player gives instead of a word, which they may reveal later.
const hashPrefix = "sha256:"

// IsHash reports whether a player gave the hash of a word instead of a word.
func IsHash(text string) bool {
	digits, ok := strings.CutPrefix(text, hashPrefix)
	_, err := ParseHash(digits)
	return ok && err == nil
}

// Given returns the hash of what a player gave: a word, or "sha256:" and the hash of a word known only to them.
func Given(text string) (Hash, error) {
	if digits, ok := strings.CutPrefix(text, hashPrefix); ok {
		return ParseHash(digits)
	}
	return Word(text), nil
}
