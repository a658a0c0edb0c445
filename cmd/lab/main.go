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
	Book     bookCmd     `cmd:"" help:"Grow the opening book from the engine's analysis."`
	Match    matchCmd    `cmd:"" help:"Play two engines against each other."`
	Bench    benchCmd    `cmd:"" help:"Search fixed positions: speed, and the node count as checksum."`
	Tune     tuneCmd     `cmd:"" help:"Play games and fit the evaluation to them."`
	Spsa     spsaCmd     `cmd:"" help:"Tune the margins of the search by games against themselves."`
	Nnue     nnueCmd     `cmd:"" help:"Make a network for the evaluation: positions, a fit, what came of it."`
	Chance   chanceCmd   `cmd:"" help:"Find out what a score is worth in points of winning chance."`
	Report   reportCmd   `cmd:"" help:"Analyse games of a journal: accuracy, and turning points as JSON."`
	Voice    voiceCmd    `cmd:"" help:"Let the characters of a journal talk, and count what they say."`
	Ladder   ladderCmd   `cmd:"" help:"Put the characters on one scale, from journals of matches."`
	Club     clubCmd     `cmd:"" help:"Rate invented players and compare what was promised with what came."`
	Review   reviewCmd   `cmd:"" help:"Measure how often characters choose what the engine does, for reviews of players."`
	Perft    perftCmd    `cmd:"" help:"Count leaves: FEN<TAB>depth a line, or --time."`
	Moves    movesCmd    `cmd:"" help:"Legal moves and outcome: FEN, or FEN<TAB>moves, a line."`
	Read     readCmd     `cmd:"" help:"Read moves in any notation: FEN<TAB>text a line."`
	Write    writeCmd    `cmd:"" help:"Write moves in every notation: FEN<TAB>move a line."`
	Database databaseCmd `cmd:"" help:"Compare SQLite and PostgreSQL on one disk: a move, taking jobs, many open games."`
	Load     loadCmd     `cmd:"" help:"Play in many channels at once against a bot process; kill it, break its connection."`
	Picture  pictureCmd  `cmd:"" help:"Draw a board, a replay or portraits."`
	Gallery  galleryCmd  `cmd:"" help:"Draw everything there is to look at before a release."`
	Convert  convertCmd  `cmd:"" help:"Turn game files of any format into another."`
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
