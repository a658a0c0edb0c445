// Package schema holds the migrations that make a database's schema, one sequence for all packages, as SQLite reads
// them. PostgreSQL's are the same in its own types.
//
// Out of scope: how they are run.
package schema

import (
	"embed"
	"io"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

//go:embed *.sql
var migrations embed.FS

// postgresOnly holds the migrations that replace those of the same name for PostgreSQL.
//
//go:embed postgres/*.sql
var postgresOnly embed.FS

// SQLite returns the migrations for SQLite.
func SQLite() fs.FS { return migrations }

// Postgres returns the migrations for PostgreSQL. They begin with one that makes the schema as it was when PostgreSQL
// was added.
func Postgres() fs.FS { return postgresFS{} }

const first = "00029" // the number of PostgreSQL's first migration

type postgresFS struct{}

// Open implements [fs.FS].
func (postgresFS) Open(name string) (fs.File, error) {
	if f, err := postgresOnly.Open(path.Join("postgres", name)); err == nil && name != "." {
		return f, nil
	}
	if name != "." && name < first {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	f, err := migrations.Open(name)
	if err != nil || name == "." {
		return f, err
	}
	defer f.Close()
	text, err := io.ReadAll(f)
	return file{f, strings.NewReader(translate(string(text)))}, err
}

// ReadDir implements [fs.ReadDirFS].
func (postgresFS) ReadDir(name string) ([]fs.DirEntry, error) {
	all, err := migrations.ReadDir(name)
	return slices.DeleteFunc(all, func(e fs.DirEntry) bool { return e.Name() < first }), err
}

// file is a migration with another text.
type file struct {
	fs.File
	text *strings.Reader
}

func (f file) Read(to []byte) (int, error) { return f.text.Read(to) }

var postgresDiffers = regexp.MustCompile(`\b(INTEGER|TEXT|BLOB|REAL)\b|\) STRICT(, WITHOUT ROWID)?|x''|--.*`)

// translate returns a migration with PostgreSQL's types. Text is compared byte by byte, as everywhere in the program.
// Comments are not translated.
func translate(text string) string {
	return postgresDiffers.ReplaceAllStringFunc(text, func(s string) string {
		switch s {
		case "INTEGER":
			return "BIGINT"
		case "TEXT":
			return `TEXT COLLATE "C"`
		case "BLOB":
			return "BYTEA"
		case "REAL":
			return "DOUBLE PRECISION"
		case ") STRICT", ") STRICT, WITHOUT ROWID":
			return ")"
		case "x''":
			return "''"
		}
		return s
	})
}
