package locale

import (
	"embed"
	"io/fs"
)

// Embedded returns the texts that a package embeds in its folder catalog.
func Embedded(name string, files embed.FS) Catalog {
	below, err := fs.Sub(files, "catalog")
	if err != nil {
		panic(err) // the name is valid
	}
	return Catalog{Name: name, Files: below}
}
