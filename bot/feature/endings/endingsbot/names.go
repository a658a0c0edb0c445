package endingsbot

import (
	"strings"

	"golang.org/x/text/cases"

	"yeye/bot/discord"
	"yeye/bot/feature/endings"
	"yeye/bot/match/view"
	"yeye/game"
)

// Names finds endings by their names in the reader's language.
type Names struct{}

// Search returns the endings whose names contain a text, all for "", in display order, as up to discord.MaxOptions
// choices.
func (Names) Search(r *view.Reader, text string) (found []discord.Choice) {
	fold := cases.Fold()
	sought := fold.String(strings.TrimSpace(text))
	for _, chapter := range endings.Chapters() {
		for _, one := range endings.In(chapter) {
			called := nameOf(r.Words, &one)
			if len(found) < discord.MaxOptions && strings.Contains(fold.String(called), sought) {
				found = append(found, discord.Choice{Name: discord.Text{Default: called}, Value: one.Name})
			}
		}
	}
	return found
}

// Find returns the position of an ending, given a value from Search or its name in the reader's language.
func (Names) Find(r *view.Reader, text string) (game.Position, bool) {
	if one, ok := endings.Find(text); ok {
		return one.Start, true
	}
	fold := cases.Fold()
	for _, chapter := range endings.Chapters() {
		for _, one := range endings.In(chapter) {
			if fold.String(nameOf(r.Words, &one)) == fold.String(strings.TrimSpace(text)) {
				return one.Start, true
			}
		}
	}
	return game.Position{}, false
}

// Name returns the name of the ending that starts from a position; ok is false if none does.
func (Names) Name(r *view.Reader, p *game.Position) (string, bool) {
	for _, chapter := range endings.Chapters() {
		for _, one := range endings.In(chapter) {
			if one.Start.Same(p) {
				return nameOf(r.Words, &one), true
			}
		}
	}
	return "", false
}
