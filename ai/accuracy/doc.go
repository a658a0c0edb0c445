// Package accuracy turns the engine's scores into what people understand: winning chances, the accuracy of a move and
// of a game, and the verdicts inaccuracy, mistake and blunder.
//
// A score becomes a winning chance by 1/(1+e^(-k·score)); scores are cut off at 1000. k is fitted for
// xiangqi (lab chance of commit 320774b, --every 8 --nodes 60000). Characters played against
// themselves from drawn openings of eight plies, so that neither side was stronger. The network
// evaluated every eighth position after the opening with 60 000 nodes; mates and scores beyond 1500
// were left out. The result, with a draw as a half, was fitted to the score by maximum likelihood,
// with Red's advantage a as the second parameter. The errors come from a thousand bootstrap samples of
// whole games:
//
//	Xiaoqing         300 games,  3369 positions  k 0.00241
//	Uncle            500 games,  6245 positions  k 0.00300 (95 %: 0.00255 to 0.00356)  a  0.02 (-0.13 to 0.19)
//	Park Master      400 games,  4509 positions  k 0.00392 (95 %: 0.00321 to 0.00487)  a -0.08 (-0.31 to 0.12)
//	the latter two   900 games, 10754 positions  k 0.00336 (95 %: 0.00297 to 0.00383)  a -0.02 (-0.14 to 0.11)
//
// A stronger player makes more of the same score. k is that of Uncle and the Park Master together,
// because most readers of reports probably play at about that strength; lichess uses 0.00368 for
// chess. The tails are flatter than the middle: for scores up to 600 alone k would be 0.0038. Red's
// advantage is not used: it may be zero, and a move's loss hardly depends on it. What a score means
// depends on the evaluation: another evaluation needs another fit.
//
// The verdicts (at 5, 10 and 15 points of winning chance), the curve from points lost to accuracy, and
// the weights of moves in a game's accuracy are those of lichess. They are defined on points and need
// no fit.
//
// Out of scope: engines, whole games, words.
package accuracy
