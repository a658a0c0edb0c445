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
	afterEnd   = time.Hour // how long a session outlives its game
	maxLinks   = 4         // unused links of a player; the oldest is replaced
	maxSession = 8         // sessions of a player; likewise
)

var (
	// errNoSession means that a secret is unknown, used, or expired.
	errNoSession = errors.New("no such session")
	// errOver means that the session's game is over, or its player has lost their role in it.
	errOver = errors.New("the session is over")
	// errUnseen means that the player can no longer view the game's channel.
	errUnseen = errors.New("the player does not see the channel")
)

// session allows a browser to act in a match for a player, or to watch it.
type session struct {
	key     string // keyOf the secret
	player  id.Player
	match   id.Match
	watches bool
	joined  time.Time // when the player joined the server, zero if unknown
	made    time.Time // when the session or its link was made: the player could view the channel then
}

// role is what a session's player may do. The zero role watches.
type role struct {
	side  game.Color
	plays bool // plays the side
	votes bool // votes for the side
}

// acts reports whether the role is more than watching.
func (r role) acts() bool { return r.plays || r.votes }

// newSecret returns 128 random bits as text of 22 characters.
func newSecret() string {
	var b [16]byte
	rand.Read(b[:]) // never fails (crypto/rand)
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// keyOf returns the key under which a secret is stored, a hash: reading the database reveals no secret.
func keyOf(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// newLink stores a link to a session and returns its secret.
func (b *boards) newLink(ctx context.Context, s session) (secret string, err error) {
	secret = newSecret()
	s.key = keyOf(secret)
	return secret, b.DB.WriteTx(ctx, func(tx store.Tx) { insert(ctx, tx, s, true, tx.Now.Add(linkTTL), maxLinks) })
}

// redeem exchanges the secret of a link, once, for that of a session.
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

// admit returns the current match of a session and its player's role, if the session is still valid. It repeats all
// checks of acts on the card.
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

// role returns the role of a session's player, who is not barred; [errOver] if they have none any more or the match
// ended more than afterEnd ago, [errUnseen] if they can no longer view its channel.
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
	if err == nil && m.Guild == "" && !r.acts() { // a direct conversation is its player's alone
		err = errUnseen
	}
	if err != nil || m.Guild == "" {
		return r, err
	}
	if !b.sees(ctx, s, m) {
		return r, errUnseen
	}
	return r, nil
}

// export returns a player's links and sessions.
func (b *boards) export(ctx context.Context, c store.Conn, p id.Player) (player.Section, error) {
	all, err := openedBy(ctx, c, p)
	if err != nil || len(all) == 0 {
		return player.Section{}, err
	}
	return player.Section{Key: "open_boards", Value: all}, nil
}

// tidy deletes expired links and sessions.
func (b *boards) tidy(ctx context.Context) error {
	return b.DB.WriteTx(ctx, func(tx store.Tx) { removeOld(ctx, tx) })
}
