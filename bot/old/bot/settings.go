package bot

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/board"
	"yeye/bot/old/locale"
	"yeye/bot/session"
	"yeye/game"
	"yeye/game/notation"
	"yeye/render"
)

// setting is one thing a player can like: its option, the values there are, and
// where it is kept.
type setting struct {
	name   string
	values []string
	of     func(*board.Taste) *string
	// usual is the value that holds where none is chosen, which may follow the language.
	usual func(*locale.Speaker) string
}

func always(v string) func(*locale.Speaker) string {
	return func(*locale.Speaker) string { return v }
}

// settings is everything that /settings sets. The values are the names that
// locale, notation and render know.
var settings = []setting{
	{"language", []string{"en-US", "zh-CN", "zh-TW", "vi"}, func(t *board.Taste) *string { return &t.Language }, (*locale.Speaker).Tag},
	{"notation", []string{"coordinates", "wxf", "zh", "zh-hant", "vi"}, func(t *board.Taste) *string { return &t.Notation }, func(say *locale.Speaker) string { return say.Notation().String() }},
	{"theme", []string{"wood", "night", "contrast"}, func(t *board.Taste) *string { return &t.Theme }, always("wood")},
	{"men", []string{"traditional", "simplified", "pictogram", "letter"}, func(t *board.Taste) *string { return &t.Men }, always("traditional")},
	{"coordinates", []string{"algebraic", "chinese", "both", "none"}, func(t *board.Taste) *string { return &t.Coords }, usualCoordinates},
	{"turning", []string{"me", "red"}, func(t *board.Taste) *string { return &t.Turning }, always("me")},
	{"pings", []string{"on", "off"}, func(t *board.Taste) *string { return &t.Pings }, always("on")},
	{"challenges", []string{"everybody", "nobody"}, func(t *board.Taste) *string { return &t.Challenges }, always("everybody")},
	{"speak", []string{"off", "on"}, func(t *board.Taste) *string { return &t.Speak }, always("off")},
}

// unset is the value that leaves a thing to the bot again.
const unset = "default"

var settingsCommand = command{
	name: "settings",
	options: func(cat *locale.Catalog) []*discordgo.ApplicationCommandOption {
		var all []*discordgo.ApplicationCommandOption
		for _, s := range settings {
			o := option(cat, "settings", s.name, discordgo.ApplicationCommandOptionString)
			for _, v := range append([]string{unset}, s.values...) {
				o.Choices = append(o.Choices, choiceSaid(cat, v, func(say *locale.Speaker) string { return say.Say(s.valueKey(v)) }))
			}
			all = append(all, o)
		}
		return all
	},
	run: (*Bot).settings,
}

func (s setting) valueKey(v string) string {
	if v == unset || v == "" {
		return "settings." + unset
	}
	return "settings." + s.name + "." + v
}

// settings changes what is given and shows all.
func (b *Bot) settings(ctx context.Context, r *request) reply {
	t, err := b.Records.Taste(ctx, r.by.Player)
	if err != nil {
		return r.refused(err)
	}
	changed := false
	for _, s := range settings {
		v, given := r.options[s.name]
		if !given {
			continue
		}
		if v == unset {
			v = ""
		} else if !slices.Contains(s.values, v) {
			return says(r.say.Say("refuse.control"))
		}
		*s.of(&t), changed = v, true
	}
	if changed {
		if err := b.Records.SetTaste(ctx, r.by.Player, t); err != nil {
			return r.refused(err)
		}
		r.say = b.speakerOf(t, string(r.origin.Locale))
	}
	lines := []string{r.say.Say("settings.yours")}
	for _, s := range settings {
		v, line := *s.of(&t), "settings.line"
		if v == "" {
			v, line = s.usual(r.say), "settings.line.usual"
		}
		lines = append(lines, r.say.Say(line, locale.Args{"Name": r.say.Say("settings." + s.name), "Value": r.say.Say(s.valueKey(v))}))
	}
	lines = append(lines, r.say.Say("settings.how", locale.Args{"Option": r.say.Say("command.settings.men.name")}))
	return b.withBlocked(ctx, r, strings.Join(lines, "\n"))
}

// tasteOf is what a player likes; a failure to look it up costs only that.
func (b *Bot) tasteOf(ctx context.Context, p session.PlayerID) board.Taste {
	t, err := b.Records.Taste(ctx, p)
	if err != nil && ctx.Err() == nil {
		b.Logger.Warn("settings not found", "player", p, "err", err)
	}
	return t
}

// styleOf is how boards look to somebody of that taste.
func styleOf(t board.Taste) render.Style {
	s := render.Style{Coords: render.Algebraic}
	set := func(text string, read func([]byte) error) {
		if text != "" {
			_ = read([]byte(text)) // a name that render no longer knows leaves the default
		}
	}
	set(t.Theme, s.Theme.UnmarshalText)
	set(t.Men, s.Men.UnmarshalText)
	set(t.Coords, s.Coords.UnmarshalText)
	return s
}

// styleFor is styleOf for a reader of a language: where moves are written with the
// files' numbers, the board has them too.
func styleFor(say *locale.Speaker, t board.Taste) render.Style {
	if t.Coords == "" {
		t.Coords = usualCoordinates(say)
	}
	s := styleOf(t)
	_ = s.Language.UnmarshalText([]byte(say.Tag())) // a language without words for pictures has the English ones
	return s
}

func usualCoordinates(say *locale.Speaker) string {
	if f := say.Notation(); f == notation.Chinese || f == notation.Traditional {
		return "both"
	}
	return "algebraic"
}

// speakerOf speaks to somebody of that taste whose client has that locale.
func (b *Bot) speakerOf(t board.Taste, clientLocale string) *locale.Speaker {
	say := b.Catalog.For(t.Language, clientLocale).Showing(b.faces.sign(styleOf(t).Men))
	if f, ok := notation.ParseFamily(t.Notation); ok {
		return say.Writing(f)
	}
	return say
}

// speakerTo speaks to somebody whose client does not say its language: theirs, else
// the one that was last seen of them, else the one given.
func (b *Bot) speakerTo(ctx context.Context, p session.PlayerID, otherwise string) *locale.Speaker {
	l, err := b.Records.Locale(ctx, p)
	if err != nil {
		b.Logger.Warn("locale not found", "player", p, "err", err)
	}
	return b.speakerOf(b.tasteOf(ctx, p), cmp.Or(l, otherwise))
}

// tableTaste is the taste that the public card follows: the person's against a
// character and the owner's of a study, nobody's between people, but moves are
// spoken for whoever wants it. The language is the table's, and a challenge's that
// of the person who is asked.
func (b *Bot) tableTaste(ctx context.Context, se *session.Session) board.Taste {
	if se.Status == session.Proposed {
		return board.Taste{Language: b.languageOfAsked(ctx, se)}
	}
	seat := se.Seats[game.Red]
	if c, character := se.Opponent(); character {
		seat = se.Seats[c.Other()]
	} else if !se.Study() {
		return board.Taste{Speak: b.spokenAt(ctx, se)}
	}
	if !seat.Human() {
		return board.Taste{}
	}
	t := b.tasteOf(ctx, seat.Player)
	t.Language = ""
	return t
}

// suit fits a request to the person's settings.
func (b *Bot) suit(ctx context.Context, r *request) {
	r.taste = b.tasteOf(ctx, r.by.Player)
	r.say = b.speakerOf(r.taste, r.locale)
	if r.taste.Language != "" {
		r.locale = r.taste.Language
	}
}
