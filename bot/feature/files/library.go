package files

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match/archive"
	"yeye/game"
	"yeye/game/record"
)

// Actions of the list of a library's games. Their argument is the search text, "" for all games. They must not be
// renamed: old messages still carry them.
const (
	actionPage   = "bookpage" // show the page of the turn
	actionChoose = "bookgame" // open the selected entry
	actionSearch = "bookfind" // open the search form
	actionFound  = "bookseek" // the form's submission
)

const (
	// maxFind is the maximum length of a search text, which must fit into custom ids.
	maxFind = 40
	// maxProbed is the number of entries up to which all are parsed to decide whether a file has several games. A file
	// with more counts as having several.
	maxProbed = 10
)

// hasSeveral reports whether a file must be shown as a list: it has several games with moves, or an unreadable entry
// beside a readable one. Prose does not count.
func hasSeveral(f *record.File) bool {
	if f.Len() > maxProbed {
		return true
	}
	if f.Len() == 1 {
		return false
	}
	games, readable, unreadable := 0, 0, false
	for i := range f.Len() {
		rec, err := f.Game(i)
		switch {
		case errors.Is(err, record.ErrHeading) || archive.IsProse(f, i, err):
		case err != nil:
			unreadable = unreadable || readable == 0
		default:
			readable++
			if len(rec.Line) > 0 {
				games++
			}
		}
	}
	return games > 1 || unreadable && readable > 0
}

// readError says why an entry cannot be read, "" if it can, or if the file has more than maxProbed entries.
func readError(r *interaction.Request, f *record.File, entry int) string {
	if f.Len() > maxProbed {
		return ""
	}
	if _, err := f.Game(entry); err != nil && !errors.Is(err, record.ErrHeading) {
		if said, ok := archive.Refuse(r, err); ok {
			return said.Private.Content
		}
	}
	return ""
}

// storeLibrary stores a file as a library and lists its games.
func (f *files) storeLibrary(ctx context.Context, r *interaction.Request, data []byte, file *record.File,
	find string) (interaction.Response, error) {
	l, err := f.Games.StoreLibrary(ctx, r.Player, data, file)
	if err != nil {
		return interaction.Response{}, err
	}
	return list(r, &l, file, 0, find), nil
}

// list shows a page of a library's games.
func (f *files) list(r *interaction.Request, l *archive.Library, page int, find string) interaction.Response {
	return f.Games.LibraryResponse(l, func(ctx context.Context) (a interaction.Response, err error) {
		err = f.Games.OpenLibrary(ctx, l, func(file *record.File) error {
			a = list(r, l, file, page, find)
			return nil
		})
		return a, err
	})
}

func (f *files) turnPage(ctx context.Context, r *interaction.Request, c discord.ControlID,
	l archive.Library) (interaction.Response, error) {
	return f.list(r, &l, int(c.Turn), c.Arg).Editing(), nil
}

// search opens the search form.
func (f *files) search(_ context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	return interaction.Response{
		Modal: &discord.Modal{CustomID: discord.ControlID{Action: actionFound, ID: c.ID}.String(),
			MaxLength: maxFind,
			Title:     r.Text.Text("import.library.search"), Label: r.Text.Text("import.library.search.for")},
	}, nil
}

// showFound lists the games that match the submitted text.
func (f *files) showFound(ctx context.Context, r *interaction.Request, _ discord.ControlID,
	l archive.Library) (interaction.Response, error) {
	return f.list(r, &l, 0, strings.Join(r.Interaction.Values, " ")).Editing(), nil
}

func (f *files) choose(ctx context.Context, r *interaction.Request, _ discord.ControlID,
	l archive.Library) (interaction.Response, error) {
	entry, err := strconv.Atoi(r.Selected())
	if err != nil {
		return interaction.Response{}, archive.ErrNoGame
	}
	return f.Games.LibraryResponse(&l, func(ctx context.Context) (interaction.Response, error) {
		chosen, rec, err := f.Games.StoreEntry(ctx, &l, entry)
		if err != nil {
			return interaction.Response{}, err
		}
		a, err := f.opened(ctx, r, chosen)
		if rec != nil {
			a = archive.NoteOmissions(r, rec, a)
		}
		return a, err
	}), nil
}

// list answers with a page of a library's games.
func list(r *interaction.Request, l *archive.Library, file *record.File, page int, find string) interaction.Response {
	find = strings.TrimSpace(strings.ReplaceAll(locale.Cut(find, maxFind), ":", " "))
	found := file.Search(find)
	pages := max(1, (len(found)+discord.MaxOptions-1)/discord.MaxOptions)
	page = max(0, min(page, pages-1))
	shown := found[page*discord.MaxOptions : min(len(found), (page+1)*discord.MaxOptions)]

	title := cmp.Or(locale.Plain(l.Title, 80), r.Text.Text("import.library.untitled"))
	lines := []string{r.Text.Text("import.library.head", locale.Args{"Title": title, "Count": file.Len()})}
	switch {
	case len(found) == 0:
		lines = append(lines, r.Text.Text("import.library.none", locale.Args{"Find": locale.Plain(find, maxFind)}))
	case find != "":
		lines = append(lines, r.Text.Text("import.library.found",
			locale.Args{"Find": locale.Plain(find, maxFind), "Count": len(found)}))
	}
	if pages > 1 {
		lines = append(lines, r.Text.Text("import.library.page", locale.Args{"Page": page + 1, "Pages": pages}))
	}
	lines = append(lines, "-# "+r.Text.Text("import.library.how"))

	id := func(action, nonce string, page int, find string) string {
		return discord.ControlID{Action: action, ID: l.ID, Turn: int64(page), Arg: find, Nonce: nonce}.String()
	}
	var rows []discord.Row
	if len(shown) > 0 {
		var options []discord.Option
		for _, i := range shown {
			options = append(options, entryOption(r, i, file.Heading(i), readError(r, file, i)))
		}
		rows = append(rows, discord.Row{discord.Select{CustomID: id(actionChoose, "c"+strconv.Itoa(page), page, find),
			Placeholder: r.Text.Text("import.library.choose"), Options: options}})
	}
	var buttons discord.Row
	if pages > 1 {
		turn := func(sign, nonce string, to int) discord.Component {
			off := to < 0 || to >= pages || to == page
			return discord.Button{Label: sign, Style: discord.Secondary,
				CustomID: id(actionPage, nonce, max(0, min(to, pages-1)), find), Disabled: off}
		}
		buttons = append(buttons, turn("⏮", "a", 0), turn("◀", "b", page-1), turn("▶", "f", page+1),
			turn("⏭", "z", pages-1))
	}
	var others discord.Row
	if file.Len() > discord.MaxOptions || find != "" {
		others = append(others, discord.Button{Label: r.Text.Text("import.library.search"), Style: discord.Primary,
			CustomID: id(actionSearch, "s", 0, "")})
	}
	if find != "" {
		others = append(others, discord.Button{Label: r.Text.Text("import.library.all"), Style: discord.Secondary,
			CustomID: id(actionPage, "n", 0, "")})
	}
	for _, row := range []discord.Row{buttons, others} {
		if len(row) > 0 {
			rows = append(rows, row)
		}
	}
	return interaction.Answer(discord.Message{Content: strings.Join(lines, "\n"), Rows: rows})
}

// maxLabel limits the characters of an option's label and description.
const maxLabel = 90

// entryOption returns the option of a game. Its label is number, players and result, its description the event, or why
// it cannot be read.
func entryOption(r *interaction.Request, i int, h record.Heading, trouble string) discord.Option {
	info := h.Info
	about := archive.Title(info)
	label := ""
	switch {
	case h.Empty:
		label = "§ " + info.Title
	case info.Red != "" || info.Black != "":
		label = cmp.Or(info.Red, "?") + " – " + cmp.Or(info.Black, "?")
	case about != "":
		label, about = about, ""
	default:
		label = r.Text.Text("import.library.game")
	}
	if h.Result != game.Ongoing {
		label += "  " + h.Result.String()
	}
	o := discord.Option{Label: locale.Visible(fmt.Sprintf("%d. %s", i+1, label), maxLabel), Value: strconv.Itoa(i)}
	if trouble != "" {
		o.Description = locale.Visible(trouble, maxLabel)
	} else if strings.TrimSpace(about) != "" && !h.Empty {
		o.Description = locale.Visible(about, maxLabel)
	}
	return o
}
