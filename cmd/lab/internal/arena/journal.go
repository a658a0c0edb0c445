package arena

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"yeye/game"
)

// Journal is the PGN file to which a match writes its games, with moves in ICCS. Each game is written at once. An
// incomplete last game is cut off when the file is opened again.
type Journal struct {
	mu   sync.Mutex
	file *os.File
	Old  []*Played // the games in the file when it was opened
}

// OpenJournal opens or creates the file.
func OpenJournal(path string) (*Journal, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	old, complete, err := ReadPlayed(f)
	if err == nil {
		err = f.Truncate(complete)
	}
	if err == nil {
		_, err = f.Seek(complete, io.SeekStart)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return &Journal{file: f, Old: old}, nil
}

// Add appends a game.
func (j *Journal) Add(p *Played) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	_, err := j.file.WriteString(p.PGN())
	return err
}

// Close closes the file. Every game is written as soon as it is added.
func (j *Journal) Close() error { return j.file.Close() }

// PGN returns the game in the journal's format.
func (p *Played) PGN() string {
	var b strings.Builder
	tag := func(k, v string) {
		fmt.Fprintf(&b, "[%s \"%s\"]\n", k, strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ").Replace(v))
	}
	tag("Game", "Chinese Chess")
	tag("Round", fmt.Sprintf("%d.%d", p.Pair, p.Leg))
	tag("Red", p.Red)
	tag("Black", p.Black)
	tag("Result", p.Result.String())
	if fen := p.Opening.Start.FEN(); fen != game.StartFEN {
		tag("FEN", fen)
	}
	tag("Format", "ICCS")
	tag("Termination", string(p.End))
	if p.Note != "" {
		tag("Note", p.Note)
	}
	if p.Conditions != "" {
		tag("Conditions", p.Conditions)
	}
	tag("OpeningPlies", fmt.Sprint(len(p.Opening.Moves)))
	tag("Slowest", fmt.Sprintf("%d/%d ms", p.Slowest[0].Milliseconds(), p.Slowest[1].Milliseconds()))
	b.WriteByte('\n')
	pos := p.Opening.Start
	for i, m := range p.Moves {
		switch {
		case pos.Turn() == game.Red:
			if i > 0 {
				b.WriteByte('\n')
			}
			fmt.Fprintf(&b, "%d. ", pos.MoveNumber())
		case i == 0:
			fmt.Fprintf(&b, "%d... ", pos.MoveNumber())
		default:
			b.WriteByte(' ')
		}
		b.WriteString(strings.ToUpper(m.From().String() + "-" + m.To().String()))
		pos.Do(m)
	}
	fmt.Fprintf(&b, "\n%s\n\n", p.Result)
	return b.String()
}

// ReadPlayed reads a journal and returns its complete games and their length in bytes.
func ReadPlayed(r io.Reader) (games []*Played, complete int64, err error) {
	in := bufio.NewReader(r)
	var at int64
	current := &gameReader{}
	for {
		line, err := in.ReadString('\n')
		at += int64(len(line))
		if err == io.EOF {
			return games, complete, nil // the text after the last complete game is ignored
		}
		if err != nil {
			return nil, 0, err
		}
		done, err := current.line(strings.TrimSpace(line))
		if err != nil {
			return nil, 0, fmt.Errorf("game %d of the file: %w", len(games)+1, err)
		}
		if done {
			games = append(games, &current.played)
			current = &gameReader{}
		}
		if current.empty() {
			complete = at
		}
	}
}

// gameReader parses one game of a journal, line by line.
type gameReader struct {
	played       Played
	started      bool
	openingPlies int
}

func (r *gameReader) empty() bool { return !r.started }

// line processes the next line and reports whether it ended the game.
func (r *gameReader) line(line string) (done bool, err error) {
	p := &r.played
	if line == "" {
		return false, nil
	}
	if !r.started {
		r.started = true
		p.Opening.Start = game.Start()
	}
	if key, value, ok := strings.Cut(strings.Trim(line, "[]"), " "); ok && line[0] == '[' {
		value = strings.NewReplacer(`\\`, `\`, `\"`,
			`"`).Replace(strings.TrimSuffix(strings.TrimPrefix(value, `"`), `"`))
		switch key {
		case "Round":
			_, err = fmt.Sscanf(value, "%d.%d", &p.Pair, &p.Leg)
		case "Red":
			p.Red = value
		case "Black":
			p.Black = value
		case "FEN":
			p.Opening.Start, err = game.ParseFEN(value)
		case "Termination":
			p.End = End(value)
		case "Note":
			p.Note = value
		case "Conditions":
			p.Conditions = value
		case "Slowest":
			var ms [2]time.Duration
			_, err = fmt.Sscanf(value, "%d/%d ms", &ms[0], &ms[1])
			p.Slowest = [2]time.Duration{ms[0] * time.Millisecond, ms[1] * time.Millisecond}
		case "OpeningPlies":
			_, err = fmt.Sscan(value, &r.openingPlies)
		}
		return false, err
	}
	if result, ok := game.ParseResult(line); ok {
		p.Result = result
		if r.openingPlies < 0 || r.openingPlies > len(p.Moves) {
			return false, fmt.Errorf("it is shorter than its opening")
		}
		p.Opening.Moves = p.Moves[:r.openingPlies:r.openingPlies]
		return true, nil
	}
	for _, word := range strings.Fields(line) {
		if strings.HasSuffix(word, ".") {
			continue
		}
		m, err := game.ParseMove(strings.ToLower(strings.Replace(word, "-", "", 1)))
		if err != nil {
			return false, err
		}
		p.Moves = append(p.Moves, m)
	}
	return false, nil
}
