package uci

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync"

	"yeye/ai"
	"yeye/game"
)

// maxLine is the longest line accepted, in bytes: some fifty thousand moves.
const maxLine = 1 << 18

// Run speaks UCI or UCCI until "quit", the end of in, or the end of ctx, which abandons a pending read of in. It
// returns errors of reading and writing; the end of ctx is not an error.
func Run(ctx context.Context, in io.Reader, out io.Writer, opts ...Option) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c := &session{out: out, game: game.NewGame(game.Start(), game.Asian), version: "dev"}
	for _, o := range opts {
		o(c)
	}
	if c.engine == nil {
		c.engine = engineAdapter{ai.New(ai.Options{HashMB: 1})}
	}
	if c.random == nil {
		c.random = rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	}
	c.settings = defaults
	c.seed = c.random.Uint64()

	lines, broken := read(ctx, in)
	for {
		input, ended := lines, c.ended()
		if len(c.waiting) >= maxWaiting {
			input = nil
		}
		running := true
		select {
		case <-ctx.Done():
			running = false
		case <-ended:
			running = c.catchUp(ctx)
		case line, ok := <-input:
			if !ok {
				for _, line := range c.waiting {
					if !c.execute(ctx, line) {
						c.stop()
						return c.failed()
					}
				}
				c.settle()
				if err := c.failed(); err != nil {
					return err
				}
				return <-broken
			}
			running = c.receive(ctx, line)
		}
		if err := c.failed(); err != nil || !running {
			c.stop()
			return err
		}
	}
}

// read sends the lines of in. A line that is too long is replaced by an unknown command.
func read(ctx context.Context, in io.Reader) (<-chan string, <-chan error) {
	lines, broken := make(chan string), make(chan error, 1)
	go func() {
		defer close(lines)
		r := bufio.NewReaderSize(in, maxLine)
		for {
			text, err := r.ReadSlice('\n')
			line := string(text)
			for err == bufio.ErrBufferFull {
				line = "a-line-without-end"
				_, err = r.ReadSlice('\n')
			}
			if line = strings.Join(strings.Fields(line), " "); line != "" { // words may be separated by any blanks
				select {
				case lines <- line:
				case <-ctx.Done():
					broken <- nil
					return
				}
			}
			if err != nil {
				if err == io.EOF {
					err = nil
				}
				broken <- err
				return
			}
		}
	}()
	return lines, broken
}

// session is one session with a program.
type session struct {
	engine   Engine
	book     ai.Book
	version  string
	random   *rand.Rand
	seed     uint64 // of this game
	settings settings
	ucci     bool
	game     *game.Game
	lowest   int         // number of the first rank, 0 or 1, in the moves of the position
	refused  bool        // the last position was refused, and game is the one before it
	banned   []game.Move // UCCI: not to be played in this position
	search   *search     // running or last
	waiting  []string    // lines queued until the search ends

	write sync.Mutex // guards the following fields, since searches write too
	out   io.Writer
	err   error
}

// say writes lines at once.
func (c *session) say(format string, args ...any) {
	c.write.Lock()
	defer c.write.Unlock()
	if c.err == nil {
		_, c.err = fmt.Fprintf(c.out, format+"\n", args...)
	}
}

// reportError writes an error about a line, as a comment of either protocol.
func (c *session) reportError(format string, args ...any) {
	word := "info string "
	if c.ucci {
		word = "info message "
	}
	c.say(word+format, args...)
}

func (c *session) failed() error {
	c.write.Lock()
	defer c.write.Unlock()
	return c.err
}

// execute executes a line and reports whether the session continues.
func (c *session) execute(ctx context.Context, line string) bool {
	word, rest, _ := strings.Cut(line, " ")
	var err error
	switch word {
	case "uci", "ucci":
		c.settle()
		c.ucci = word == "ucci"
		c.greet()
	case "isready":
		c.say("readyok")
	case "setoption":
		c.settle()
		err = c.setOption(rest)
	case "ucinewgame":
		c.settle()
		c.newGame()
	case "position":
		c.settle()
		err = c.setPosition(rest)
	case "banmoves":
		c.settle()
		err = c.ban(rest)
	case "go":
		c.settle()
		err = c.think(ctx, strings.Fields(rest))
	case "stop":
		c.stop()
	case "ponderhit":
		c.ponderhit()
	case "d":
		c.settle()
		c.show()
	case "debug", "register":
	case "quit":
		if c.ucci {
			c.stop()
			c.say("bye")
		}
		return false
	default:
		err = fmt.Errorf("unknown command %q", clip(word))
	}
	if err != nil {
		c.reportError("%v", err)
	}
	return true
}

func clip(t string) string {
	if len(t) > 40 {
		return t[:40] + "…"
	}
	return t
}

func (c *session) newGame() {
	c.engine.Clear()
	c.seed = c.random.Uint64()
}

func (c *session) greet() {
	if c.ucci {
		c.say("id name Yeye\nid version %s\nid author the Yeye authors", c.version)
	} else {
		c.say("id name Yeye %s\nid author the Yeye authors", c.version)
	}
	for _, o := range options {
		if line := o.declaration(c.ucci); line != "" {
			c.say("%s", line)
		}
	}
	if c.ucci {
		c.say("ucciok")
	} else {
		c.say("uciok")
	}
}

// show draws the position with Red at the bottom.
func (c *session) show() {
	p := c.game.Position()
	var b strings.Builder
	for rank := game.Ranks - 1; rank >= 0; rank-- {
		fmt.Fprintf(&b, "%d ", rank)
		for file := range game.Files {
			letter := byte('.')
			if m := p.At(game.SquareAt(file, rank)); m != game.NoPiece {
				letter = m.Letter()
			}
			b.WriteByte(' ')
			b.WriteByte(letter)
		}
		b.WriteByte('\n')
	}
	c.say("%s   a b c d e f g h i\nFen: %s\nKey: %016x", b.String(), p.FEN(), p.Key())
}
