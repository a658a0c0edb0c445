// Package view turns a match into a message: its text, its picture and its controls, public or for one reader. Package
// words below it has the sentences.
//
// Out of scope: requests to Discord, reads of the database except a reader's preferences and locale, decisions
// about a match.
package view

import (
	"embed"

	"yeye/bot/locale"
)

//go:embed catalog/*.json
var catalog embed.FS

// Catalog returns the texts of cards and of the messages around them.
func Catalog() locale.Catalog { return locale.Embedded("view", catalog) }
