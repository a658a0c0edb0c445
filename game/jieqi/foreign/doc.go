// Package foreign reads games and positions of jieqi as people and other programs write them, besides our own records (package pgn):
//
//   - PGN with a variant, moves by points (Pikafish: a0a1c turns over a cannon, a0a9cx also takes a face-down piece) or in Chinese,
//     WXF or Vietnamese, with what is turned over behind them: 暗车九进一(翻炮), R9+1=C, X9.1=P;
//   - positions as programs write them, see [jieqi.ParseFEN], with moves behind, as in UCI;
//   - pychess, which counts ranks from 1;
//   - the files of JieqiBox, where the position behind a move tells what it turned over.
//
// What may not enter: storage, texts in the reader's language.
package foreign
