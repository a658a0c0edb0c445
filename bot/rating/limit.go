package rating

// Anybody can open accounts that lose to them. The loser loses in full. The winner's gain is limited if the game was so short that it
// cost nobody anything, however it ended, and if so little is known of the opponent that it would count for much.
const (
	// ShortPlies is the number of plies below which a game is short.
	ShortPlies = 40
	// ShortGain is the most that a limited win gains: about what a settled player gains from an equal.
	ShortGain = 10
)

// Limited reports whether the winner's gain of a game is limited.
func Limited(loser Rating, plies int) bool { return plies < ShortPlies && loser.Provisional() }

// limit returns the winner's rating after a limited win: hardly better, and no better known than before.
func limit(before, after Rating) Rating {
	return Rating{min(after.Value, before.Value+ShortGain), before.Deviation, before.Volatility}
}
