package record

import (
	"errors"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"yeye/game"
	"yeye/game/notation"
)

// ReadPGN reads the first game of a PGN file. The [Format] tag says which
// notation is tried first, and that ranks count from 0. Without it the moves are
// taken with whichever count of ranks they can all be played: 0 to 9 is tried
// first, but under a western [Variant] tag 1 to 10, as around Fairy-Stockfish;
// WinBoard writes that tag too, with ranks from 0.
func ReadPGN(data []byte) (*Record, error) {
	text, err := decode(data)
	if err != nil {
		return nil, err
	}
	file := pgnFile{family: notation.Chinese}
	body, err := file.readTags(text)
	if err != nil {
		return nil, err
	}
	if file.words, err = pgnWords(body); err != nil {
		return nil, err
	}
	if len(file.words) == 0 && !file.tagged {
		return nil, ErrNoGame
	}
	r, err := file.record()
	if err == nil || file.formatted {
		return r, err
	}
	file.lowest = 1 - file.lowest
	again, err1 := file.record()
	if err1 != nil && !further(err1, err) {
		return nil, err
	}
	return again, err1
}

// further reports whether err arose deeper in the game than other.
func further(err, other error) bool {
	var e, o *MoveError
	return errors.As(err, &e) && errors.As(other, &o) && e.Ply > o.Ply
}

// pgnFile is a file taken apart but not yet played.
type pgnFile struct {
	info      Info
	start     string
	result    game.Result
	family    notation.Family
	lowest    int // how ranks are counted
	formatted bool
	tagged    bool
	words     []pgnWord
}

// pgnTag allows in a tag's name what PGN allows in a symbol.
var pgnTag = regexp.MustCompile(`^\s*\[\s*([A-Za-z][A-Za-z0-9_+#=:-]*)\s*"((?:[^"\\\n]|\\.)*)"\s*\]`)

// readTags reads the tags and returns the text behind them.
func (f *pgnFile) readTags(text string) (string, error) {
	western := false
	text = strings.TrimLeft(text, " \t\r\n\ufeff")
	for n := 0; ; n++ {
		if n > maxTags {
			return "", ErrTooBig
		}
		m := pgnTag.FindStringSubmatch(text)
		if m == nil {
			break
		}
		text = text[len(m[0]):]
		f.tagged = true
		value := name(unescape(m[2]))
		switch m[1] {
		case "FEN":
			f.start = value
		case "Result":
			f.result, _ = parseResult(value)
		case "Format":
			if family, ok := pgnFormats[strings.ToUpper(value)]; ok {
				f.family, f.formatted = family, true
			}
		case "Variant":
			western = true
		default:
			if field, ok := asPGN[m[1]]; ok && strings.Trim(value, "?.") != "" {
				*field(&f.info) = value
			}
		}
	}
	if western && !f.formatted {
		f.lowest = 1
	}
	if rest := strings.TrimLeft(text, " \t\r\n"); strings.HasPrefix(rest, "[") {
		return "", ErrNoGame
	}
	return text, nil
}

func unescape(t string) string { return strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(t) }

// saidResults is what Chinese files have in the place of a result token.
var saidResults = []struct {
	result game.Result
	said   *regexp.Regexp
}{
	{game.RedWins, regexp.MustCompile(`^(?:[红紅][方先]?|先)[胜勝]$`)},
	{game.BlackWins, regexp.MustCompile(`^(?:黑方?[胜勝]|[红紅]?先[负負])$`)},
	{game.Draw, regexp.MustCompile(`^(?:和[棋局]|[红紅]?先和)$`)},
}

// parseResult reads a result token of PGN, or its words.
func parseResult(t string) (game.Result, bool) {
	for _, r := range []game.Result{game.Ongoing, game.RedWins, game.BlackWins, game.Draw} {
		if r.String() == t {
			return r, true
		}
	}
	t = strings.Trim(t, "（）。！!")
	for _, r := range saidResults {
		if r.said.MatchString(t) {
			return r.result, true
		}
	}
	return game.Ongoing, false
}

// pgnWord is a word of the moves: a move or number, "(" or ")", or a comment.
type pgnWord struct {
	text    string
	comment bool
}

// bulleted is a list's line, whose star is no result.
var bulleted = regexp.MustCompile(`^\*[^\S\n]+\S`)

// pgnWords takes the text behind the tags apart, up to the game's result or the
// next game's tags. A result within a variation ends nothing.
func pgnWords(text string) (words []pgnWord, err error) {
	depth := 0
	first := true // in its line
	for text != "" {
		r := []rune(text[:min(len(text), 4)])[0]
		if unicode.IsSpace(r) {
			rest := strings.TrimLeftFunc(text, unicode.IsSpace)
			first = first || strings.Contains(text[:len(text)-len(rest)], "\n")
			text = rest
			continue
		}
		bullet := first && bulleted.MatchString(text)
		first = false
		end := 0
		switch {
		case r == '[':
			return words, nil
		case r == '{':
			if end = strings.IndexByte(text, '}'); end < 0 {
				return nil, ErrUnclosed
			}
			words = append(words, pgnWord{text[1:end], true})
			end++
		case r == ';':
			if end = strings.IndexByte(text, '\n'); end < 0 {
				end = len(text)
			}
			words = append(words, pgnWord{text[1:end], true})
		case r == '(' || r == ')':
			end = 1
			words = append(words, pgnWord{text[:1], false})
			if r == '(' {
				depth++
			} else {
				depth--
			}
		default:
			if end = strings.IndexFunc(text, func(r rune) bool {
				return unicode.IsSpace(r) || strings.ContainsRune("{}();", r)
			}); end < 0 {
				end = len(text)
			}
			if end == 0 { // a stray closing brace
				return nil, ErrUnclosed
			}
			if depth == 0 && text[end:] != "" && text[end] == ')' && strings.Trim(norm.NFKC.String(text[:end]), "0123456789") == "" {
				end++ // 1) is a number
			}
			words = append(words, pgnWord{text[:end], false})
			if _, ok := parseResult(text[:end]); ok && !bullet && depth == 0 {
				return words, nil
			}
		}
		if len(words) > 4*MaxPlies {
			return nil, ErrTooBig
		}
		text = text[end:]
	}
	return words, nil
}

// record plays the words.
func (f *pgnFile) record() (*Record, error) {
	r := New(game.Start())
	if f.start != "" {
		var err error
		if r.Start, err = game.ParseFEN(f.start); err != nil {
			return nil, err
		}
	}
	r.Info, r.Result = f.info, f.result
	t := pgnPlayer{file: f, record: r}
	if err := t.play(); err != nil {
		return nil, err
	}
	return r, nil
}

// pgnPlayer plays the words one after the other, on a stack of lines: the game
// and the variations open now.
type pgnPlayer struct {
	file   *pgnFile
	record *Record
	plies  int
	lines  []*openLine
}

type openLine struct {
	before, now game.Position // before the last ply, and after it
	ply         int           // of the game, played so far
	said        []string      // of the last ply, or before the first
	plies       []Ply
}

var numberOnly = regexp.MustCompile(`^(?:[0-9]{1,4}(?:\.*|[)、])|\.+|\$[0-9]{1,4}|[!?]+|[+#=])$`)

func (t *pgnPlayer) play() error {
	start := t.record.Start
	t.lines = []*openLine{{before: start, now: start}}
	for _, w := range t.file.words {
		line := t.lines[len(t.lines)-1]
		switch {
		case w.comment:
			if text := note(w.text); text != "" {
				line.said = append(line.said, text)
			}
		case w.text == "(":
			if len(t.lines) > MaxDepth {
				return ErrTooBig
			}
			if len(line.plies) == 0 {
				return ErrUnclosed
			}
			t.lines = append(t.lines, &openLine{before: line.before, now: line.before, ply: line.ply - 1})
		case w.text == ")":
			if err := t.closeLine(); err != nil {
				return err
			}
		case numberOnly.MatchString(norm.NFKC.String(w.text)):
		default:
			if result, ok := parseResult(w.text); ok {
				if len(t.lines) == 1 && result != game.Ongoing {
					t.record.Result = result
				}
				continue
			}
			if err := t.move(line, w.text); err != nil {
				return err
			}
		}
	}
	if len(t.lines) > 1 {
		return ErrUnclosed
	}
	t.settle(t.lines[0])
	t.record.Line = t.lines[0].plies
	return nil
}

// settle gives the last move of a line what was said of it. What is said in a
// variation before its first move waits for that.
func (t *pgnPlayer) settle(line *openLine) {
	at := &t.record.Comment
	if n := len(line.plies); n > 0 {
		at = &line.plies[n-1].Comment
	} else if line != t.lines[0] {
		return
	}
	if len(line.said) > 0 {
		*at = note(strings.Join(line.said, " "))
		line.said = nil
	}
}

func (t *pgnPlayer) closeLine() error {
	n := len(t.lines)
	if n == 1 {
		return ErrUnclosed
	}
	closed, parent := t.lines[n-1], t.lines[n-2]
	t.settle(closed)
	t.lines = t.lines[:n-1]
	if len(closed.plies) == 0 { // a remark in brackets
		parent.said = append(parent.said, closed.said...)
		return nil
	}
	last := &parent.plies[len(parent.plies)-1]
	last.Variations = append(last.Variations, closed.plies)
	return nil
}

func (t *pgnPlayer) move(line *openLine, text string) error {
	if t.plies++; t.plies > MaxPlies {
		return ErrTooBig
	}
	m, err := notation.ReadRanked(&line.now, text, t.file.lowest, t.file.family)
	if err != nil {
		return refuse(&line.now, line.ply+1, text, err)
	}
	t.settle(line)
	line.before = line.now
	line.now.Do(m)
	line.ply++
	line.plies = append(line.plies, Ply{Move: m})
	return nil
}
