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
//	Park Master  300 games, 2276 positions  k 0.00490 (95 %: 0.00385 to 0.00642)  a -0.13 (-0.37 to 0.09)
//	Grandpa       12 games,  111 positions  k 0.00878 (95 %: 0.00551 to 0.01545)  a -0.55 (-1.42 to 0.01)
//	all          468 games, 3757 positions  k 0.00360 (95 %: 0.00299 to 0.00439)  a -0.05 (-0.23 to 0.12)
//
// Who plays better makes more of the same score. k is that of all together, which
// is also the middle between Uncle and the Park Master, where people who play
// here are likely to be; chess at lichess has 0.00368.
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
