package game

// GivesCheck reports whether the legal move m gives check: directly, by discovery, or by adding or removing a screen.
// The move is not made.
func (p *Position) GivesCheck(m Move) bool {
	us := p.turn & 1
	from, to := m.From(), m.To()
	k := p.kings[us^1]
	both := squareBB[from].Or(squareBB[to])
	pieces := &p.pieces[us]
	role := p.board[from].Role()
	if !checkZone[k].Meets(both) {
		occ := p.Occupied()
		return role == Horse && horseSources[k].targets[0].Has(to) && horseSources[k].destinations(&occ).Has(to)
	}
	occ := p.Occupied().Minus(squareBB[from]).Or(squareBB[to])
	moved := func(r Role) Bitboard {
		if r == role {
			return pieces[r].Xor(both)
		}
		return pieces[r]
	}
	if pawnSources[us][k].Meets(moved(Pawn)) {
		return true
	}
	if horses := moved(Horse); horseSources[k].targets[0].Meets(horses) &&
		horseSources[k].destinations(&occ).Meets(horses) {
		return true
	}
	line := &lines[k]
	if rooks := moved(Rook).Or(moved(King)); line.Meets(rooks) && RookAttacks(k, occ).Meets(rooks) {
		return true
	}
	cannons := moved(Cannon)
	return line.Meets(cannons) && CannonCaptures(k, occ).Meets(cannons)
}

// checkZone[k] holds the points from which or to which a move must go to check a king on k, unless it is a
// horse's move: the king's lines, on which pieces attack, are screens and are discovered, and the legs of horses.
var checkZone = func() (t stepTable) {
	for s := range t {
		t[s] = lines[s].Or(horseSources[s].allBlockers)
	}
	return
}()
