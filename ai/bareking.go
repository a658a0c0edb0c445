package ai

import "yeye/game"

// Chasing a bare king for sixty moves teaches a player nothing. Against a bare king a character that searches plays at
// full strength: it overlooks nothing, plays the best move it finds, and evaluates with the network, which knows how to
// mate.

// finishNodes is the minimum of nodes that a character searches per move against a bare king.
const finishNodes = 6000

// atFullStrength returns c without its weaknesses if the opponent has only the king, else c.
func (c Character) atFullStrength(p *game.Position) Character {
	if c.Nodes == 0 || p.All(p.Turn().Other()).Count() > 1 {
		return c
	}
	c.Nodes, c.Variation, c.Depth = max(c.Nodes, finishNodes), 1, 0
	c.Evaluation, c.Noise, c.Blind, c.NeverMates = Net, 0, 0, 0
	c.Breadth, c.Spread = 1, 0
	return c
}
