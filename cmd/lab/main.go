// Command lab is the workbench of the developers of Yeye: it checks the rules and
// notations against other programs, measures and fits the engine, and draws
// pictures for inspection. Each verb is a file of this package. Verbs that answer
// questions read one a line and flush each answer, so that another program can hold
// a conversation.
//
// What may not enter: anything that the bot needs, and anything worth a test of its
// own beyond a verb's reading and printing; that belongs in the package it tests.
package main

import (
	"os"

	"github.com/alecthomas/kong"
)

type cli struct {
	Book    bookCmd    `cmd:"" help:"Grow the opening book by engine analysis."`
	Match   matchCmd   `cmd:"" help:"Play two engines against each other."`
	Bench   benchCmd   `cmd:"" help:"Search fixed positions: speed, and the node count as a checksum."`
	Spsa    spsaCmd    `cmd:"" help:"Tune the search margins by self-play (SPSA)."`
	Nnue    nnueCmd    `cmd:"" help:"Train a network for the evaluation: generate positions, fit, inspect."`
	Report  reportCmd  `cmd:"" help:"Analyse recorded games: accuracy, and turning points as JSON."`
	Ladder  ladderCmd  `cmd:"" help:"Rate the characters on one scale from recorded matches."`
	Review  reviewCmd  `cmd:"" help:"Measure how often characters choose the engine's move, for reviews of players."`
	Perft   perftCmd   `cmd:"" help:"Count leaf nodes: FEN<TAB>depth per line, or --time."`
	Moves   movesCmd   `cmd:"" help:"Print legal moves and outcome: FEN, or FEN<TAB>moves, per line."`
	Read    readCmd    `cmd:"" help:"Read moves in any notation: FEN<TAB>text per line."`
	Write   writeCmd   `cmd:"" help:"Write moves in every notation: FEN<TAB>move per line."`
	Load    loadCmd    `cmd:"" help:"Load test a bot process in many channels; kill it, break its connection."`
	Picture pictureCmd `cmd:"" help:"Draw a board, a replay or portraits."`
	Gallery galleryCmd `cmd:"" help:"Draw everything to inspect before a release."`
	Convert convertCmd `cmd:"" help:"Convert game files from any format to another."`
}

func main() {
	ctx := kong.Parse(&cli{},
		kong.Name("lab"),
		kong.Description("The workbench for developers of Yeye: checks, measurements, pictures."),
		kong.Exit(func(code int) {
			if code > 2 { // kong's own code for wrong usage
				code = 2
			}
			os.Exit(code)
		}))
	ctx.FatalIfErrorf(ctx.Run())
}
