// Package locale is everything the bot says, in the player's language: cards,
// refusals, descriptions of commands, and the text that stands for a picture.
//
// The sentences are in the catalogs beside this file, named by topic and language
// (hint.vi.json, go-i18n); active is the table itself. A
// [Speaker] speaks one language; [Catalog.For] finds it for a Discord locale.
//
// What may not enter: decisions. A speaker is given what happened and says it.
package locale
