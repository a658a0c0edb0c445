// Package emoji maintains the pieces, and the faces of the characters, as the application's own emoji: for selects, for
// moves in texts and beside names. They are uploaded once and recognized by the hash in their name; while Discord does
// not accept them, words stand for pieces and characters and nothing else changes.
//
// Out of scope: texts, boards.
package emoji

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"regexp"
	"strings"
	"sync/atomic"
	"time"

	"yeye/ai/character"
	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/game"
	"yeye/internal/sleep"
	"yeye/render"
)

// REST is the part of Discord's REST interface that manages an application's emoji.
type REST interface {
	Emojis(ctx context.Context, app id.App) ([]discord.Emoji, error)
	CreateEmoji(ctx context.Context, app id.App, name string, png []byte) (discord.Emoji, error)
	DeleteEmoji(ctx context.Context, app id.App, emoji string) error
}

// Set is the emoji of all styles of pieces.
type Set struct {
	rest     REST
	painter  *render.Painter
	log      *slog.Logger
	known    atomic.Pointer[map[render.PieceSet]pieceTexts]
	faces    atomic.Pointer[[character.Count]string]
	app      chan id.App   // the application, at the first connection
	gone     chan struct{} // an emoji was found to be deleted
	retry    time.Duration // the pause before failures are retried; 0: no emoji at all
	isLeader func() bool
}

// errNotLeader means that the upload is left to another process.
var errNotLeader = errors.New("another process uploads the emoji")

// pieceTexts holds the text for each piece of one style: <:name:id>.
type pieceTexts map[game.Piece]string

// New makes a set. It uploads nothing before Run. leads reports whether this process uploads and deletes emoji.
func New(rest REST, painter *render.Painter, retry time.Duration, leads func() bool, log *slog.Logger) *Set {
	return &Set{rest: rest, painter: painter, isLeader: leads, log: log, app: make(chan id.App, 1),
		gone: make(chan struct{}, 1), retry: retry}
}

// PieceTexts returns a function from a piece of a style to its text, "" while it has no emoji; nil if no style has.
// Either all fourteen pieces of a style have one or none has, so that a list of pieces is uniform.
func (s *Set) PieceTexts(style render.PieceSet) func(game.Piece) string {
	known := s.known.Load()
	if known == nil {
		return nil
	}
	of := (*known)[style]
	return func(p game.Piece) string { return of[p] }
}

// Face returns the text for a character, "" while there is no emoji.
func (s *Set) Face(level character.Level) string {
	faces := s.faces.Load()
	if faces == nil || !level.Valid() {
		return ""
	}
	return (*faces)[level]
}

// SendFailed checks why a message was refused: if an emoji was deleted, all are replaced by words until they have been
// uploaded again.
func (s *Set) SendFailed(err error) {
	if !discord.MissingEmoji(err) {
		return
	}
	if faces := s.faces.Swap(nil); s.known.Swap(nil) != nil || faces != nil {
		select {
		case s.gone <- struct{}{}:
		default:
		}
	}
}

// Connected sets the application that the emoji belong to.
func (s *Set) Connected(app id.App) {
	select {
	case s.app <- app:
	default:
	}
}

// reuploadPauses is how many pauses pass before deleted emoji are uploaded again: two versions of the bot side by
// side must not keep undoing each other's work.
const reuploadPauses = 10

// Run uploads the emoji, as often as it takes, until ctx ends.
func (s *Set) Run(ctx context.Context) {
	if s.retry <= 0 {
		return
	}
	var app id.App
	select {
	case <-ctx.Done():
		return
	case app = <-s.app:
	}
	for pause := s.retry; ; {
		var again <-chan time.Time
		switch err := s.upload(ctx, app); {
		case err == nil || ctx.Err() != nil:
		case errors.Is(err, errNotLeader):
			again = time.After(s.retry)
		default:
			s.log.Warn("cannot upload all emoji, will try again; pieces are shown in words until then", "in", pause,
				"err", err)
			again = time.After(pause)
			pause = min(2*pause, max(time.Hour, s.retry))
		}
		select {
		case <-ctx.Done():
			return
		case <-again:
		case <-s.gone:
			pause = s.retry
			s.log.Warn("an emoji no longer exists, will upload it again; pieces are shown in words until then", "in",
				reuploadPauses*pause)
			if sleep.For(ctx, reuploadPauses*pause) != nil {
				return
			}
		}
	}
}

// upload uploads missing emoji, one at a time and the most used style first, and then deletes those of earlier
// versions.
func (s *Set) upload(ctx context.Context, app id.App) error {
	existing, err := s.rest.Emojis(ctx, app)
	if err != nil {
		return err
	}
	ids := make(map[string]string, len(existing))
	for _, e := range existing {
		ids[e.Name] = e.ID
	}
	up := uploading{s, app, ids, map[string]bool{}, 0}
	known := map[render.PieceSet]pieceTexts{}
	for _, style := range render.PieceSets() {
		list, err := s.painter.Emoji(style)
		if err != nil {
			return err
		}
		of := pieceTexts{}
		for _, e := range list {
			if of[e.Piece], err = up.ensure(ctx, nameOf(e), e.PNG); err != nil {
				return err
			}
		}
		known[style] = of
		s.known.Store(new(maps.Clone(known))) // so far complete styles
	}
	portraits, err := s.painter.PortraitEmoji()
	if err != nil {
		return err
	}
	var faces [character.Count]string
	for _, p := range portraits {
		text, err := up.ensure(ctx, faceName(p), p.PNG)
		if err != nil {
			return err
		}
		faces[p.Character] = text
	}
	s.faces.Store(&faces)
	if !s.isLeader() {
		return nil
	}
	if up.created > 0 {
		s.log.Info("emoji uploaded", "count", up.created)
	}
	for _, e := range existing {
		if up.wanted[e.Name] || !ownNames.MatchString(e.Name) {
			continue
		}
		if err := s.rest.DeleteEmoji(ctx, app, e.ID); err != nil {
			return fmt.Errorf("outdated emoji %s: %w", e.Name, err)
		}
		s.log.Info("outdated emoji removed", "name", e.Name)
	}
	return nil
}

// uploading is the state of an upload: the existing emoji by name, those to keep, and how many were created.
type uploading struct {
	*Set
	app     id.App
	ids     map[string]string
	wanted  map[string]bool
	created int
}

// ensure returns the text of an emoji, and uploads it if it does not exist.
func (u *uploading) ensure(ctx context.Context, name string, png []byte) (string, error) {
	u.wanted[name] = true
	if u.ids[name] == "" && !u.isLeader() {
		return "", errNotLeader
	}
	if u.ids[name] == "" {
		made, err := u.rest.CreateEmoji(ctx, u.app, name, png)
		if err != nil {
			return "", fmt.Errorf("emoji %s: %w", name, err)
		}
		u.ids[name] = made.ID
		u.created++
	}
	return discord.Emoji{Name: textName(name), ID: u.ids[name]}.Text(), nil
}

// nameOf returns the name under which an emoji is uploaded: with the picture's hash, so that a new look has a new name
// and two styles that share a character share its emoji.
func nameOf(e render.Emoji) string {
	return fmt.Sprintf("%v_%v_%s", e.Piece.Color(), e.Piece.Role(), e.Hash[:6])
}

// faceName does the same for a character.
func faceName(p render.Portrait) string {
	return strings.ReplaceAll(p.Character.Key(), "-", "_") + "_" + p.Hash[:6] // no dashes are allowed
}

// textName is an emoji's name in texts, without the hash: notifications and screen readers give it instead of the
// picture. Discord finds an emoji by its id.
func textName(name string) string { return name[:strings.LastIndexByte(name, '_')] }

// ownNames matches the names that nameOf and faceName made, now or in an earlier version.
var ownNames = regexp.MustCompile(`^((red|black)_(king|advisor|elephant|horse|rook|cannon|pawn)|newborn|kid|xiaoqing|uncle|park_master|grandpa|immortal)_[0-9a-f]{6}$`)
