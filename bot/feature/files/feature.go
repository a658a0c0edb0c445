// Package files exchanges games with other programs: /export, /import, and the context menu that reads a message as a
// game.
package files

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"slices"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/door"
	"yeye/bot/feature"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/archive"
	"yeye/bot/match/challenge"
	"yeye/bot/match/replaypage"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/game/jieqi/foreign"
	"yeye/game/notation"
	"yeye/game/record"
)

//go:embed catalog/*.json
var catalog embed.FS

// Services are what the feature depends on.
type Services struct {
	feature.Kit
	Challenges *challenge.Service
	Pages      *replaypage.Pages
	REST       archive.Source
	Cards      Cards
	Connection Connection
	Annotators []feature.OptionalAPI[archive.Annotator]
}

// Cards finds the subject of a message; display.Display implements it.
type Cards interface {
	SubjectOf(ctx context.Context, m id.Message) (id.Subject, bool, error)
	CardOn(m *discord.Received) (discord.ControlID, bool)
}

// Connection returns the bot's user; connection.Manager implements it.
type Connection interface {
	Self() id.Player
}

type files struct{ Services }

// New returns the feature.
func New(s Services) feature.Feature {
	f := &files{s}
	return feature.Feature{
		Name:    "files",
		Catalog: locale.Embedded("files", catalog),
		Commands: []interaction.Command{
			{Name: "export", Door: door.Anybody.Alone(), Options: exportOptions, Handle: f.export},
			{Name: "import", Door: door.Anybody.Alone(), Options: importOptions, Handle: f.importGame},
			{Name: "read-message", Kind: discord.MessageCommand, Door: door.Anybody.Alone(), Handle: f.readMessage},
		},
		Components: []interaction.Component{
			{Action: view.ActionExport, Door: door.Anybody.Alone(),
				Handle: interaction.Loading(f.Games.ByControl, f.clickExport)},
			{Action: actionPage, Door: door.Anybody.Alone(),
				Handle: interaction.Loading(f.Games.LibraryByControl, f.turnPage)},
			{Action: actionChoose, Door: door.Anybody.Alone(),
				Handle: interaction.Loading(f.Games.LibraryByControl, f.choose)},
			{Action: actionSearch, Door: door.Anybody.Alone(), Handle: f.search},
			{Action: actionFound, Door: door.Anybody.Alone(),
				Handle: interaction.Loading(f.Games.LibraryByControl, f.showFound)},
		},
	}
}

// formats lists the choices of /export; the first is the default.
var formats = []string{"pgn", "xqf", "dhtmlxq", "uci", "fen"}

// gameFormats are the formats that contain a whole game with its comments.
var gameFormats = formats[:3]

func exportOptions(t interaction.Texts) []discord.CommandOption {
	return []discord.CommandOption{
		t.Pick("export", "format", t.Choices("command.export.format.", formats...)...),
		t.Pick("export", "moves", t.Choices("command.export.moves.", "iccs", "wxf", "chinese", "vietnamese")...)}
}

// export handles /export: it answers with the channel's current or last game in a format.
func (f *files) export(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	m, err := f.Challenges.LatestMatch(ctx, r.Channel)
	if err != nil {
		return interaction.Response{}, err
	}
	g, err := f.Games.OfMatch(ctx, r, &m)
	if err != nil {
		return interaction.Response{}, err
	}
	return f.exported(ctx, r, &g, r.Options["format"], r.Options["moves"])
}

// clickExport answers with the game of a replay or study, as PGN at first, with buttons for the other gameFormats.
func (f *files) clickExport(ctx context.Context, r *interaction.Request, c discord.ControlID,
	g archive.Game) (interaction.Response, error) {
	format := formats[0]
	again := slices.Contains(gameFormats, c.Arg)
	if again {
		format = c.Arg
	}
	a, err := f.exported(ctx, r, &g, format, "")
	if err != nil {
		return a, err
	}
	var row discord.Row
	for _, other := range gameFormats {
		if other != format {
			row = append(row, discord.ControlID{Action: view.ActionExport, ID: c.ID,
				Arg: other}.Button(record.Format(other).String(), discord.Secondary))
		}
	}
	if g.Variant().Portable() {
		a.Private.Rows = []discord.Row{row}
	}
	if again {
		return a.Editing(), nil
	}
	return a, nil
}

// maxShown is the maximum length, in bytes, of a text that is shown in the message.
const maxShown = 1500

// exported returns the answer with a game, with annotations, as a file. A short text is shown in the message too, for
// copying.
func (f *files) exported(ctx context.Context, by *interaction.Request, g *archive.Game,
	format, moves string) (interaction.Response, error) {
	r := f.Readers.For(by)
	if v, flipped := g.Flipped(by.Player); flipped {
		return exportedFlipped(r, by.Player, g, &v, format), nil
	}
	rec := g.Record(r)
	for _, part := range f.Annotators {
		a, on, err := part.On(ctx, by.Guild)
		if on {
			err = a.Annotate(ctx, by, g, rec)
		}
		if err != nil {
			return interaction.Response{}, err
		}
	}
	if format == "xqf" {
		return interaction.Answer(discord.Message{Content: r.Text("export.text"),
			Files: []discord.File{{Name: "yeye-" + string(g.ID) + ".xqf", ContentType: "application/octet-stream",
				Data: record.WriteXQF(rec)}}}), nil
	}
	text, extension := "", ".txt"
	switch format {
	case "fen":
		text, extension = g.CurrentGame().Position().FEN()+"\n", ".fen"
	case "uci":
		line := record.FromGame(g.CurrentGame())
		text = record.WriteUCI(line)
	case "dhtmlxq":
		text = record.WriteDhtmlXQ(rec)
	default:
		text, extension = record.WritePGN(rec, family(r, moves)), ".pgn"
	}
	return textFile(r, g, extension, text), nil
}

// textFile answers with a text as a file, and in the message if it is short.
func textFile(r *view.Reader, g *archive.Game, extension, text string) interaction.Response {
	said := r.Text("export.text")
	if len(text) <= maxShown {
		said = codeBlock(text)
	}
	return interaction.Answer(discord.Message{Content: said,
		Files: []discord.File{{Name: "yeye-" + string(g.ID) + extension, ContentType: "text/plain; charset=utf-8",
			Data: []byte(text)}}})
}

// family returns the notation of a file's moves: the requested one, else the reader's, which may be coordinates.
func family(r *view.Reader, asked string) notation.Family {
	switch asked {
	case "iccs":
		return notation.Coordinates
	case "wxf":
		return notation.WXF
	case "vietnamese":
		return notation.Vietnamese
	case "chinese":
		if r.Notation() == notation.Traditional || r.Tag() == "zh-TW" {
			return notation.Traditional
		}
		return notation.Chinese
	}
	if r.Counting() == words.ByLetters {
		return notation.Coordinates
	}
	return r.Notation()
}

// codeBlock formats text as a code block. Backticks, which would end the block, become apostrophes; invisible
// characters are removed.
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

func importOptions(t interaction.Texts) []discord.CommandOption {
	return []discord.CommandOption{t.Typed("import", "text", archive.MaxPasted),
		t.Option("import", "file", discord.AttachmentOption), t.Typed("import", "find", maxFind)}
}

// importGame handles /import: it stores a pasted or attached game and opens it as a private replay, or lists a file of
// several games. The option find filters that list, or without a text that of the last imported file.
func (f *files) importGame(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	find := r.Options["find"]
	if file, ok := r.Attachment("file"); ok {
		return f.Games.ReadingResponse(r.Player, file.Size, func(ctx context.Context) (interaction.Response, error) {
			data, err := archive.Attached(ctx, f.REST, file)
			if err != nil {
				return interaction.Response{}, err
			}
			return f.read(ctx, r, [][]byte{data}, find)
		}), nil
	}
	text := r.Options["text"]
	switch {
	case strings.TrimSpace(text) != "":
		return interaction.Response{Work: func(ctx context.Context) (interaction.Response, error) {
			return f.read(ctx, r, [][]byte{[]byte(text)}, find)
		}}, nil
	case strings.TrimSpace(find) != "":
		l, err := f.Games.LastLibrary(ctx, r.Player)
		if err != nil {
			return interaction.Response{}, err
		}
		return f.list(r, &l, 0, find), nil
	}
	return interaction.Say(r.Text.Text("import.nothing")), nil
}

// read stores and shows the first of the texts that contains a game. If none does, it returns the error of the text
// that was parsed furthest.
func (f *files) read(ctx context.Context, r *interaction.Request, texts [][]byte,
	find string) (interaction.Response, error) {
	var nearest error = record.ErrNoGame
	for _, text := range texts {
		shown, err := f.readOne(ctx, r, text, find)
		if err == nil {
			return shown, nil
		}
		if _, bad := archive.Refuse(r, err); !bad {
			return interaction.Response{}, err
		}
		if !errors.Is(err, record.ErrNoGame) && (errors.Is(nearest, record.ErrNoGame) ||
			archive.IsDeeper(err, nearest)) {
			nearest = err
		}
	}
	if errors.Is(nearest, record.ErrNoGame) {
		for _, text := range texts {
			if site, ok := record.LinkedSite(string(text)); ok {
				return interaction.Say(linkText(r, site)), nil
			}
		}
	}
	return interaction.Response{}, nearest
}

// readOne stores and shows a text with one game or several.
func (f *files) readOne(ctx context.Context, r *interaction.Request, text []byte,
	find string) (a interaction.Response, err error) {
	if decoded, ok := record.Decode(text); ok && foreign.Is(decoded) {
		return f.storeFlipped(ctx, r, decoded)
	}
	err = f.Games.Open(ctx, text, func(file *record.File) (err error) {
		if hasSeveral(file) {
			a, err = f.storeLibrary(ctx, r, text, file, find)
		} else {
			a, err = f.storeFirst(ctx, r, file)
		}
		return err
	})
	return a, err
}

// storeFlipped stores a game of flipped chess and opens it.
func (f *files) storeFlipped(ctx context.Context, r *interaction.Request, text string) (interaction.Response, error) {
	rec, err := foreign.Read(text)
	if err != nil {
		return interaction.Response{}, err
	}
	kept, err := f.Games.Store(ctx, archive.NewFlipped(r.Player, rec))
	if err != nil {
		return interaction.Response{}, err
	}
	return f.opened(ctx, r, kept)
}

// storeFirst stores the first game of a file and opens it.
func (f *files) storeFirst(ctx context.Context, r *interaction.Request,
	file *record.File) (interaction.Response, error) {
	rec, g, err := archive.ReadFirst(file)
	if err != nil {
		return interaction.Response{}, err
	}
	kept, err := f.Games.Store(ctx, archive.NewImported(r.Player, rec, g))
	if err != nil {
		return interaction.Response{}, err
	}
	a, err := f.opened(ctx, r, kept)
	return archive.NoteOmissions(r, rec, a), err
}

// opened answers with the replay of a stored game.
func (f *files) opened(ctx context.Context, r *interaction.Request, of id.Match) (interaction.Response, error) {
	one, err := f.Games.Find(ctx, r, of)
	if err != nil {
		return interaction.Response{}, err
	}
	return f.Pages.Show(r, one, 0, ""), nil
}

// linkText says what to copy from the site of a link. The bot opens no links.
func linkText(r *interaction.Request, site record.Site) string {
	args := locale.Args{"Name": site.Name, "Format": site.Gives.String()}
	switch {
	case site.Western:
		return r.Text.Text("import.link.western", args)
	case site.Gives != "":
		return r.Text.Text("import.link.format", args)
	}
	return r.Text.Text("import.link", args)
}

// subjectOf returns the id of the subject whose card is the target message: from the display's records, else from the
// message's controls.
func (f *files) subjectOf(ctx context.Context, r *interaction.Request) (id.Match, bool) {
	if s, ok, err := f.Cards.SubjectOf(ctx, id.Message(r.Target)); err == nil && ok {
		return s.ID, true
	}
	m := r.Interaction.Messages[id.Message(r.Target)]
	if m == nil || m.Author.ID != f.Connection.Self() {
		return "", false
	}
	c, ok := f.Cards.CardOn(m)
	return c.ID, ok
}

// readAll downloads files, of archive.MaxAttached bytes in total, and reads them and the texts beside them.
func (f *files) readAll(ctx context.Context, r *interaction.Request, files []discord.Attachment,
	beside [][]byte) (interaction.Response, error) {
	var texts [][]byte
	var failed error
	left := int64(archive.MaxAttached)
	for _, file := range files {
		if file.Size > left {
			failed = discord.ErrTooLarge
			continue
		}
		left -= file.Size
		data, err := archive.Attached(ctx, f.REST, file)
		if err != nil {
			failed = err
			continue
		}
		texts = append(texts, data)
	}
	a, err := f.read(ctx, r, append(texts, beside...), "")
	if failed != nil && errors.Is(err, record.ErrNoGame) { // report the file's error, since the text is seldom a game
		err = failed
	}
	return a, err
}

// readMessage handles the context menu: it reads a message and its attachments as a game or position. For a card of the
// bot it opens the game's replay.
func (f *files) readMessage(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	if of, ok := f.subjectOf(ctx, r); ok {
		if _, err := f.Challenges.Get(ctx, of); err == nil {
			if _, err := f.Matches.Get(ctx, of); errors.Is(err, match.ErrNoMatch) {
				return interaction.Response{}, challenge.ErrUnanswered
			}
		}
		one, err := f.Games.Find(ctx, r, of)
		if err != nil {
			return interaction.Response{}, err
		}
		return f.Pages.Show(r, one, one.CardPlace(), ""), nil
	}
	m := r.Interaction.Messages[id.Message(r.Target)]
	if m == nil {
		return interaction.Say(r.Text.Text("import.nogame")), nil
	}
	files, size := slices.DeleteFunc(slices.Clone(m.Attachments),
		func(a discord.Attachment) bool { return !maybeGame(a) }), int64(0)
	for _, file := range files {
		size += file.Size
	}
	return f.Games.ReadingResponse(r.Player, size, func(ctx context.Context) (interaction.Response, error) {
		return f.readAll(ctx, r, files, candidateTexts(m.Content))
	}), nil
}
