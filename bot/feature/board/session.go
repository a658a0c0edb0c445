package board

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/player"
	"yeye/bot/store"
)

const (
	linkFor    = 5 * time.Minute
	sessionFor = 14 * 24 * time.Hour
	afterEnd   = time.Hour // how long a session goes on once its game is over
	maxLinks   = 4         // of one player, unused; another takes the place of the oldest
	maxSession = 8         // of one player; likewise
)

var (
	// errNoSession: a secret is unknown, was used already, or is too old.
	errNoSession = errors.New("no such session")
	// errOver: the game of a session is over, or not its player's any more.
	errOver = errors.New("the session is over")
	// errUnseen: the player cannot view the channel of the game any more.
	errUnseen = errors.New("the player does not see the channel")
)

// session is the permission of a browser to play a match for a player.
type session struct {
	key    string // of the secret, by which it is stored
	player id.Player
	match  id.Match
}

// newSecret returns 128 random bits as text of 22 characters.
func newSecret() string {
	var b [16]byte
	rand.Read(b[:]) // never fails (crypto/rand)
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// keyOf returns the key by which a secret is stored: whoever reads the database learns no secret.
func keyOf(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// link makes the secret of a link to a match for a player.
func (b *boards) link(ctx context.Context, p id.Player, of id.Match) (secret string, err error) {
	secret = newSecret()
	return secret, b.DB.Tx(ctx, func(tx store.Tx) error {
		return insert(ctx, tx, session{keyOf(secret), p, of}, true, tx.Now.Add(linkFor), maxLinks)
	})
}

// enter trades the secret of a link, once, for that of a session.
func (b *boards) enter(ctx context.Context, secret string) (token string, err error) {
	token = newSecret()
	return token, b.DB.Tx(ctx, func(tx store.Tx) error {
		s, err := load(ctx, tx.Conn, keyOf(secret), true, tx.Now)
		if err != nil {
			return err
		}
		if taken, err := remove(ctx, tx.Conn, s.key); err != nil || !taken {
			return errors.Join(errNoSession, err)
		}
		s.key = keyOf(token)
		return insert(ctx, tx, s, false, tx.Now.Add(sessionFor), maxSession)
	})
}

// admit returns the match of a session as it is now, if its player may still play it there. Everything that is asked
// where they act on the card is asked again.
func (b *boards) admit(ctx context.Context, s session) (m match.Match, err error) {
	if _, err := load(ctx, b.DB.Read(), s.key, false, b.DB.Now()); err != nil {
		return m, err
	}
	m, err = b.Matches.Get(ctx, s.match)
	if errors.Is(err, match.ErrNoMatch) {
		return m, errOver
	}
	if err != nil {
		return m, err
	}
	_, seated := m.SeatOf(s.player)
	if !seated || !shown(&m) || !m.Live() && b.DB.Now().Sub(m.Touched) > afterEnd {
		return m, errOver
	}
	return m, b.may(ctx, s.player, &m)
}

// may refuses somebody who is barred where a match is, or does not see its channel any more.
func (b *boards) may(ctx context.Context, p id.Player, m *match.Match) error {
	if m.Guild == "" {
		return nil
	}
	if err := b.Guilds.MayPlay(ctx, m.Guild, p); err != nil {
		return err
	}
	sees, err := b.sees(ctx, p, m)
	if err == nil && !sees {
		err = errUnseen
	}
	return err
}

// export returns the pages that a player has open.
func (b *boards) export(ctx context.Context, p id.Player) ([]player.Section, error) {
	all, err := of(ctx, b.DB.Read(), p)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return []player.Section{{Key: "open_boards", Value: all}}, nil
}

// tidy deletes what is too old to be used.
func (b *boards) tidy(ctx context.Context) error {
	return b.DB.Tx(ctx, func(tx store.Tx) error { return removeOld(ctx, tx) })
}
