// Command yeye plays xiangqi on Discord.
//
//	yeye sandbox   a Discord on your own machine, with the bot in it
//	yeye serve     the bot on Discord itself
//	yeye doctor    what is wrong with the settings, the database or Discord
//	yeye health    whether the bot that runs here is well
//	yeye uci       the engine, for programs that drive engines
//	yeye backup    a copy of the database while the bot runs
//	yeye version   which yeye this is
//
// Results go to stdout, logs to stderr. The exit code is 0 after a clean end, 2
// for wrong usage or settings, 1 for anything else.
//
// What may not enter: decisions. This is where the rooms of the house are joined to a
// program, and where its end is told to the operator.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
)

type cli struct {
	Sandbox sandboxCmd `cmd:"" help:"Start a Discord on this machine with the bot in it, and play in the browser."`
	Serve   serveCmd   `cmd:"" help:"Run the bot on Discord."`
	Doctor  doctorCmd  `cmd:"" help:"Look at all that serve needs, with the same flags, and say what is wrong and what to do."`
	Health  healthCmd  `cmd:"" help:"Ask the bot that runs on this machine whether it is well."`
	UCI     uciCmd     `cmd:"" name:"uci" help:"Speak UCI or UCCI on stdin and stdout, for programs that drive engines."`
	Backup  backupCmd  `cmd:"" help:"Copy the database while the bot runs."`
	Version versionCmd `cmd:"" help:"Print the version."`
}

// usageError is a mistake of the operator's: exit code 2.
type usageError struct{ err error }

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// streams is where a command reads and writes; commands get it by kong's binding.
type streams struct {
	in  io.Reader
	out io.Writer
}

func run(args []string, in io.Reader, out, errOut io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	exit := -1
	parser, err := kong.New(&cli{}, kong.Name("yeye"),
		kong.Description("Yeye 爷爷 plays xiangqi (Chinese chess) on Discord."),
		kong.Writers(out, errOut), kong.Exit(func(code int) { exit = code }),
		kong.BindTo(ctx, (*context.Context)(nil)), kong.Bind(streams{in, out}))
	if err != nil {
		fmt.Fprintln(errOut, "yeye:", err)
		return 1
	}
	parsed, err := parser.Parse(args)
	if exit >= 0 { // --help has been answered
		return exit
	}
	if err != nil {
		fmt.Fprintf(errOut, "yeye: %v\nTry `yeye --help`.\n", err)
		return 2
	}
	err = parsed.Run()
	var usage usageError
	switch {
	case err == nil, errors.Is(err, context.Canceled):
		return 0
	case errors.As(err, &usage):
		fmt.Fprintln(errOut, "yeye:", err)
		return 2
	}
	fmt.Fprintln(errOut, "yeye:", err)
	return 1
}
