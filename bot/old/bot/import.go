package bot

import (
	"context"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/gateway"
	"yeye/bot/old/locale"
	"yeye/bot/session"
	"yeye/game"
	"yeye/game/notation"
	"yeye/game/record"
)

// Limits of what is read in. A long game with comments has some tens of KiB.
const (
	mostPasted   = 6000      // characters, Discord's own limit
	mostAttached = 256 << 10 // bytes
	mostImported = 2000      // plies: beyond it stepping through is no use
)

var importCommand = command{
	name: "import",
	options: func(cat *locale.Catalog) []*discordgo.ApplicationCommandOption {
		text := option(cat, "import", "text", discordgo.ApplicationCommandOptionString)
		text.MaxLength = mostPasted
		return []*discordgo.ApplicationCommandOption{text, option(cat, "import", "file", discordgo.ApplicationCommandOptionAttachment)}
	},
	run: (*Bot).importGame,
}

// importGame reads a pasted or attached game and opens it as a private replay.
func (b *Bot) importGame(_ context.Context, r *request) reply {
	if id := r.options["file"]; id != "" && r.resolved != nil && r.resolved.Attachments[id] != nil {
		file := r.resolved.Attachments[id]
		return reply{later: func(ctx context.Context) reply {
			data, err := b.attached(ctx, file)
			if err != nil {
				return r.unreadable(err)
			}
			return b.readIn(ctx, r, [][]byte{data})
		}}
	}
	text := r.options["text"]
	if strings.TrimSpace(text) == "" {
		return says(r.say.Say("import.nothing"))
	}
	return reply{later: func(ctx context.Context) reply { return b.readIn(ctx, r, [][]byte{[]byte(text)}) }}
}

func (b *Bot) attached(ctx context.Context, file *discordgo.MessageAttachment) ([]byte, error) {
	if file.Size > mostAttached {
		return nil, gateway.ErrTooLarge
	}
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	return b.send.Attachment(ctx, file.URL, mostAttached)
}

// readIn keeps the first of the texts that is a game and shows it. If none is, it
// says what is wrong with the one that came nearest.
func (b *Bot) readIn(ctx context.Context, r *request, texts [][]byte) reply {
	var nearest error = record.ErrNoGame
	for _, text := range texts {
		rec, g, err := gameIn(text)
		if err != nil {
			if !errors.Is(err, record.ErrNoGame) && (errors.Is(nearest, record.ErrNoGame) || further(err, nearest)) {
				nearest = err
			}
			continue
		}
		k := session.Kept{ID: b.Sessions.NewID(), Owner: r.by.Player, Names: [2]string{rec.Info.Red, rec.Info.Black},
			Title: titleOf(rec.Info), Game: g, Result: rec.Result, At: b.Now()}
		if err := b.Records.Keep(ctx, k); err != nil {
			return r.refused(err)
		}
		l, err := b.reel(ctx, r, k.ID)
		if err != nil {
			return r.refused(err)
		}
		return b.finish(ctx, r, b.frame(r, l, 0, "", reply{}).later)
	}
	return r.unreadable(nearest)
}

// gameIn reads a game or position. Talk is [record.ErrNoGame], and what is too long to
// step through [record.ErrTooBig].
func gameIn(text []byte) (*record.Record, *game.Game, error) {
	rec, err := record.Read(text)
	if err == nil && len(rec.Line) > mostImported {
		err = record.ErrTooBig
	}
	var g *game.Game
	if err == nil {
		g, err = rec.Game(game.NoRepetition)
	}
	if noGame(err) {
		err = record.ErrNoGame
	}
	return rec, g, err
}

// noGame reports whether a text failed at its very first word, which is nothing
// like a move: it is talk, not a game with a fault.
func noGame(err error) bool {
	var at *record.MoveError
	return errors.As(err, &at) && at.Ply == 1 && !errors.Is(err, record.ErrTruncated) && !notation.IsMoveLike(at.Text)
}

// further reports whether err arose deeper in a game than other.
func further(err, other error) bool {
	var a, o *record.MoveError
	return errors.As(err, &a) && (!errors.As(other, &o) || a.Ply > o.Ply)
}

func titleOf(i record.Info) string {
	var parts []string
	for _, p := range []string{i.Title, i.Event, i.Site, i.Date} {
		if p != "" && strings.Trim(p, "?.") != "" {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, ", ")
}

// unreadable says why a text is no game.
func (r *request) unreadable(err error) reply {
	var at *record.MoveError
	var fen *game.FENError
	switch {
	case errors.Is(err, gateway.ErrTooLarge), errors.Is(err, record.ErrTooBig):
		return says(r.say.Say("import.toolarge"))
	case errors.Is(err, record.ErrNoGame):
		return says(r.say.Say("import.nogame"))
	case errors.Is(err, record.ErrUnclosed):
		return says(r.say.Say("import.unclosed"))
	case errors.As(err, &at) && errors.Is(err, record.ErrTruncated):
		return says(r.say.Say("import.truncated", locale.Args{"Ply": at.Ply}))
	case errors.As(err, &at):
		why, _ := r.say.Refusal(&session.MoveError{Text: at.Text, Turn: at.Turn, Err: at.Err})
		return says(r.say.Say("import.move", locale.Args{"Ply": at.Ply, "Number": at.Number, "Reason": why}))
	case errors.As(err, &fen):
		return r.refused(err)
	}
	r.log.Info("a text could not be read as a game", "err", err)
	return says(r.say.Say("import.nogame"))
}

// readable reports whether an attachment's name or type promises text.
func readable(file *discordgo.MessageAttachment) bool {
	name := strings.ToLower(file.Filename)
	for _, end := range []string{".pgn", ".txt", ".fen", ".uci", ".dhtmlxq", ".ubb"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return strings.HasPrefix(file.ContentType, "text/")
}

// blocks is the parts of a message that may be a game: its code blocks, and then
// all of it without them being marked.
func blocks(content string) [][]byte {
	var all [][]byte
	add := func(text string) {
		if text = strings.TrimSpace(text); text != "" && utf8.ValidString(text) {
			all = append(all, []byte(text))
		}
	}
	rest := content
	for {
		_, after, ok := strings.Cut(rest, "```")
		if !ok {
			break
		}
		inside, next, ok := strings.Cut(after, "```")
		if !ok {
			break
		}
		add(inside)
		if first, body, ok := strings.Cut(inside, "\n"); ok && !strings.ContainsAny(strings.TrimSpace(first), " /[") {
			add(body) // the first line named a language
		}
		rest = next
	}
	plain := strings.ReplaceAll(content, "`", "")
	add(plain)
	for line := range strings.Lines(plain) {
		if strings.Count(line, "/") >= 9 { // a position within what was said
			add(positionIn(line))
		}
	}
	return all
}

// positionIn cuts a position out of a line: the word with nine slashes and the
// words that may follow it.
func positionIn(line string) string {
	words := strings.Fields(line)
	for i, w := range words {
		if strings.Count(w, "/") == 9 {
			kept := []string{strings.Trim(w, "\"'<>()")}
			for _, next := range words[i+1:] {
				if len(kept) == 6 || len(next) > 4 {
					break
				}
				kept = append(kept, next)
			}
			return strings.Join(kept, " ")
		}
	}
	return ""
}
