package finish

import "yeye/game"

// patterns are tried from the top: patterns with more pieces come before those with fewer, because that is how
// spectators name them. So the rook that captures on e8 comes before the horse that covers e8, two rooks with the pawn
// before the pawn alone, and two cannons around a rook before two cannons in a line. Patterns of one piece come last.
var patterns = []struct {
	blow  Pattern
	holds func(*ending) bool
}{
	{FlankedRook, (*ending).flankedRook},
	{DoubleCannon, (*ending).doubleCannon},
	{CannonBehindHorse, (*ending).cannonBehindHorse},
	{SmotheredPalace, (*ending).smotheredPalace},
	{HeavenAndEarth, (*ending).heavenAndEarth},
	{IronBolt, (*ending).ironBolt},
	{HollowCannon, (*ending).hollowCannon},
	{TwoHorses, (*ending).twoHorses},
	{OctagonalHorse, (*ending).octagonalHorse},
	{CornerHorse, (*ending).cornerHorse},
	{SpringHorse, (*ending).springHorse},
	{ElbowHorse, (*ending).elbowHorse},
	{Broadsword, (*ending).broadsword},
	{AnglerHorse, (*ending).anglerHorse},
	{HighAnglerHorse, (*ending).highAnglerHorse},
	{ThreeRooks, (*ending).threeRooks},
	{Dagger, (*ending).dagger},
	{TwoDevils, (*ending).twoDevils},
	{BuddhaHome, (*ending).buddhaHome},
	{OldSoldier, (*ending).oldSoldier},
	{MoonFromTheSea, (*ending).moonFromTheSea},
	{AlternatingRooks, (*ending).alternatingRooks},
	{FacingKings, (*ending).facingKings},
	{SmotheredMate, (*ending).smotheredMate},
	{QuietRookAndHorse, (*ending).quietRookAndHorse},
}

// facingKings: only Red's king covers some free flight square.
func (e *ending) facingKings() bool {
	return anySquare(e.freeFlights(), func(s game.Square) bool { return e.facedByKing(s) && e.coverers(s).Empty() })
}

// smotheredMate: the king's own pieces block every flight square.
func (e *ending) smotheredMate() bool { return e.freeFlights().Empty() }

// quietRookAndHorse: only rook and horse attack, and one move of the line neither captured nor gave check.
func (e *ending) quietRookAndHorse() bool {
	others := e.red(game.Cannon).Or(e.red(game.Pawn))
	return e.red(game.Rook).Any() && e.red(game.Horse).Any() && others.Empty() && e.quiet
}
