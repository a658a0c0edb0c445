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

// Readers makes a [Reader] for a request, for a public card, or for a locale alone.
type Readers struct {
	Bundle  *locale.Bundle
	Players Players
	// Sign returns the function from a piece to its emoji in a piece set, nil if the set has no emoji.
	Sign func(render.PieceSet) func(game.Piece) string
	// Face returns a character's emoji, "" if it has none. A nil Face shows no faces.
	Face func(character.Level) string
	// ReadsContent reports whether the bot receives text that is not addressed to it; nil means that it does.
	ReadsContent func() bool
	// Slow returns a channel's slow mode: how long members must wait between two messages. A nil Slow means no slow
	// mode.
	Slow   func(id.Channel) time.Duration
	Logger *slog.Logger
}

// Reader is a user to whom a match is shown: texts in their language, and their preferences.
type Reader struct {
	*words.Words
	Prefs player.Preferences
	// Addressed is set where typed text reaches the bot only as a reply to it or with a mention of it, because the bot
	// lacks the message content intent.
	Addressed bool
	// Slow is the slow mode of the card's channel.
	Slow time.Duration
	// Alone is the only player who sees the message, "" if it is public. In flipped chess a player knows more than the
	// public.
	Alone id.Player
}

// Style returns how boards look to the reader.
func (r *Reader) Style() render.Style { return styleFor(r.Words, r.Prefs) }

// Newcomer reports whether boards explain their pieces to the reader. Their preferences decide; said, their answer in
// the match, is the default.
func (r *Reader) Newcomer(said bool) bool {
	return r.Prefs.Beginner() || r.Prefs.Newcomer == "" && said
}

// Marks reports whether the card of a match marks and names the hanging pieces of both sides. It does for a newcomer
// who has not switched that off, against one of the weakest characters, where help has no effect on the result's value.
// side is the newcomer's.
func (r *Reader) Marks(m *match.Match) (side game.Color, ok bool) {
	theirs, versus := m.Opponent()
	return theirs.Other(), versus && m.Mode.Kind == match.Versus.Kind && m.Seats[theirs.Other()].Human() &&
		match.MarksFor(m.Seats[theirs].Level) &&
		r.Prefs.Newcomer == player.Marked && m.HelpIsFree()
}

// Aloud reports whether moves are spelled out in words, for a screen reader.
func (r *Reader) Aloud() bool { return r.Prefs.Speak == "on" }

// For returns the reader of a response to r.
func (s *Readers) For(r *interaction.Request) *Reader { return s.WithPreferences(r.Prefs, r.Locale) }

// WithPreferences returns a reader with these preferences. clientLocale is used if they choose no language.
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

// InLocale returns a reader with a locale and default preferences.
func (s *Readers) InLocale(l string) *Reader { return s.WithPreferences(player.Preferences{}, l) }

// ForPlayer returns a reader for a player outside a request. The language is the one they chose, else their client's
// last known locale, else otherwise.
func (s *Readers) ForPlayer(ctx context.Context, p id.Player, otherwise string) *Reader {
	l, err := s.Players.Locale(ctx, p)
	if err != nil && ctx.Err() == nil {
		s.Logger.Warn("cannot load locale", "player", p, "err", err)
	}
	return s.WithPreferences(s.Prefs(ctx, p), cmp.Or(l, otherwise))
}

// Prefs returns a player's preferences. A failure to load them is only logged; the result is then the default with
// pings off and the profile hidden.
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

// ForCard returns the reader for whom the public card is made. Against a character it is the player, in a study the
// owner: their preferences apply, and their language if they chose one. Between people the card is in the match's
// language, with sharedPreferences.
func (s *Readers) ForCard(ctx context.Context, m *match.Match) *Reader {
	prefs := player.Preferences{}
	if m.Mode.TwoPlayers {
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

// onlyPlayer returns the human of a match that is not between people, "" if there is none.
func onlyPlayer(m *match.Match) id.Player {
	for _, seat := range m.Seats {
		if seat.Human() {
			return seat.Player
		}
	}
	return ""
}

// sharedPreferences returns the accessibility preferences that the public card of a match between people takes over
// from either of them: moves spelled out for a screen reader, and named pictograms for a newcomer. The other player can
// read those too, and has their own style on their private board.
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

// RemovePings removes the players who want no pings from a message's mentions, and replaces those mentions by their
// names.
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

// styleFor is styleOf in the reader's language. Without a choice of coordinates the board shows those of the reader's
// notation.
func styleFor(w *words.Words, prefs player.Preferences) render.Style {
	prefs.Coords = cmp.Or(prefs.Coords, UsualCoords(w))
	s := styleOf(prefs)
	_ = s.Language.UnmarshalText([]byte(w.Tag())) // an unknown language leaves English
	return s
}

// UsualCoords returns the default coordinates of a board for a reader's notation, as a value of
// player.Preferences.Coords.
func UsualCoords(w *words.Words) string {
	switch w.Counting() {
	case words.ByChinese:
		return "both"
	case words.ByDigits:
		return "digits"
	}
	return "algebraic"
}
