// Command lab is the workbench of Yeye's developers. It serves rules and notations to other programs, measures and
// trains the engine, load-tests the bot, and draws pictures. Each command is a file of this package. README.md says
// what each is for, and what to check for a release.
//
// Out of scope: what the bot needs, logic that needs tests (it belongs in a separate package), and commands that are
// run only once.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"github.com/alecthomas/kong"
	"github.com/schollz/progressbar/v3"

	"yeye/cmd/lab/internal/arena"
	"yeye/cmd/lab/internal/train"
)

type cli struct {
	Perft   perftCmd   `cmd:"" group:"lines" help:"Count the leaf nodes of FEN<TAB>depth or, for jieqi, DEAL<TAB>depth."`
	Moves   movesCmd   `cmd:"" group:"lines" help:"Legal moves and outcome of FEN, or FEN<TAB>moves."`
	Read    readCmd    `cmd:"" group:"lines" help:"Read a move in any notation: FEN<TAB>text."`
	Write   writeCmd   `cmd:"" group:"lines" help:"Write a move in every notation: FEN<TAB>move."`
	Convert convertCmd `cmd:"" group:"files" help:"Convert game files from any format to another."`
	Picture pictureCmd `cmd:"" group:"files" help:"Draw a board, a replay, a graph or a portrait."`
	Gallery galleryCmd `cmd:"" group:"files" help:"Draw everything, to inspect before a release."`
	Masters mastersCmd `cmd:"" group:"files" help:"Which moves masters play in a position."`
	Bench   benchCmd   `cmd:"" group:"engine" help:"Search fixed positions: speed, and the node count as a checksum."`
	Match   matchCmd   `cmd:"" group:"engine" help:"Play two engines or characters against each other."`
	Ladder  ladderCmd  `cmd:"" group:"engine" help:"Rate the characters on one scale from recorded matches."`
	Flipped flippedCmd `cmd:"" group:"engine" help:"Play two characters or engines against each other at flipped chess."`
	Nnue    nnueCmd    `cmd:"" group:"engine" help:"Train a network: generate positions, fit, inspect."`
	Book    bookCmd    `cmd:"" group:"engine" help:"Grow the opening book by engine analysis."`
	Report  reportCmd  `cmd:"" group:"engine" help:"Analyze recorded games: accuracy, and turning points as JSON."`
	Judge   judgeCmd   `cmd:"" group:"engine" help:"Let another engine check what reports claim."`
	Review  reviewCmd  `cmd:"" group:"engine" help:"Measure how often characters choose the engine's move, for reviews of players."`
	Puzzles puzzlesCmd `cmd:"" group:"engine" help:"Make the collection of puzzles, and print it."`
	Board   boardCmd   `cmd:"" group:"bot" help:"Open boards in hundreds of browsers, and measure how long a move takes to each of them."`
	Load    loadCmd    `cmd:"" group:"bot" help:"Play in many channels while the bot is killed and its connections break; nothing may be lost."`
	Help    helpCmd    `cmd:"" hidden:""`
}

// helpCmd prints the commands, or the flags of one.
type helpCmd struct {
	Verb []string `arg:"" optional:""`
}

func (c *helpCmd) Run(k *kong.Kong) error { return parse(k, append(c.Verb, "--help")...) }

func main() {
	k := kong.Must(&cli{},
		kong.Name("lab"),
		kong.Description("The workbench for developers of Yeye. lab VERB --help lists the flags of a verb."),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true}),
		kong.ExplicitGroups([]kong.Group{
			{Key: "lines", Title: "Answer each line of stdin with a line:"},
			{Key: "files", Title: "Read and draw games:"},
			{Key: "engine", Title: "Measure and improve the engine and its characters:"},
			{Key: "bot", Title: "Test the bot:"},
		}),
		kong.BindToProvider(interruptible),
		kong.Exit(func(code int) { os.Exit(min(code, 2)) })) // kong exits with 80 for wrong usage
	args := os.Args[1:]
	if len(args) == 0 {
		args = []string{"--help"}
	}
	k.FatalIfErrorf(parse(k, args...))
}

// parse runs a command line.
func parse(k *kong.Kong, args ...string) error {
	ctx, err := k.Parse(args)
	if err != nil {
		return err
	}
	return ctx.Run()
}

// interruptible returns a context that ends with the first SIGINT or SIGTERM, so that a command can save its work; the
// second signal kills. Commands that do not use it are killed by the first.
func interruptible() context.Context {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx
}

// progress is a command's progress bar.
type progress struct {
	Quiet bool `help:"No progress bar."`
}

// bar returns the bar, on stderr.
func (p progress) bar(steps int, more ...progressbar.Option) *progressbar.ProgressBar {
	return progressbar.NewOptions(steps, slices.Concat([]progressbar.Option{progressbar.OptionSetWriter(os.Stderr),
		progressbar.OptionShowCount(),
		progressbar.OptionSetVisibility(!p.Quiet), progressbar.OptionSetPredictTime(true),
		progressbar.OptionFullWidth()}, more)...)
}

// readGames returns the games of a PGN file of lab match.
func readGames(name string) ([]*arena.Played, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	games, _, err := arena.ReadPlayed(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return games, nil
}

// replaceFile writes a file atomically, by [train.ReplaceFile].
func replaceFile(path string, text []byte) error {
	return train.ReplaceFile(path, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}
