// Package practice shows what masters play in a position: moves, frequencies and results. That is help with the
// position, so it requires a [fairplay.Permit], and no other package of the bot may import package masters. Features
// that show boards share it.
//
// Out of scope: handling its controls, who may ask.
package practice

import (
	"context"
	"embed"

	"yeye/ai/masters"
	"yeye/bot/locale"
	"yeye/bot/match/fairplay"
	"yeye/game"
)

//go:embed catalog/*.json
var catalog embed.FS

// Catalog returns the texts.
func Catalog() locale.Catalog { return locale.Embedded("practice", catalog) }

// maxMoves limits the moves shown.
const maxMoves = 5

// Page holds what masters play in the last position of a game.
type Page struct {
	at    game.Position
	moves []masters.Move // most frequent first
	games int            // number of games with any known move

	// If no move is known: the last move of the game that masters played too, and the position before it; none if a
	// position on the way there must not be evaluated.
	before game.Position
	last   game.Move
}

// Load returns what masters play in the last position of the permit's game, and charges the permit.
func Load(ctx context.Context, may fairplay.Permit) (*Page, error) {
	g, err := may.Last()
	if err == nil {
		err = may.Pay(ctx)
	}
	if err != nil {
		return nil, err
	}
	p, plies := pageOf(g)
	if p.last == game.NoMove {
		return p, nil
	}
	covered, err := may.CoversUntil(ctx, plies)
	if !covered {
		p.before, p.last = game.Position{}, game.NoMove
	}
	return p, err
}

// pageOf returns the page of a game, and how many of its plies are practice, if it says so.
func pageOf(g *game.Game) (p *Page, plies int) {
	p = &Page{at: *g.Position()}
	all := masters.At(&p.at)
	p.moves, p.games = all[:min(len(all), maxMoves)], masters.TotalGames(all)
	if way, ok := masters.Follow(g.Start(), g.Moves()); len(all) == 0 && ok && way.Plies > 0 {
		p.before, p.last, plies = *g.Upto(way.Plies - 1).Position(), g.Moves()[way.Plies-1], way.Plies
	}
	return p, plies
}
