package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"yeye/game/notation"
	"yeye/game/record"
)

type convertCmd struct {
	In       string `arg:"" optional:"" default:"-" help:"Game file, folder of game files, or - for stdin."`
	Out      string `arg:"" optional:"" default:"-" help:"Output file, folder if IN is one, or - for stdout."`
	To       string `enum:",pgn,dhtmlxq,uci,xqf" default:"" help:"Format to write: pgn, dhtmlxq, uci or xqf; by default from the extension of OUT, else pgn."`
	Notation string `enum:"coordinates,wxf,zh,zh-hant" default:"coordinates" help:"Notation of moves in PGN: coordinates (ICCS), wxf, zh or zh-hant."`
	progress
}

func (c *convertCmd) Run() error {
	if c.To == "" {
		c.To = strings.TrimPrefix(strings.ToLower(filepath.Ext(c.Out)), ".")
		if !slices.Contains(record.Formats, c.To) {
			c.To = string(record.PGN)
		}
	}
	if c.In == "-" {
		return c.convertStdin()
	}
	info, err := os.Stat(c.In)
	if err != nil {
		return err
	}
	if info.IsDir() {
		return c.convertFolder()
	}
	return c.convertFile(c.In, c.Out)
}

// convertStdin converts the game on stdin.
func (c *convertCmd) convertStdin() error {
	if c.Out == "-" {
		return c.convert(os.Stdin, os.Stdout)
	}
	return c.save(os.Stdin, c.Out)
}

// convert reads a game file of any format and writes all its games in another format.
func (c *convertCmd) convert(in io.Reader, out io.Writer) error {
	games, err := c.games(in)
	if len(games) > 1 && c.To == string(record.XQF) {
		return fmt.Errorf("there are %d games, but an XQF file holds one: name an output file", len(games))
	}
	_, err1 := io.WriteString(out, strings.Join(games, c.separator()))
	return errors.Join(err, err1)
}

// separator is the text between two games in a file.
func (c *convertCmd) separator() string {
	if c.To == string(record.PGN) {
		return "\n"
	}
	return ""
}

// games returns every game of a file in the new format. The error lists the games that are missing.
func (c *convertCmd) games(in io.Reader) (games []string, err error) {
	data, err := io.ReadAll(io.LimitReader(in, record.MaxSize+1))
	if err != nil {
		return nil, err
	}
	f, err := record.Open(data)
	if err != nil {
		return nil, err
	}
	var errs []error
	for i := range f.Len() {
		if f.Heading(i).Empty {
			continue
		}
		text, err := c.game(f, i)
		switch {
		case err == nil:
			games = append(games, text)
		case f.Len() == 1:
			return nil, err
		default:
			errs = append(errs, fmt.Errorf("game %d: %w", i+1, err))
		}
	}
	return games, errors.Join(errs...)
}

func (c *convertCmd) game(f *record.File, i int) (string, error) {
	r, err := f.Game(i)
	if err != nil {
		return "", err
	}
	if o, ok := record.NameOpening(r.Start, r.Moves()); ok && r.Info.Opening == "" && c.To == string(record.PGN) {
		r.Info.Opening = o.Name.English
	}
	family, ok := notation.ParseFamily(c.Notation)
	if !ok {
		return "", fmt.Errorf("unknown notation %q", c.Notation)
	}
	return record.Write(r, c.To, family)
}

// convertFile converts one file. Readable games are written even if others are not readable.
func (c *convertCmd) convertFile(in, out string) error {
	f, err := os.Open(in)
	if err != nil {
		return err
	}
	defer f.Close()
	if out == "-" {
		return c.convert(f, os.Stdout)
	}
	return c.save(f, out)
}

func (c *convertCmd) save(in io.Reader, out string) error {
	games, err := c.games(in)
	if len(games) == 0 {
		return cmp.Or(err, record.ErrNoGame)
	}
	return errors.Join(err, c.write(games, out))
}

// write writes the games into a file, or into numbered files if the format holds one game per file.
func (c *convertCmd) write(games []string, out string) error {
	if c.To != string(record.XQF) || len(games) == 1 {
		return os.WriteFile(out, []byte(strings.Join(games, c.separator())), 0o644)
	}
	ending := filepath.Ext(out)
	for i, g := range games {
		numbered := fmt.Sprintf("%s-%03d%s", strings.TrimSuffix(out, ending), i+1, ending)
		if err := os.WriteFile(numbered, []byte(g), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// gameExtensions are the extensions of the files that are converted in a folder.
var gameExtensions = []string{".xqf", ".cbr", ".cbl", ".cbf", ".pgn", ".txt", ".ubb", ".dhtmlxq", ".uci", ".fen"}

// convertFolder converts every game file below a folder to one of the same name below another folder.
// Files that cannot be read are listed at the end.
func (c *convertCmd) convertFolder() error {
	if c.Out == "-" {
		return errors.New("a folder is converted into a folder: name the output folder")
	}
	paths, err := gameFiles(c.In)
	if err != nil {
		return err
	}
	bar := c.bar(max(1, len(paths)))
	used := make(map[string]bool)
	var errs []error
	for _, path := range paths {
		out := strings.TrimSuffix(path, filepath.Ext(path)) + "." + c.To
		if used[strings.ToLower(out)] {
			out = path + "." + c.To
		}
		used[strings.ToLower(out)] = true
		out = filepath.Join(c.Out, out)
		err := os.MkdirAll(filepath.Dir(out), 0o755)
		if err == nil {
			err = c.convertFile(filepath.Join(c.In, path), out)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", path, err))
		}
		_ = bar.Add(1)
	}
	_ = bar.Finish()
	if len(errs) > 0 {
		return fmt.Errorf("%d of %d files could not be read completely:\n%w", len(errs), len(paths),
			errors.Join(errs...))
	}
	return nil
}

// gameFiles returns the game files below a folder, by their paths relative to it.
func gameFiles(root string) (paths []string, err error) {
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !slices.Contains(gameExtensions, strings.ToLower(filepath.Ext(path))) {
			return err
		}
		path, err = filepath.Rel(root, path)
		paths = append(paths, path)
		return err
	})
	return paths, err
}
