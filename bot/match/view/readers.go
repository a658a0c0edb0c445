package view

import (
	"cmp"
	"context"
	"log/slog"
	"strings"
	"time"

	"yeye/ai/character"
	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view/words"
	"yeye/bot/player"
	"yeye/game"
	"yeye/game/notation"
	"yeye/render"
)

// Players looks up readers' preferences and locales.
type Players interface {
	Preferences(ctx context.Context, p id.Player) (player.Preferences, error)
	Locale(ctx context.Context, p id.Player) (string, error)
}

// Readers makes the [Reader] of a request, of a card, or of a language alone.
type Readers struct {
	Bundle  *locale.Bundle
	Players Players
	// Sign returns, for a piece set, the function that returns a piece's emoji, nil while the set has none.
	Sign func(render.PieceSet) func(game.Piece) string
	// Face returns the emoji of the character, "" while there is none; nil shows no faces.
	Face func(character.Level) string
	// ReadsContent reports whether the bot receives text that is not addressed to it; nil means that it does.
	ReadsContent func() bool
	// Slow is how long people must wait between two messages in a channel; nil means not at all.
	Slow   func(id.Channel) time.Duration
	Logger *slog.Logger
}

// Reader is a user to whom a match is shown: the words to use, and their preferences.
type Reader struct {
	*words.Words
	Prefs player.Preferences
	// Addressed is set where typed text reaches the bot only as a reply to it or with a mention of it.
	Addressed bool
	// Slow is how long people must wait between two messages where the card is.
	Slow time.Duration
	// Alone is the only player who sees the message, "" if it is public: they may know more than others about a game of
	// flipped chess.
	Alone id.Player
}

// Style returns how boards look to the reader.
func (r *Reader) Style() render.Style { return styleFor(r.Words, r.Prefs) }

// Newcomer reports whether boards explain their pieces to the reader, by their preferences, else by said, their answer
// in the match.
func (r *Reader) Newcomer(said bool) bool {
	return r.Prefs.Beginner() || r.Prefs.Newcomer == "" && said
}

// Marks reports whether the card of a match marks and names the pieces that the reader could lose or take: for a
// newcomer who has not switched that off, against one of the weakest characters, in a game that help cannot make count
// for less. It returns the newcomer's side.
func (r *Reader) Marks(m *match.Match) (side game.Color, ok bool) {
	theirs, versus := m.Opponent()
	return theirs.Other(), versus && m.Mode.Kind == match.Versus.Kind && m.Seats[theirs.Other()].Human() &&
		match.MarksFor(m.Seats[theirs].Level) &&
		r.Prefs.Newcomer == player.Marked && m.HelpIsFree()
}

// Aloud reports whether moves are spelled out in words, for a screen reader.
func (r *Reader) Aloud() bool { return r.Prefs.Speak == "on" }

// For returns the reader who makes a request.
func (s *Readers) For(r *interaction.Request) *Reader { return s.WithPreferences(r.Prefs, r.Locale) }

// Of returns a reader with these preferences whose client has that locale.
func (s *Readers) WithPreferences(prefs player.Preferences, clientLocale string) *Reader {
	r := &Reader{Words: words.In(s.Bundle.For(prefs.Language, clientLocale)), Prefs: prefs}
	if s.Sign != nil {
		r.Words = r.WithPieces(s.Sign(styleOf(prefs).Pieces))
	}
	if s.Face != nil && !r.Aloud() { // read aloud, a face would only repeat the name
		r.Words = r.WithFaces(s.Face)
	}
	if f, ok := notation.ParseFamily(prefs.Notation); ok {
		r.Words = r.WithNotation(f)
	}
	return r
}

// In returns a reader with a locale and default preferences.
func (s *Readers) InLocale(l string) *Reader { return s.WithPreferences(player.Preferences{}, l) }

// To returns a reader for a player whose client does not send its locale: in the language they have chosen, else in the
// locale last seen of them, else in otherwise.
func (s *Readers) ForPlayer(ctx context.Context, p id.Player, otherwise string) *Reader {
	l, err := s.Players.Locale(ctx, p)
	if err != nil && ctx.Err() == nil {
		s.Logger.Warn("cannot load locale", "player", p, "err", err)
	}
	return s.WithPreferences(s.Prefs(ctx, p), cmp.Or(l, otherwise))
}

// Prefs returns a player's preferences. A failure to look them up is only logged: then the result is the default,
// except for no pings and a hidden profile.
func (s *Readers) Prefs(ctx context.Context, p id.Player) player.Preferences {
	prefs, err := s.Players.Preferences(ctx, p)
	if err != nil && ctx.Err() == nil {
		s.Logger.Warn("cannot load preferences", "player", p, "err", err)
	}
	if err != nil {
		return player.Preferences{Pings: "off", Profile: "nobody"}
	}
	return prefs
}

// Table returns the reader that the public card is made for: the player against a character, and the owner of a study;
// between people no preferences apply, except those that a player needs to follow the game at all. The language is the
// match's, unless that one player has chosen another.
func (s *Readers) ForCard(ctx context.Context, m *match.Match) *Reader {
	prefs := player.Preferences{}
	if m.Mode.People {
		prefs = s.sharedPreferences(ctx, m)
	} else if p := onlyPlayer(m); p != "" {
		prefs = s.Prefs(ctx, p)
	}
	r := s.WithPreferences(prefs, m.Locale)
	r.Addressed = m.Guild != "" && s.ReadsContent != nil && !s.ReadsContent()
	if s.Slow != nil {
		r.Slow = s.Slow(m.Channel)
	}
	return r
}

// onlyPlayer returns the player of a match that is not between people, "" if there is none.
func onlyPlayer(m *match.Match) id.Player {
	for _, seat := range m.Seats {
		if seat.Human() {
			return seat.Player
		}
	}
	return ""
}

// needs returns the preferences that the public card of a match between people follows because one of them needs it:
// moves spelled out in words, and pieces as pictures with their names. Players who know the pieces can read those as
// well, and have their own style on their own board.
func (s *Readers) sharedPreferences(ctx context.Context, m *match.Match) player.Preferences {
	prefs := player.Preferences{Newcomer: "off"}
	for _, seat := range m.Seats {
		if !seat.Human() {
			continue
		}
		theirs := s.WithPreferences(s.Prefs(ctx, seat.Player), m.Locale)
		if theirs.Aloud() {
			prefs.Speak = "on"
		}
		if theirs.Newcomer(seat.Newcomer) {
			prefs.Newcomer = player.Plain
		}
	}
	return prefs
}

// Quiet removes the players who want no pings from a message's mentions, and names them instead.
func (s *Readers) RemovePings(ctx context.Context, m discord.Message, seats [2]match.Seat) discord.Message {
	var keep []id.Player
	for _, p := range m.Mention {
		if s.Prefs(ctx, p).WantsPings() {
			keep = append(keep, p)
		}
	}
	if len(keep) == len(m.Mention) {
		return m
	}
	m.Mention = keep
	for _, seat := range seats {
		if name := locale.Plain(seat.Name, 32); seat.Human() && name != "" && !s.Prefs(ctx, seat.Player).WantsPings() {
			m.Content = strings.ReplaceAll(m.Content, "<@"+string(seat.Player)+">", name)
		}
	}
	return m
}

// styleOf returns how boards look with these preferences.
func styleOf(prefs player.Preferences) render.Style {
	s := render.Style{Coords: render.Algebraic}
	set := func(text string, read func([]byte) error) {
		if text != "" {
			_ = read([]byte(text)) // an unknown name leaves the default
		}
	}
	set(prefs.Theme, s.Theme.UnmarshalText)
	set(prefs.Pieces, s.Pieces.UnmarshalText)
	set(prefs.Coords, s.Coords.UnmarshalText)
	s.PlainBacks = prefs.Backs == player.PlainBacks
	if prefs.Beginner() {
		s.Newcomer = true
		if prefs.Pieces == "" {
			s.Pieces = render.Pictogram
		}
	}
	return s
}

// styleFor is styleOf for a reader: if moves are written with file numbers, the board shows them too.
func styleFor(w *words.Words, prefs player.Preferences) render.Style {
	if prefs.Coords == "" {
		prefs.Coords = UsualCoords(w)
	}
	s := styleOf(prefs)
	_ = s.Language.UnmarshalText([]byte(w.Tag())) // a language without words for pictures gets the English ones
	return s
}

// UsualCoords returns the default labels of the board, as preferences name them.
func UsualCoords(w *words.Words) string {
	switch w.Counting() {
	case words.ByChinese:
		return "both"
	case words.ByDigits:
		return "digits"
	}
	return "algebraic"
}
