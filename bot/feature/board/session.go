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
	"yeye/game"
)

const (
	linkTTL    = 5 * time.Minute
	sessionTTL = 14 * 24 * time.Hour
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

// session is the permission of a browser to play a match for a player, or to watch it.
type session struct {
	key     string // of the secret, by which it is stored
	player  id.Player
	match   id.Match
	watches bool
	joined  time.Time // when the player joined the server, zero if unknown
	made    time.Time // when it, or the link to it, was made: the player saw the channel then
}

// role is what a player may do in the match of a session. The zero role watches.
type role struct {
	side  game.Color
	plays bool // makes the moves of the side
	votes bool // casts ballots for the side
}

// acts reports whether there is anything that a player may do.
func (r role) acts() bool { return r.plays || r.votes }

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

// link makes the secret of a link to a session.
func (b *boards) newLink(ctx context.Context, s session) (secret string, err error) {
	secret = newSecret()
	s.key = keyOf(secret)
	return secret, b.DB.Tx(ctx, func(tx store.Tx) error {
		insert(ctx, tx, s, true, tx.Now.Add(linkTTL), maxLinks)
		return nil
	})
}

// enter trades the secret of a link, once, for that of a session.
func (b *boards) redeem(ctx context.Context, secret string) (token string, err error) {
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
		insert(ctx, tx, s, false, tx.Now.Add(sessionTTL), maxSession)
		return nil
	})
}

// admit returns the match of a session as it is now, and what its player may do there, if they may still be there.
// Everything that is asked where they act on the card is asked again.
func (b *boards) admit(ctx context.Context, s session) (m match.Match, r role, err error) {
	if _, err := load(ctx, b.DB.Read(), s.key, false, b.DB.Now()); err != nil {
		return m, r, err
	}
	m, err = b.Matches.Get(ctx, s.match)
	if errors.Is(err, match.ErrNoMatch) {
		return m, r, errOver
	}
	if err == nil && m.Guild != "" {
		err = b.Guilds.MayPlay(ctx, m.Guild, s.player)
	}
	if err == nil {
		r, err = b.role(ctx, s, &m)
	}
	return m, r, err
}

// role returns what a session's player, who is not barred, may do in a match; [errOver] if their place in it is gone,
// or it is over since long, and [errUnseen] if they do not see its channel any more.
func (b *boards) role(ctx context.Context, s session, m *match.Match) (r role, err error) {
	if !shown(m) || !m.Live() && b.DB.Now().Sub(m.Touched) > afterEnd {
		return r, errOver
	}
	switch {
	case s.watches:
	case m.Voted():
		r.side, r.votes, err = b.voteSide(ctx, s.player, m)
	default:
		r.side, r.plays = m.SeatOf(s.player)
	}
	if err == nil && !s.watches && !r.acts() {
		err = errOver
	}
	if err != nil || m.Guild == "" {
		return r, err
	}
	if sees, err := b.sees(ctx, s, m); err != nil || !sees {
		return r, errors.Join(errUnseen, err)
	}
	return r, nil
}

// export returns the pages that a player has open.
func (b *boards) export(ctx context.Context, c store.Conn, p id.Player) (player.Section, error) {
	all, err := openedBy(ctx, c, p)
	if err != nil || len(all) == 0 {
		return player.Section{}, err
	}
	return player.Section{Key: "open_boards", Value: all}, nil
}

// tidy deletes what is too old to be used.
func (b *boards) tidy(ctx context.Context) error {
	return b.DB.Tx(ctx, func(tx store.Tx) error {
		removeOld(ctx, tx)
		return nil
	})
}
