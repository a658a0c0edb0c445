package game

// Replay returns the game in which moves were played from start, continuing past ends by the rules like [Game.PlayOn].
// Only its last position is judged, so it takes time linear in the moves. An illegal move is an [*IllegalMove].
func Replay(start Position, rules Rules, moves []Move) (*Game, error) {
	g := &Game{rules: rules, start: start, now: start, moves: make([]Move, 0, len(moves)),
		undos: make([]Undo, 0, len(moves))}
	for _, m := range moves {
		if err := g.now.Explain(m); err != nil {
			return nil, err
		}
		g.undos = append(g.undos, g.now.Do(m))
		g.moves = append(g.moves, m)
	}
	g.outcome = judge(&g.now, g.moves, g.undos, rules)
	return g, nil
}

// Upto returns the game after its first ply plies, 0 to Ply().
func (g *Game) Upto(ply int) *Game {
	at, _ := Replay(g.start, g.rules, g.moves[:ply]) // the moves are legal, so there is no error
	return at
}
