package record

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Eval is an engine's evaluation of the position after a move, from Red's point of view. The zero Eval means none.
type Eval struct {
	Kind EvalKind
	N    int // centipawns, or moves to mate; negative is good for Black
}

// EvalKind says what an Eval counts.
type EvalKind uint8

const (
	NoEval EvalKind = iota
	Points
	MateIn
)

// maxEval limits the evaluations accepted.
const maxEval = 100000

// String returns "+0.35", "-12.00", "#3" or "#-3", and "" for none.
func (e Eval) String() string {
	switch e.Kind {
	case Points:
		return fmt.Sprintf("%+.2f", float64(e.N)/100)
	case MateIn:
		return fmt.Sprintf("#%d", e.N)
	}
	return ""
}

// ParseEval reads what String writes, with or without a plus.
func ParseEval(t string) (Eval, bool) {
	if mate, ok := strings.CutPrefix(t, "#"); ok {
		n, err := strconv.Atoi(mate)
		if err != nil || n == 0 || n > maxEval || n < -maxEval {
			return Eval{}, false
		}
		return Eval{MateIn, n}, true
	}
	n, err := strconv.ParseFloat(t, 64)
	if err != nil || !(n >= -maxEval/100 && n <= maxEval/100) {
		return Eval{}, false
	}
	if n *= 100; n < 0 {
		return Eval{Points, int(n - 0.5)}, true
	}
	return Eval{Points, int(n + 0.5)}, true
}

// Mark is an annotation mark of a move (a PGN NAG), such as ! or ?.
type Mark uint8

const (
	NoMark Mark = iota
	GoodMove
	Mistake
	Brilliant
	Blunder
	Interesting
	Dubious
	marks
)

var markSigns = [marks]string{"", "!", "?", "!!", "??", "!?", "?!"}

// String returns the sign, "" for none.
func (m Mark) String() string {
	if m < marks {
		return markSigns[m]
	}
	return ""
}

func parseMark(t string) Mark {
	for m, sign := range markSigns {
		if sign == t {
			return Mark(m)
		}
	}
	return NoMark
}

var (
	command    = regexp.MustCompile(`\[%([a-zA-Z]{1,20})\s+([^\]\n]{0,200})\]`)
	leadMark   = regexp.MustCompile(`^(!!|\?\?|!\?|\?!|!|\?)(?:\s+|$)`)
	moveSuffix = regexp.MustCompile(`[^!?](!!|\?\?|!\?|\?!|!|\?)$`)
)

// remarks returns a comment preceded by the mark and the evaluation, in a form that programs which know neither show as
// text: `?? [%eval -1.50] loses the horse`.
func (p *Ply) remarks() string {
	parts := []string{p.Mark.String()}
	if p.Eval.Kind != NoEval {
		parts = append(parts, "[%eval "+p.Eval.String()+"]")
	}
	return strings.TrimSpace(strings.Join(append(parts, p.Comment), " "))
}

// countDropped counts what a record does not keep of a comment: arrows, marked squares and times.
func (r *Record) countDropped(comment string) {
	var arrows, clocks int
	for _, m := range command.FindAllStringSubmatch(comment, -1) {
		switch strings.ToLower(m[1]) {
		case "cal", "csl", "arrow", "circle":
			arrows = 1
		case "clk", "emt", "egt", "mct", "ts":
			clocks = 1
		}
	}
	r.Arrows += arrows
	r.Clocks += clocks
}

// remark parses mark, evaluation and comment from the text after a move. Other [%…] commands, such as those of clocks,
// are dropped.
func (p *Ply) remark(text string) {
	text = command.ReplaceAllStringFunc(text, func(c string) string {
		m := command.FindStringSubmatch(c)
		if strings.EqualFold(m[1], "eval") {
			value, _, _ := strings.Cut(m[2], ",") // the depth may follow
			if e, ok := ParseEval(strings.TrimSpace(value)); ok {
				p.Eval = e
			}
		}
		return " "
	})
	text = strings.TrimSpace(text)
	if m := leadMark.FindStringSubmatch(text); m != nil {
		p.Mark = parseMark(m[1])
		text = text[len(m[0]):]
	}
	p.Comment = cleanComment(text)
}
