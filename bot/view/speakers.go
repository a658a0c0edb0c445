package view

import (
	"cmp"
	"context"
	"log/slog"
	"strings"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/player"
	"yeye/bot/view/words"
	"yeye/game"
	"yeye/game/notation"
	"yeye/render"
)

// Players is what is known of readers.
type Players interface {
	Preferences(ctx context.Context, p id.Player) (player.Preferences, error)
	Locale(ctx context.Context, p id.Player) (string, error)
}

// Speakers finds the words for a reader.
type Speakers struct {
	Bundle  *locale.Bundle
	Players Players
	// Sign is what stands for pieces of a set in a text, nil while they have no emoji.
	Sign func(render.PieceSet) func(game.Piece) string
	// Face is what stands for the character of a level in a text, "" while there is no emoji; nil for none.
	Face func(level int) string
	// ReadsContent reports whether text reaches the bot that is not addressed to it; nil where it does.
	ReadsContent func() bool
	// Slow is how long people must wait between two messages in a channel; nil where nobody must.
	Slow   func(id.Channel) time.Duration
	Logger *slog.Logger
}

// Reader is somebody to whom a match is shown: the words to use, and what they have chosen.
type Reader struct {
	*words.Words
	Prefs player.Preferences
	// Addressed is set where typed text reaches the bot only as a reply to it or with its mention.
	Addressed bool
	// Slow is how long people must wait between two messages where the card is.
	Slow time.Duration
}

// Style is how boards look to the reader.
func (r *Reader) Style() render.Style { return styleFor(r.Words, r.Prefs) }

// Newcomer reports whether boards explain their pieces to the reader: as they have chosen, or as was said in the match.
func (r *Reader) Newcomer(said bool) bool {
	switch r.Prefs.Newcomer {
	case "on":
		return true
	case "off":
		return false
	}
	return said
}

// Aloud reports whether moves are told in words, for a screen reader.
func (r *Reader) Aloud() bool { return r.Prefs.Speak == "on" }

// Of is a reader with these preferences whose client has that locale.
func (s *Speakers) Of(prefs player.Preferences, clientLocale string) *Reader {
	w := words.In(s.Bundle.For(prefs.Language, clientLocale))
	if s.Sign != nil {
		w = w.Showing(s.Sign(styleOf(prefs).Pieces))
	}
	if s.Face != nil && prefs.Speak != "on" { // read aloud, a face is only its name once more
		w = w.Facing(s.Face)
	}
	if f, ok := notation.ParseFamily(prefs.Notation); ok {
		w = w.Writing(f)
	}
	return &Reader{Words: w, Prefs: prefs}
}

// In is a reader of a locale of whom nothing else is known.
func (s *Speakers) In(l string) *Reader { return s.Of(player.Preferences{}, l) }

// To is a player whose client does not say its language: theirs, else the one that was last seen of them, else the one given.
func (s *Speakers) To(ctx context.Context, p id.Player, otherwise string) *Reader {
	l, err := s.Players.Locale(ctx, p)
	if err != nil && ctx.Err() == nil {
		s.Logger.Warn("locale not found", "player", p, "err", err)
	}
	return s.Of(s.Prefs(ctx, p), cmp.Or(l, otherwise))
}

// Prefs is what a player has chosen; a failure to look it up costs only that.
func (s *Speakers) Prefs(ctx context.Context, p id.Player) player.Preferences {
	prefs, err := s.Players.Preferences(ctx, p)
	if err != nil && ctx.Err() == nil {
		s.Logger.Warn("preferences not found", "player", p, "err", err)
	}
	return prefs
}

// Table is the reader that the public card is made for: the player against a character and the owner of a study; between people
// nobody's preferences but what one of them needs to follow the game at all. The language is the match's, unless that one player has
// chosen another.
func (s *Speakers) Table(ctx context.Context, m *match.Match) *Reader {
	prefs := player.Preferences{}
	if m.Mode.People {
		prefs = s.needs(ctx, m)
	} else if p := onlyPlayer(m); p != "" {
		prefs = s.Prefs(ctx, p)
	}
	r := s.Of(prefs, m.Locale)
	r.Addressed = m.Guild != "" && s.ReadsContent != nil && !s.ReadsContent()
	if s.Slow != nil {
		r.Slow = s.Slow(m.Channel)
	}
	return r
}

// onlyPlayer is the player of a match that is not between people, "" where nobody sits.
func onlyPlayer(m *match.Match) id.Player {
	for _, seat := range m.Seats {
		if seat.Human() {
			return seat.Player
		}
	}
	return ""
}

// needs is what the public card of a match between people has because one of them needs it: moves told in words, and pieces as
// pictures with their names. Who knows the pieces reads those as well, and has their own on their own board.
func (s *Speakers) needs(ctx context.Context, m *match.Match) player.Preferences {
	prefs := player.Preferences{Newcomer: "off"}
	for _, seat := range m.Seats {
		if !seat.Human() {
			continue
		}
		theirs := s.Of(s.Prefs(ctx, seat.Player), m.Locale)
		if theirs.Aloud() {
			prefs.Speak = "on"
		}
		if theirs.Newcomer(seat.Newcomer) {
			prefs.Newcomer = "on"
		}
	}
	return prefs
}

// Quiet leaves those who want no pings out of a message's mentions, and names them instead.
func (s *Speakers) Quiet(ctx context.Context, m discord.Message, seats [2]match.Seat) discord.Message {
	var keep []id.Player
	for _, p := range m.Mention {
		if s.Prefs(ctx, p).Pings != "off" {
			keep = append(keep, p)
		}
	}
	if len(keep) == len(m.Mention) {
		return m
	}
	m.Mention = keep
	for _, seat := range seats {
		if name := locale.Plain(seat.Name, 32); seat.Human() && name != "" && s.Prefs(ctx, seat.Player).Pings == "off" {
			m.Content = strings.ReplaceAll(m.Content, "<@"+string(seat.Player)+">", name)
		}
	}
	return m
}

// styleOf is how boards look with these preferences.
func styleOf(prefs player.Preferences) render.Style {
	s := render.Style{Coords: render.Algebraic}
	set := func(text string, read func([]byte) error) {
		if text != "" {
			_ = read([]byte(text)) // a name that render no longer knows leaves the default
		}
	}
	set(prefs.Theme, s.Theme.UnmarshalText)
	set(prefs.Pieces, s.Pieces.UnmarshalText)
	set(prefs.Coords, s.Coords.UnmarshalText)
	if prefs.Newcomer == "on" {
		s.Newcomer = true
		if prefs.Pieces == "" {
			s.Pieces = render.Pictogram
		}
	}
	return s
}

// styleFor is styleOf for a reader: where moves are written with the files' numbers, the board has them too.
func styleFor(w *words.Words, prefs player.Preferences) render.Style {
	if prefs.Coords == "" {
		prefs.Coords = UsualCoords(w)
	}
	s := styleOf(prefs)
	_ = s.Language.UnmarshalText([]byte(w.Tag())) // a language without words for pictures has the English ones
	return s
}

// UsualCoords is the labels of the board where none are chosen, as preferences name them.
func UsualCoords(w *words.Words) string {
	switch w.Counting() {
	case words.ByChinese:
		return "both"
	case words.ByDigits:
		return "digits"
	}
	return "algebraic"
}
