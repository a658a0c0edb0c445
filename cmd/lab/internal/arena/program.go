package arena

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"yeye/ai"
	"yeye/game"
)

// Protocol is the protocol that a program speaks.
type Protocol uint8

const (
	UCI Protocol = iota
	UCCI
)

// ErrSilent means that a program did not answer in time.
var ErrSilent = errors.New("the program does not answer")

// Command says how to start a program and which options to set.
type Command struct {
	Name     string // "" means the program's own name
	Protocol Protocol
	Args     []string    // the program and its arguments
	Options  [][2]string // name and value, in order
	// FromOne is for programs that count ranks from 1 to 10. It is detected for programs that play many variants.
	FromOne bool
}

// handshakeTimeout is how long a program may take for its greeting and initialization.
const handshakeTimeout = 10 * time.Second

// hashMB is the table size of programs whose options do not set one.
const hashMB = 64

// Start runs a program and completes the handshake. It sets the table size, one thread and no book,
// unless the command's options say otherwise.
func Start(ctx context.Context, c Command) (Program, error) {
	p := &program{command: c, name: c.Name}
	if err := p.start(ctx); err != nil {
		return nil, fmt.Errorf("%s: %w", strings.Join(c.Args, " "), err)
	}
	return p, nil
}

// Program is a [Player] that also returns its principal variation.
type Program interface {
	Player
	// Line returns its principal variation in g after that many nodes, restricted to searchMoves if there are any.
	Line(ctx context.Context, g *game.Game, nodes uint64, among ...game.Move) (ai.Info, error)
}

type program struct {
	command Command
	name    string
	fromOne bool
	options map[string]string // its options' names, by lower-case name
	cmd     *exec.Cmd
	in      io.WriteCloser
	lines   chan string
	broken  bool
}

func (p *program) Name() string { return p.name }

func (p *program) start(ctx context.Context) error {
	p.fromOne, p.broken, p.options = p.command.FromOne, false, map[string]string{}
	p.cmd = exec.Command(p.command.Args[0], p.command.Args[1:]...)
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := p.cmd.Start(); err != nil {
		return err
	}
	lines := make(chan string, 256)
	p.in, p.lines = in, lines
	go func() {
		defer close(lines)
		s := bufio.NewScanner(out)
		s.Buffer(nil, 1<<20)
		for s.Scan() {
			lines <- s.Text()
		}
	}()
	if err := p.handshake(ctx); err != nil {
		p.kill()
		return err
	}
	return nil
}

func (p *program) handshake(ctx context.Context) error {
	hello, done := "uci", "uciok"
	if p.command.Protocol == UCCI {
		hello, done = "ucci", "ucciok"
	}
	p.send(hello)
	_, err := p.readUntil(ctx, handshakeTimeout, func(line string) bool {
		if rest, ok := strings.CutPrefix(line, "id name "); ok && p.name == "" {
			p.name = strings.TrimSpace(rest)
		}
		if name := optionName(line); name != "" {
			p.options[strings.ToLower(name)] = name
		}
		return line == done
	})
	if err != nil {
		return err
	}
	if p.name == "" {
		p.name = p.command.Args[0]
	}
	if _, ok := p.options["uci_variant"]; ok {
		p.set("UCI_Variant", "xiangqi")
		p.fromOne = true
	}
	for _, o := range [][2]string{{"Hash", strconv.Itoa(hashMB)}, {"hashsize", strconv.Itoa(hashMB)}, {"Threads", "1"},
		{"OwnBook", "false"}, {"usebook", "false"}} {
		if name, ok := p.options[strings.ToLower(o[0])]; ok {
			p.set(name, o[1])
		}
	}
	for _, o := range p.command.Options {
		name := o[0]
		if own, ok := p.options[strings.ToLower(name)]; ok {
			name = own
		} else if p.command.Protocol == UCI {
			return fmt.Errorf("it has no option %q", name)
		}
		p.set(name, o[1])
	}
	return p.ready(ctx)
}

// optionName returns the name of an option that a line declares, "" for any other line.
func optionName(line string) string {
	rest, ok := strings.CutPrefix(line, "option ")
	if !ok {
		return ""
	}
	rest = strings.TrimPrefix(rest, "name ")
	name, _, ok := strings.Cut(rest, " type ")
	if !ok {
		return ""
	}
	return name
}

func (p *program) set(name, value string) {
	if p.command.Protocol == UCCI {
		p.send("setoption " + name + " " + value)
		return
	}
	p.send("setoption name " + name + " value " + value)
}

func (p *program) ready(ctx context.Context) error {
	p.send("isready")
	_, err := p.readUntil(ctx, handshakeTimeout, func(line string) bool { return line == "readyok" })
	return err
}

// send writes one line. A failed write shows up as a missing answer.
func (p *program) send(line string) { _, _ = io.WriteString(p.in, line+"\n") }

// readUntil reads lines until wanted is true, and returns that line.
func (p *program) readUntil(ctx context.Context, within time.Duration, wanted func(string) bool) (string, error) {
	timer := time.NewTimer(within)
	defer timer.Stop()
	for {
		select {
		case line, ok := <-p.lines:
			if !ok {
				return "", errors.New("the program exited")
			}
			line = strings.TrimSpace(line)
			if wanted(line) {
				return line, nil
			}
		case <-timer.C:
			return "", ErrSilent
		case <-ctx.Done():
			return "", context.Cause(ctx)
		}
	}
}

func (p *program) NewGame(ctx context.Context, _ uint64) error {
	if p.broken {
		p.kill()
		if err := p.start(ctx); err != nil {
			return err
		}
	}
	if p.command.Protocol == UCCI {
		p.send("setoption newgame")
	} else {
		p.send("ucinewgame")
	}
	return p.ready(ctx)
}

// Line implements [Program] for UCI. The score is in the program's units.
func (p *program) Line(ctx context.Context, g *game.Game, nodes uint64, searchMoves ...game.Move) (info ai.Info,
	err error) {
	p.send(p.position(g))
	command := "go nodes " + strconv.FormatUint(nodes, 10)
	for i, m := range searchMoves {
		if i == 0 {
			command += " searchmoves"
		}
		command += " " + p.writeMove(m)
	}
	p.send(command)
	_, err = p.readUntil(ctx, 2*time.Minute, func(line string) bool {
		if f := strings.Fields(line); len(f) > 0 && f[0] == "info" {
			p.parseInfo(f, &info)
		}
		return strings.HasPrefix(line, "bestmove")
	})
	if err != nil {
		p.broken = true
	}
	return info, err
}

// parseInfo reads the score and moves of an info line. It skips scores of bounds and of lines without moves.
func (p *program) parseInfo(f []string, info *ai.Info) {
	at := slices.Index(f, "pv")
	if at < 0 || slices.Contains(f, "lowerbound") || slices.Contains(f, "upperbound") {
		return
	}
	var line []game.Move
	for _, text := range f[at+1:] {
		m, err := p.readMove(text)
		if err != nil {
			break
		}
		line = append(line, m)
	}
	for i := 0; i+1 < at; i++ {
		n, err := strconv.Atoi(f[i+1])
		switch {
		case err != nil:
		case f[i] == "cp":
			info.Score, info.PV = ai.Score(n), line
		case f[i] == "mate":
			info.Score, info.PV = ai.MateIn(n), line
		case f[i] == "nodes":
			info.Nodes = uint64(n)
		}
	}
}

func (p *program) Move(ctx context.Context, g *game.Game, b Budget) (Answer, error) {
	var a Answer
	text, err := p.ask(ctx, p.position(g), g.Position().Turn(), b, &a)
	if err == nil && text == "" && p.command.Protocol == UCCI {
		// Some programs refuse to search when their move limit is reached. The referee has not ended the game, so they
		// get the position as the start of a game.
		here := game.NewGame(*g.Position(), game.NoRepetition)
		fen := strings.Fields(p.position(here))
		fen[len(fen)-2] = "0" // plies since the last capture
		text, err = p.ask(ctx, strings.Join(fen, " "), g.Position().Turn(), b, &a)
	}
	if err != nil {
		p.broken = true
		return a, err
	}
	if text == "" {
		return a, errors.New("the program has no move")
	}
	a.Move, err = p.readMove(text)
	return a, err
}

// ask returns the move as the program writes it, "" if the program says that it has none.
func (p *program) ask(ctx context.Context, position string, turn game.Color, b Budget, a *Answer) (string, error) {
	p.send(position)
	p.send(p.goLine(turn, b))
	within := time.Minute
	if b.MoveTime > 0 {
		within = b.MoveTime + 5*time.Second
	} else if b.Time[turn] > 0 {
		within = b.Time[turn] + 5*time.Second
	}
	last, err := p.readUntil(ctx, within, func(line string) bool {
		if strings.HasPrefix(line, "info ") {
			a.parseInfo(line)
			return false
		}
		return strings.HasPrefix(line, "bestmove ") || line == "nobestmove"
	})
	if err != nil {
		return "", err
	}
	_, text, _ := strings.Cut(last, " ")
	text, _, _ = strings.Cut(text, " ")
	return text, nil
}

// position returns the command that sends the game. UCCI programs get it from the last capture on,
// as their protocol requires.
func (p *program) position(g *game.Game) string {
	pos, moves := g.Start(), g.Moves()
	if p.command.Protocol == UCCI {
		first := 0
		q := pos
		for i, m := range moves {
			if q.Do(m).Captured() != game.NoPiece {
				pos, first = q, i+1
			}
		}
		moves = moves[first:]
	}
	var line strings.Builder
	line.WriteString("position fen ")
	line.WriteString(pos.FEN())
	for i, m := range moves {
		if i == 0 {
			line.WriteString(" moves")
		}
		line.WriteString(" " + p.writeMove(m))
	}
	return line.String()
}

func (p *program) goLine(turn game.Color, b Budget) string {
	ms := func(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }
	words := []string{"go"}
	say := func(more ...string) { words = append(words, more...) }
	if b.Nodes > 0 {
		say("nodes", strconv.FormatUint(b.Nodes, 10))
	}
	if b.Depth > 0 {
		say("depth", strconv.Itoa(b.Depth))
	}
	ucci := p.command.Protocol == UCCI
	switch {
	case ucci && len(words) > 1: // the program knows only one limit
		return strings.Join(words[:3], " ")
	case b.MoveTime > 0 && ucci: // alone, it is the time for this move
		say("time", ms(b.MoveTime))
	case b.MoveTime > 0:
		say("movetime", ms(b.MoveTime))
	case b.Time == [2]time.Duration{} && len(words) > 1:
	case ucci:
		say("time", ms(b.Time[turn]), "increment", ms(b.Increment[turn]))
	default:
		say("wtime", ms(b.Time[game.Red]), "btime", ms(b.Time[game.Black]), "winc", ms(b.Increment[game.Red]), "binc",
			ms(b.Increment[game.Black]))
	}
	return strings.Join(words, " ")
}

func (p *program) writeMove(m game.Move) string {
	if !p.fromOne {
		return m.String()
	}
	return fromOne(m.From()) + fromOne(m.To())
}

func fromOne(s game.Square) string { return string(rune('a'+s.File())) + strconv.Itoa(s.Rank()+1) }

func (p *program) readMove(text string) (game.Move, error) {
	if !p.fromOne {
		return game.ParseMove(text)
	}
	var squares [2]game.Square
	rest := text
	for i := range squares {
		n := 1
		for n < len(rest) && rest[n] >= '0' && rest[n] <= '9' {
			n++
		}
		if n < 2 || rest[0] < 'a' || rest[0] > 'i' {
			return game.NoMove, fmt.Errorf("%q is not a move like h3e3", text)
		}
		rank, err := strconv.Atoi(rest[1:n])
		if err != nil || rank < 1 || rank > game.Ranks {
			return game.NoMove, fmt.Errorf("%q is not a move like h3e3", text)
		}
		squares[i] = game.SquareAt(int(rest[0]-'a'), rank-1)
		rest = rest[n:]
	}
	if rest != "" || squares[0] == squares[1] {
		return game.NoMove, fmt.Errorf("%q is not a move like h3e3", text)
	}
	return game.NewMove(squares[0], squares[1]), nil
}

// parseInfo reads depth, nodes and score of an info line: "score cp 12" and "score mate 3" in UCI, "score 12" in UCCI.
func (a *Answer) parseInfo(line string) {
	f := strings.Fields(line)
	for i := 0; i+1 < len(f); i++ {
		n, err := strconv.Atoi(f[i+1])
		switch f[i] {
		case "string", "pv":
			return
		case "depth":
			if err == nil {
				a.Depth = n
			}
		case "nodes":
			if err == nil {
				a.Nodes = uint64(max(n, 0))
			}
		case "cp":
			if err == nil {
				a.Score, a.Scored = ai.Score(n), true
			}
		case "mate":
			if err == nil {
				a.Scored, a.Score = true, ai.MateBound
				if n <= 0 {
					a.Score = -ai.MateBound
				}
			}
		case "score":
			if err == nil {
				a.Score, a.Scored = ai.Score(n), true
			}
		}
	}
}

func (p *program) Close() error {
	p.send("quit")
	_ = p.in.Close()
	done := make(chan error, 1)
	go func() {
		for range p.lines { // let it finish writing
		}
		done <- p.cmd.Wait()
	}()
	select {
	case err := <-done:
		return err
	case <-time.After(2 * time.Second):
		_ = p.cmd.Process.Kill()
		return <-done
	}
}

func (p *program) kill() {
	_ = p.in.Close()
	_ = p.cmd.Process.Kill()
	for range p.lines {
	}
	_ = p.cmd.Wait()
}
