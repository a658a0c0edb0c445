package finish

import "yeye/game"

// order is tried from the top. If several patterns match, the name is the one a spectator would
// give: the pattern with more pieces comes before the one with fewer. So the rook that captures on
// e8 comes before the horse that covers e8, two rooks with the pawn before the pawn alone, and two
// cannons around a rook before two cannons in a line. Patterns of one piece come last.
var order = []struct {
	blow  Blow
	holds func(*ending) bool
}{
	{FlankedRook, (*ending).flankedRook},
	{DoubleCannon, (*ending).doubleCannon},
	{CannonBehindHorse, (*ending).cannonBehindHorse},
	{SmotheredPalace, (*ending).smotheredPalace},
	{HeavenAndEarth, (*ending).heavenAndEarth},
	{IronBolt, (*ending).ironBolt},
	{BareCannon, (*ending).bareCannon},
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

// facingKings: some free flight is covered by Red's king alone.
func (e *ending) facingKings() bool {
	return some(e.free(), func(s game.Square) bool { return e.faced(s) && e.holders(s).Empty() })
}

// smotheredMate: every flight is blocked by the king's own pieces.
func (e *ending) smotheredMate() bool { return e.free().Empty() }

// quietRookAndHorse: only rook and horse attack, and the line had a move that neither captured nor checked.
func (e *ending) quietRookAndHorse() bool {
	others := e.red(game.Cannon).Or(e.red(game.Pawn))
	return e.red(game.Rook).Any() && e.red(game.Horse).Any() && others.Empty() && e.quiet
}
