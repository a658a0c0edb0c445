package feature

import (
	"embed"
	"io/fs"

	"yeye/bot/locale"
)

// Catalog returns the texts that a feature embeds in its folder catalog.
func Catalog(name string, files embed.FS) locale.Catalog {
	below, err := fs.Sub(files, "catalog")
	if err != nil {
		panic(err) // the name is valid
	}
	return locale.Catalog{Name: name, Files: below}
}
