package record

import (
	"slices"
	"strings"

	"golang.org/x/text/cases"

	"yeye/game"
)

// File is a file split into its games. None of them is played until it is
// requested, so that a library can be listed at once.
type File struct {
	Format Format
	Title  string // of a library
	games  []entry
}

// Heading describes a game in a list of games.
type Heading struct {
	Info   Info
	Result game.Result
	Empty  bool // the heading of a chapter, or damaged: there is no game to open
}

type entry struct {
	heading Heading
	read    func() (*Record, error)
}

func (f *File) add(h Heading, read func() (*Record, error)) {
	f.games = append(f.games, entry{h, read})
}

// orErrNoGame returns the file, or ErrNoGame if it has no games.
func (f *File) orErrNoGame() (*File, error) {
	if len(f.games) == 0 {
		return nil, ErrNoGame
	}
	return f, nil
}

// Len is the number of entries.
func (f *File) Len() int { return len(f.games) }

// Heading returns the heading of entry i, which is known without reading it.
func (f *File) Heading(i int) Heading { return f.games[i].heading }

// Game reads entry i.
func (f *File) Game(i int) (*Record, error) { return f.games[i].read() }

// First reads the first entry that is a game.
func (f *File) First() (*Record, error) {
	for i := range f.games {
		if !f.games[i].heading.Empty {
			return f.Game(i)
		}
	}
	return nil, ErrNoGame
}

// Only returns a [*SeveralError] for a file of several games or positions. A duplicate counts once. talk reports, given
// the number of an entry and the error of reading it, whether the entry is prose, which does not count. Unreadable
// entries count, unless the first is unreadable: then the caller gets its error.
func (f *File) Only(talk func(i int, err error) bool) error {
	found := map[string]bool{}
	for i := range f.games {
		if f.games[i].heading.Empty {
			continue
		}
		r, err := f.Game(i)
		switch {
		case err == nil:
			found[WriteUCI(r)] = true
		case talk(i, err):
		case len(found) == 0:
			return nil
		default:
			found[err.Error()] = true
		}
	}
	if len(found) > 1 {
		return &SeveralError{len(found)}
	}
	return nil
}

// Search returns the entries whose heading contains every word of text, in any case and in any field; all entries for a
// text without words.
func (f *File) Search(text string) []int {
	fold := cases.Fold()
	words := strings.Fields(fold.String(text))
	var found []int
	for i := range f.games {
		info := f.games[i].heading.Info
		all := make([]string, len(tags))
		for n, t := range tags {
			all[n] = *t.field(&info)
		}
		in := fold.String(strings.Join(all, "\n"))
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(in, w) }) {
			found = append(found, i)
		}
	}
	return found
}
