package bot

import (
	"bytes"
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/gateway"
	"yeye/bot/old/locale"
	"yeye/bot/session"
	"yeye/game"
	"yeye/game/notation"
	"yeye/game/record"
)

// verbExport exports the game of a replay or study.
const verbExport = "export"

// exportFormats is the choices of /export, the first the usual one.
var exportFormats = []string{"pgn", "dhtmlxq", "uci", "fen"}

var exportCommand = command{
	name: "export",
	options: func(cat *locale.Catalog) []*discordgo.ApplicationCommandOption {
		format := option(cat, "export", "format", discordgo.ApplicationCommandOptionString)
		for _, f := range exportFormats {
			format.Choices = append(format.Choices, choice(cat, "command.export.format.", f))
		}
		moves := option(cat, "export", "moves", discordgo.ApplicationCommandOptionString)
		for _, m := range []string{"iccs", "wxf", "chinese"} {
			moves.Choices = append(moves.Choices, choice(cat, "command.export.moves.", m))
		}
		return []*discordgo.ApplicationCommandOption{format, moves}
	},
	run: (*Bot).export,
}

// export gives the game here, or the last one, as text for other programs.
func (b *Bot) export(ctx context.Context, r *request) reply {
	se, err := b.lastGame(ctx, r.place)
	if err != nil {
		return r.refused(err)
	}
	return b.exported(r, recordOf(r.say, &se), string(se.ID), r.options["format"], r.options["moves"])
}

// clickExport gives the game of a replay or study as PGN.
func (b *Bot) clickExport(ctx context.Context, r *request, c control, _ []string) reply {
	if se, err := b.Sessions.Get(ctx, c.session); err == nil {
		return b.exported(r, recordOf(r.say, &se), string(se.ID), "", "")
	}
	k, err := b.Records.Kept(ctx, c.session)
	if err != nil {
		return r.gone(err)
	}
	rec := record.FromGame(k.Game)
	rec.Info = record.Info{Event: k.Title, Red: k.Names[game.Red], Black: k.Names[game.Black]}
	rec.Result = k.Result
	return b.exported(r, rec, string(k.ID), "", "")
}

// recordOf is a session as a record, with what is known about it.
func recordOf(say *locale.Speaker, se *session.Session) *record.Record {
	rec := record.FromGame(se.Game)
	rec.Result = se.Outcome.Result
	name := func(s session.Seat) string {
		if s.Human() {
			return s.Name
		}
		return say.Character(s.Level)
	}
	rec.Info = record.Info{Site: "Discord", Date: se.Created.UTC().Format("2006.01.02")}
	if se.Study() {
		rec.Info.Title, rec.Result = say.Say("study.title"), se.Game.Outcome().Result
		return rec
	}
	rec.Info.TimeControl, rec.Info.Termination = timeControl(se.Clock.Timing), termination(se)
	rec.Info.Red, rec.Info.Black = name(se.Seats[game.Red]), name(se.Seats[game.Black])
	return rec
}

// shortEnough is how long a text may be to stand in the message itself.
const shortEnough = 1500

// exported is the reply that carries a record: short ones in the message, to be
// copied, and every one as a file.
func (b *Bot) exported(r *request, rec *record.Record, id, format, moves string) reply {
	text, extension := "", ".txt"
	switch format {
	case "fen":
		g, err := rec.Game(game.NoRepetition)
		if err != nil {
			return r.refused(err)
		}
		text, extension = g.Position().FEN()+"\n", ".fen"
	case "uci":
		text = record.WriteUCI(rec)
	case "dhtmlxq":
		text = record.WriteDhtmlXQ(rec)
	default:
		family := notation.Coordinates
		switch moves {
		case "wxf":
			family = notation.WXF
		case "chinese":
			if family = notation.Chinese; r.say.Notation() == notation.Traditional {
				family = notation.Traditional
			}
		}
		text, extension = record.WritePGN(rec, family), ".pgn"
	}
	said := r.say.Say("export.text")
	if len(text) <= shortEnough {
		said = codeBlock(text)
	}
	return reply{text: said, files: []gateway.File{{Name: "yeye-" + id + extension, ContentType: "text/plain; charset=utf-8", Data: []byte(text)}}}
}

// codeBlock is text as Discord shows it unchanged: no back-ticks that would end
// the block, and nothing invisible.
func codeBlock(text string) string {
	var b bytes.Buffer
	b.WriteString("```\n")
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			b.WriteString(locale.Visible(strings.ReplaceAll(line, "`", "'"), len(line)))
		}
		b.WriteByte('\n')
	}
	b.WriteString("```")
	return b.String()
}
