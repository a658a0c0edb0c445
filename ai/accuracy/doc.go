// Package accuracy turns what the engine says of positions into what people
// understand: winning chances, the accuracy of a move and of a game, and the
// words inaccuracy, mistake and blunder.
//
// A score becomes a winning chance by 1/(1+e^(-k·score)), scores being cut off at
// 1000. k is fitted for xiangqi (lab chance): characters played against
// themselves from drawn openings of eight plies, so that neither side was the
// stronger one; every twelfth position after the opening was valued with 100 000
// nodes, mates and scores beyond 1500 were left out; the result, a draw as a half,
// was fitted to the score by maximum likelihood, with Red's edge a as second
// parameter; the error is that of a thousand samplings of whole games:
//
//	Uncle        156 games, 1370 positions  k 0.00230 (95 %: 0.00166 to 0.00323)  a  0.08 (-0.20 to 0.38)
//	Park Master  141 games, 1102 positions  k 0.00470 (95 %: 0.00350 to 0.00654)  a -0.27 (-0.62 to 0.05)
//	both         297 games, 2472 positions  k 0.00306 (95 %: 0.00248 to 0.00393)  a -0.06 (-0.27 to 0.14)
//
// Who plays better makes more of the same score. k is that of both together, as
// people who play here are likely somewhere between; chess at lichess has 0.00368.
// Red's edge is not used: it could be nothing, and a move's loss hardly depends on
// it. What a score means depends on what computes it: another evaluation needs
// another fit.
//
// The verdicts, at 5, 10 and 15 points of winning chance, the curve from points
// lost to accuracy and the way moves are weighed into a game are those of lichess,
// which live in points and need no fit.
//
// What may not enter: engines, games as such, words.
package accuracy
