package ai

import "yeye/game"

// Nothing is learned from a bare king that is chased about for sixty moves. Against one, a character that searches plays in earnest:
// it overlooks nothing, plays the best move that it finds, and values positions by the network, which knows how kings are mated.

// finishNodes is what a character searches at least for a move against a bare king.
const finishNodes = 6000

// inEarnest returns c as it plays in a position: without its weaknesses if the opponent has nothing but the king.
func (c Character) inEarnest(p *game.Position) Character {
	if c.Nodes == 0 || p.All(p.Turn().Other()).Count() > 1 {
		return c
	}
	c.Nodes, c.Variation, c.Depth = max(c.Nodes, finishNodes), 1, 0
	c.Evaluation, c.Noise, c.Blind, c.NeverMates = Net, 0, 0, 0
	c.Breadth, c.Spread = 1, 0
	return c
}
