package rating

// Players can open accounts that lose to them, and a newcomer's first game may end before it has really started. A game
// so short that it took no effort, however it ended, changes little: the winner's gain is limited as long as so little
// is known of the opponent that it would count for much, and so is the loss of who has hardly played before.
//
// The loser's deviation falls as by any game. So only the first games can be lost for so little, whether to give points
// to another player, to leave a bad opening, or to have a low rating: one against a settled opponent, four against
// newcomers. Every later one is lost in full.
const (
	// ShortPlies is the number of plies below which a game is short.
	ShortPlies = 40
	// ShortGain is the most that a limited win gains and a limited loss costs: about what a settled player gains from
	// an equal.
	ShortGain = 10
	// newFrom is the deviation from which on a player counts as having hardly played: it is 500 before the first
	// game, and after it 290 against a settled opponent, 400 against a newcomer.
	newFrom = 300
)

// LimitsGain reports whether the winner's gain of a game is limited.
func LimitsGain(loser Rating, plies int) bool { return plies < ShortPlies && loser.Provisional() }

// LimitsLoss reports whether the loser's loss of a game is limited.
func LimitsLoss(loser Rating, plies int) bool { return plies < ShortPlies && isNew(loser) }

// isNew reports whether a player has hardly played.
func isNew(r Rating) bool { return r.Deviation >= newFrom }

// LimitLossIfNew returns the rating after a loss: after, but at most ShortGain points below before if the player had
// hardly played.
func LimitLossIfNew(before, after Rating) Rating {
	if isNew(before) {
		return limitLoss(before, after)
	}
	return after
}

// limitGain returns the winner's rating after a limited win: at most ShortGain points more, with the deviation and
// volatility of before.
func limitGain(before, after Rating) Rating {
	return Rating{min(after.Value, before.Value+ShortGain), before.Deviation, before.Volatility}
}

// limitLoss returns the loser's rating after a limited loss: at most ShortGain points less, with the new deviation
// and volatility.
func limitLoss(before, after Rating) Rating {
	after.Value = max(after.Value, before.Value-ShortGain)
	return after
}
