package bot

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/gateway"
	"yeye/game"
	"yeye/render"
)

// faces is the men as the application's own emoji, for selects and move text. They
// are uploaded once and known again by the hash in their name; where Discord does
// not take them, or not yet, men are told in words and nothing else changes.
type faces struct {
	known atomic.Pointer[map[render.Men]faceSet]
	once  sync.Once
	here  chan struct{} // closed at the first connection: whose emoji they are is known
	lost  chan struct{} // one was found gone
	retry time.Duration // the pause before what failed is tried again; 0: never any
}

// faceSet is what stands in a text for each man of one style: <:name:id>.
type faceSet map[game.Piece]string

func newFaces(retry time.Duration) *faces {
	return &faces{here: make(chan struct{}), lost: make(chan struct{}, 1), retry: retry}
}

// sign is what stands for men of a style in a text, "" while they have no emoji.
// All fourteen have one or none does, so that a list of men is of a piece.
func (f *faces) sign(men render.Men) func(game.Piece) string {
	known := f.known.Load()
	if known == nil {
		return nil
	}
	set := (*known)[men]
	return func(p game.Piece) string { return set[p] }
}

// missed looks at why a message was refused: if an emoji is gone, all are told in
// words until they have been brought anew.
func (f *faces) missed(err error) {
	if gateway.NoEmoji(err) && f.known.Swap(nil) != nil {
		select {
		case f.lost <- struct{}{}:
		default:
		}
	}
}

// aftermath is how many pauses pass before emoji that somebody removed are brought
// again: two versions of the bot side by side must not undo each other's work all
// the time.
const aftermath = 10

// keepFaces brings the men's emoji, as often as it takes, until ctx ends.
func (b *Bot) keepFaces(ctx context.Context) {
	select {
	case <-ctx.Done():
		return
	case <-b.faces.here:
	}
	for pause := b.faces.retry; ; {
		var again <-chan time.Time
		if err := b.bringFaces(ctx); err != nil && ctx.Err() == nil {
			b.Logger.Warn("men have no emoji yet, words stand for them; will be tried again", "in", pause, "err", err)
			again = time.After(pause)
			pause = min(2*pause, max(time.Hour, b.faces.retry))
		}
		select {
		case <-ctx.Done():
			return
		case <-again:
		case <-b.faces.lost:
			pause = b.faces.retry
			b.Logger.Warn("an emoji of a man is gone, words stand for men meanwhile", "again", aftermath*pause)
			select {
			case <-ctx.Done():
				return
			case <-time.After(aftermath * pause):
			}
		}
	}
}

// bringFaces uploads what is missing, one after the other and the most used style
// first, and then removes what earlier versions left.
func (b *Bot) bringFaces(ctx context.Context) error {
	_, app := b.gateway.Self()
	there, err := b.send.Emojis(ctx, app)
	if err != nil {
		return err
	}
	ids := make(map[string]string, len(there))
	for _, e := range there {
		ids[e.Name] = e.ID
	}
	known, wanted, made := map[render.Men]faceSet{}, map[string]bool{}, 0
	for _, men := range render.MenStyles() {
		list, err := b.Painter.Emoji(men)
		if err != nil {
			return err
		}
		set := faceSet{}
		for _, e := range list {
			name := faceName(e)
			wanted[name] = true
			if ids[name] == "" {
				one, err := b.send.CreateEmoji(ctx, app, name, e.PNG)
				if err != nil {
					return fmt.Errorf("emoji %s: %w", name, err)
				}
				ids[name] = one.ID
				made++
			}
			set[e.Piece] = "<:" + name + ":" + ids[name] + ">"
		}
		known[men] = set
		b.faces.show(known)
	}
	if made > 0 {
		b.Logger.Info("emoji of men uploaded", "count", made)
	}
	for _, e := range there {
		if wanted[e.Name] || !ourFace.MatchString(e.Name) {
			continue
		}
		if err := b.send.DeleteEmoji(ctx, app, e.ID); err != nil {
			return fmt.Errorf("outdated emoji %s: %w", e.Name, err)
		}
		b.Logger.Info("outdated emoji removed", "name", e.Name)
	}
	return nil
}

// show makes the styles that are complete known to who speaks from now on.
func (f *faces) show(known map[render.Men]faceSet) {
	all := make(map[render.Men]faceSet, len(known))
	for men, set := range known {
		all[men] = set
	}
	f.known.Store(&all)
}

// faceName is an emoji's name: short, because notifications and screen readers
// give it instead of the picture, and of the picture's hash, so that a new look has
// a new name and two styles that share a character share its emoji.
func faceName(e render.Emoji) string {
	return fmt.Sprintf("%v_%v_%s", e.Piece.Color(), e.Piece.Role(), e.Hash[:6])
}

// ourFace is names that faceName made, now or in an earlier version.
var ourFace = regexp.MustCompile(`^(red|black)_(king|advisor|elephant|horse|rook|cannon|pawn)_[0-9a-f]{6}$`)

// choiceEmoji is a sign as the emoji of a select's choice, nil for "".
func choiceEmoji(sign string) *discordgo.ComponentEmoji {
	f := strings.Split(strings.Trim(sign, "<>"), ":")
	if len(f) != 3 {
		return nil
	}
	return &discordgo.ComponentEmoji{Name: f[1], ID: f[2]}
}
