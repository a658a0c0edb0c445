package record

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"yeye/game"
)

// CBF is the XML format of CCBridge. Its moves are in the order of CBR, with the same
// two flags: end and branch.

const cbfRoot = "ChineseChessRecord"

// cbfFields maps the elements of the head to the fields of Info.
var cbfFields = map[string]func(*Info) *string{
	"Name": func(i *Info) *string { return &i.Title }, "Contest": func(i *Info) *string { return &i.Event },
	"Round": func(i *Info) *string { return &i.Round }, "Date": func(i *Info) *string { return &i.Date },
	"Site": func(i *Info) *string { return &i.Site }, "TimeRule": func(i *Info) *string { return &i.TimeControl },
	"Red": func(i *Info) *string { return &i.Red }, "RedTeam": func(i *Info) *string { return &i.RedTeam },
	"RedRating": func(i *Info) *string { return &i.RedRating },
	"Black":     func(i *Info) *string { return &i.Black }, "BlackTeam": func(i *Info) *string { return &i.BlackTeam },
	"BlackRating": func(i *Info) *string { return &i.BlackRating },
	"Commentator": func(i *Info) *string { return &i.Annotator }, "Creator": func(i *Info) *string { return &i.Author },
	"ECCO": func(i *Info) *string { return &i.ECCO },
}

// cbfFile is a parsed file.
type cbfFile struct {
	heading Heading
	fen     string
	events  []event
}

// ReadCBF reads the XML of CCBridge. Document types and custom entities are refused as [*Damaged].
func ReadCBF(data []byte) (*Record, error) {
	text, err := decode(data)
	if err != nil {
		return nil, err
	}
	text = strings.Map(func(r rune) rune { // comments are pasted from anywhere, and XML allows no control characters
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xfffe || r == 0xffff {
			return -1
		}
		return r
	}, text)
	if at := longTag(text); at >= 0 {
		return nil, &Damaged{CBF, at}
	}
	var f cbfFile
	if err := f.take(text); err != nil {
		return nil, err
	}
	p := game.Start()
	if f.fen != "" {
		if p, err = readFEN(f.fen); err != nil {
			return nil, err
		}
	}
	n := -1
	return moveStream{func() (event, bool) {
		if n++; n >= len(f.events) {
			return event{}, false
		}
		return f.events[n], true
	}}.record(p, f.heading)
}

// maxTag is the maximum size in bytes of a tag with its attributes. The decoder holds all of them in memory, at many
// times their size.
const maxTag = 4096

// longTag returns the position of a longer tag, -1 if there is none.
func longTag(text string) int {
	for at := 0; ; {
		next := strings.IndexByte(text[at:], '<')
		if next < 0 {
			return -1
		}
		at += next
		n, tag := markup(text[at:])
		if tag && n > maxTag {
			return at
		}
		at += n
	}
}

// markup returns the length in bytes of the tag, comment or CDATA section at the start of text, and whether it is a
// tag. It stops counting a tag just beyond maxTag.
func markup(text string) (n int, tag bool) {
	for _, block := range [][2]string{{"<![CDATA[", "]]>"}, {"<!--", "-->"}} {
		if inside, ok := strings.CutPrefix(text, block[0]); ok {
			inside, _, _ = strings.Cut(inside, block[1])
			return len(block[0]) + len(inside), false
		}
	}
	quote := byte(0)
	for n, c := range []byte(text) {
		switch {
		case n > maxTag:
			return n, true
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"', c == '\'':
			quote = c
		case c == '>':
			return n + 1, true
		}
	}
	return len(text), true
}

// readFEN reads a FEN in any of the forms that files have, also with unreadable counters or an impossible side to move,
// which it then changes to the other side.
func readFEN(fen string) (game.Position, error) {
	if found, ok := findPosition(unescapeURL(fen)); ok {
		fen = found.fen
	}
	p, err := game.ParseProgramFEN(fen)
	if err == nil {
		return p, nil
	}
	placement, rest, _ := strings.Cut(strings.TrimSpace(fen), " ")
	sides := []string{" w", " b"}
	if fields := firstFields(rest, 1); len(fields) > 0 && strings.EqualFold(fields[0], "b") {
		sides = []string{" b", " w"}
	}
	for _, side := range sides {
		if q, err := game.ParseFEN(placement + side); err == nil {
			return q, nil
		}
	}
	return p, err
}

func (f *cbfFile) take(text string) error {
	d := xml.NewDecoder(strings.NewReader(text))
	// decode has already converted it to UTF-8
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	var path []string
	var content strings.Builder
	for {
		damage := &Damaged{CBF, int(d.InputOffset())}
		token, err := d.Token()
		switch {
		case errors.Is(err, io.EOF) && len(path) == 0 && len(f.events) > 0:
			return nil
		case err != nil:
			return damage
		}
		switch t := token.(type) {
		case xml.Directive:
			return damage
		case xml.StartElement:
			path = append(path, t.Name.Local)
			if len(path) > 8 || path[0] != cbfRoot {
				return damage
			}
			content.Reset()
			if t.Name.Local == "Move" {
				if len(f.events) > MaxPlies {
					return ErrTooBig
				}
				f.events = append(f.events, cbfEvent(t.Attr))
			}
		case xml.CharData:
			content.Write(t)
		case xml.EndElement:
			f.element(t.Name.Local, content.String())
			content.Reset()
			path = path[:len(path)-1]
		}
	}
}

// element stores the text of an element.
func (f *cbfFile) element(of, text string) {
	switch of {
	case "Move":
		f.events[len(f.events)-1].ply.Comment = cleanComment(text)
	case "FEN":
		f.fen = strings.TrimSpace(text)
	case "RecordResult":
		if t := strings.TrimSpace(text); len(t) == 1 && t[0] >= '0' && t[0] <= '3' {
			f.heading.Result = game.Result(t[0] - '0')
		}
	default:
		if to := cbfFields[of]; to != nil {
			*to(&f.heading.Info) = cleanName(text)
		}
	}
}

// cbfEvent reads value="77-47": squares by file and row from the top.
func cbfEvent(attributes []xml.Attr) (e event) {
	for _, a := range attributes {
		set := a.Value != "" && a.Value != "0"
		switch a.Name.Local {
		case "end":
			e.endsLine = set
		case "branch":
			e.hasAlternative = set
		case "value":
			if v := a.Value; len(v) == 5 && v[2] == '-' {
				e.ply.Move = game.NewMove(dhtmlSquare(v[:2]), dhtmlSquare(v[3:]))
			}
		}
	}
	return e
}
