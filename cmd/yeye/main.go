// Command yeye plays xiangqi on Discord.
//
//	yeye sandbox   a Discord on your own machine, with the bot in it
//	yeye serve     the bot on Discord itself
//	yeye worker    the engines of one more machine for a bot on PostgreSQL
//	yeye doctor    what is wrong with the settings, the database or Discord
//	yeye health    whether the bot that runs here is well
//	yeye metrics   alert rules and a dashboard for those who watch it
//	yeye uci       the engine, for programs that drive engines
//	yeye verify    whether the deal of a finished game of flipped chess agrees with its seal
//	yeye backup    a copy of the database while the bot runs
//	yeye restore   a backup put in the place of the database
//	yeye copy      everything from one database to another, as from a file to PostgreSQL
//	yeye licenses  the licenses of all that is in it
//	yeye version   which yeye this is
//
// Results go to stdout, logs to stderr. The exit code is 0 after a clean end, 2 for wrong usage or settings, 1 for
// anything else, such as a backup that a signal interrupts. If serve or worker must not be restarted before a setting
// is changed, it exits with 78 instead of 2, because 2 is also Go's exit code after a panic.
//
// Out of scope: decisions. Here the packages are assembled into a program, and its
// outcome is reported to the operator.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"github.com/alecthomas/kong"

	"yeye/config"
)

type cli struct {
	Sandbox  sandboxCmd  `cmd:"" help:"Run the bot in a simulated Discord on this machine, to play in the browser."`
	Serve    serveCmd    `cmd:"" help:"Run the bot on Discord."`
	Worker   workerCmd   `cmd:"" help:"Run engine searches for a bot on PostgreSQL with this machine's cores; needs no token and may be stopped at any time."`
	Doctor   doctorCmd   `cmd:"" help:"Check everything that serve needs, with the same flags, and say what is wrong and how to fix it."`
	Health   healthCmd   `cmd:"" help:"Check whether the bot running on this machine is healthy."`
	Metrics  metricsCmd  `cmd:"" help:"Print alert rules for Prometheus or a dashboard for Grafana, for the metrics of --watch."`
	UCI      uciCmd      `cmd:"" name:"uci" help:"Run the engine on stdin and stdout, speaking UCI or UCCI."`
	Verify   verifyCmd   `cmd:"" help:"Check that a finished game of flipped chess agrees with its seal: the commitment, the deal, and each piece turned over. Needs neither token nor network."`
	Backup   backupCmd   `cmd:"" help:"Back up the database file while the bot runs."`
	Restore  restoreCmd  `cmd:"" help:"Replace the database file with a backup, keeping the old one under another name. The bot must be stopped."`
	Copy     copyCmd     `cmd:"" help:"Copy everything from one database to another, from a file to PostgreSQL or back, and verify the copy. The bot must be stopped."`
	Licenses licensesCmd `cmd:"" help:"Print the licenses of this program and of everything in it."`
	Version  versionCmd  `cmd:"" help:"Print the version."`
}

// Exit codes; the manual has a table of them.
const (
	exitOK     = 0
	exitFailed = 1
	exitMisuse = 2 // Go exits with it after a panic, too
	// exitConfig is EX_CONFIG of sysexits.h. It tells the service that restarts serve or worker not
	// to restart before a setting has changed.
	exitConfig = 78
)

// usageError is a mistake of the operator: exit code 2, or 78 for serve and worker.
type usageError struct{ err error }

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// streams holds the standard streams. Commands get it by kong's binding.
type streams struct {
	in  io.Reader
	out io.Writer
	err io.Writer
}

func run(args []string, in io.Reader, out, errOut io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	return runUntil(ctx, args, in, out, errOut)
}

// runUntil is run with a context that a signal ends.
func runUntil(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) int {
	if len(args) > 0 && args[0] == "help" { // yeye help serve
		args = append(args[1:len(args):len(args)], "--help")
	}
	misuse := exitMisuse
	if len(args) > 0 && (args[0] == "serve" || args[0] == "worker") {
		misuse = exitConfig
	}
	if slices.ContainsFunc(args, hasPassword) {
		fmt.Fprintln(errOut, "yeye: "+passwordMessage)
		return misuse
	}
	exit := -1
	var all cli
	parser, err := kong.New(&all, kong.Name("yeye"),
		kong.Description("Yeye 爷爷 plays xiangqi (Chinese chess) on Discord."),
		kong.Writers(out, errOut), kong.Exit(func(code int) { exit = code }),
		kong.BindTo(ctx, (*context.Context)(nil)), kong.Bind(streams{in, out, errOut}))
	if err != nil {
		fmt.Fprintln(errOut, "yeye:", err)
		return exitFailed
	}
	parsed, err := parser.Parse(args)
	if exit >= 0 { // kong has printed the help
		return exit
	}
	if err != nil {
		fmt.Fprintf(errOut, "yeye: %v\nTry `yeye --help`.\n", err)
		return misuse
	}
	err = parsed.Run()
	code := exitFailed
	var usage usageError
	switch interrupted := errors.Is(err, context.Canceled); {
	case err == nil, interrupted && runsUntilSignal(parsed.Command()):
		return exitOK
	case interrupted:
		err = fmt.Errorf("interrupted: %w", err)
	case errors.As(err, &usage):
		code = misuse
	}
	if all.logsJSON(parsed.Command()) {
		config.Log{Format: "json"}.LoggerTo(errOut).Error("yeye failed", "err", err.Error(), "exit", code)
	} else {
		fmt.Fprintln(errOut, "yeye:", err)
	}
	return code
}

// runsUntilSignal reports whether a command runs until a signal ends it. All others have something to
// complete, and a script that runs them must see that they failed if a signal ends them.
func runsUntilSignal(command string) bool {
	switch command {
	case "serve", "worker", "sandbox", "uci":
		return true
	}
	return false
}

// logsJSON reports whether a command is configured to log JSON. Its final error must then be JSON too.
func (c *cli) logsJSON(command string) bool {
	switch command {
	case "serve":
		return c.Serve.Format == "json"
	case "worker":
		return c.Worker.Format == "json"
	case "sandbox":
		return c.Sandbox.Format == "json"
	}
	return false
}
