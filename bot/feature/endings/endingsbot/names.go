package endingsbot

import (
	"strings"

	"golang.org/x/text/cases"

	"yeye/bot/discord"
	"yeye/bot/feature/endings"
	"yeye/bot/match/view"
	"yeye/game"
)

// Names finds endings by their names in the language of a reader.
type Names struct{}

// Search returns the endings whose names contain a text, all of them for "", in their order, as choices of an option:
// as many as that may have.
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

// Find returns the position of the ending of a choice's value, or of a name that was typed.
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

// Name returns the name of a position, false if no ending begins from it.
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
