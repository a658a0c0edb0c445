// Package foreign reads games and positions of jieqi as people and other programs write them
// (package pgn reads our own records):
//
//   - PGN with a variant and moves by points (Pikafish: a0a1c turns over a cannon, a0a9cx also captures a
//     face-down piece), or in Chinese, WXF or Vietnamese, followed by what is turned over:
//     暗车九进一(翻炮), R9+1=C, X9.1=P;
//   - positions as programs write them, see [jieqi.ParseFEN], followed by moves as in UCI;
//   - pychess, which counts ranks from 1;
//   - files of JieqiBox, where the position after a move shows what it turned over.
//
// Out of scope: storage, texts in the reader's language.
package foreign
