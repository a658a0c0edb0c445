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
	if !checkZone[k].Intersects(both) {
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
	if pawnSources[us][k].Intersects(moved(Pawn)) {
		return true
	}
	if horses := moved(Horse); horseSources[k].targets[0].Intersects(horses) &&
		horseSources[k].destinations(&occ).Intersects(horses) {
		return true
	}
	line := &lines[k]
	if rooks := moved(Rook).Or(moved(King)); line.Intersects(rooks) && RookAttacks(k, occ).Intersects(rooks) {
		return true
	}
	cannons := moved(Cannon)
	return line.Intersects(cannons) && CannonCaptures(k, occ).Intersects(cannons)
}

// checkZone[k] holds the squares that a move must start or end on to give check to a king on k, unless a horse makes
// it: the king's file and rank, on which pieces attack, are mounts and are discovered, and the legs of horses.
var checkZone = func() (t stepTable) {
	for s := range t {
		t[s] = lines[s].Or(horseSources[s].allBlockers)
	}
	return
}()
