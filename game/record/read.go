package record

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"golang.org/x/text/unicode/norm"

	"yeye/game/notation"
)

// Read reads the first game of a file of any format that the package knows.
func Read(data []byte) (*Record, error) {
	f, err := Open(data)
	if err != nil {
		return nil, err
	}
	return f.First()
}

// Open splits a file of any format into its games.
func Open(data []byte) (*File, error) { return OpenContext(context.Background(), data) }

// OpenContext is [Open] with a context, which also limits [File.Game]: refusing a crafted text can take half a minute.
func OpenContext(ctx context.Context, data []byte) (*File, error) {
	if len(data) > MaxSize {
		return nil, ErrTooBig
	}
	format, err := detectFormat(data)
	if err != nil {
		return nil, err
	}
	switch format {
	case XQF:
		return singleGame(XQF, data, ReadXQF)
	case CBR:
		return singleGame(CBR, data, ReadCBR)
	case CBL:
		return openCBL(data)
	}
	text, err := decode(data)
	if err != nil {
		return nil, err
	}
	return openText(ctx, restoreLineBreaks(stripChatMarkup(text)))
}

// singleGame returns a file of one game.
func singleGame(format Format, data []byte, read func([]byte) (*Record, error)) (*File, error) {
	r, err := read(data)
	if err != nil {
		return nil, err
	}
	f := &File{Format: format}
	f.add(Heading{Info: r.Info, Result: r.Result}, func() (*Record, error) { return r, nil })
	return f, nil
}

func openText(ctx context.Context, text string) (*File, error) {
	if text = dhtmlTags(text); wideTag.MatchString(text) && len(text) <= maxPasteBytes {
		text = strings.NewReplacer("［", "[", "］", "]").Replace(text)
	}
	trimmed := strings.TrimSpace(text)
	if !strings.HasPrefix(trimmed, "[") && !strings.Contains(text, "<"+cbfRoot) &&
		!strings.Contains(text, "[DhtmlXQ") && isPage(trimmed) {
		trimmed = strings.TrimSpace(withoutHTML(trimmed))
	}
	switch {
	case trimmed == "":
		return nil, ErrNoGame
	case strings.Contains(text, "<"+cbfRoot):
		return singleGame(CBF, []byte(text), ReadCBF)
	case strings.Contains(text, "[DhtmlXQ") && !pgnTag.MatchString(text): // a name in PGN may contain anything
		return openDhtmlBlocks(text)
	case digitMoves.MatchString(trimmed):
		f := &File{Format: DhtmlXQ}
		d := dhtmlFile{moves: withoutBlanks(trimmed)}
		f.add(Heading{}, d.record)
		return f, nil
	case trimmed[0] == '[' && isTagged(trimmed):
		return openPGNGames(ctx, trimmed)
	case wxfStart.MatchString(trimmed):
		return openWXF(ctx, trimmed)
	}
	trimmed = unpackCSV(
		chatLogMoves(
			joinEnglishMoves(unpackJSON(positionLines(normalizeRows(unescapeURL(normalizeDiagram(trimmed))))))))
	if found, ok := findPosition(trimmed); ok && firstMoveOffset(trimmed[:found.at]) < 0 {
		return openPosition(ctx, trimmed, &found)
	}
	if f, err := singleGame(UCI, []byte(trimmed), ReadUCI); err == nil {
		return f, nil
	} else if western := westernInside.MatchString(trimmed) || westernCoordinates(trimmed); western {
		return nil, ErrWesternChess
	} else if strings.HasPrefix(trimmed, "position") {
		return nil, err
	}
	return openPGNGames(ctx, splitNames(normalizeProse(trimmed)))
}

// wideTag matches a PGN tag in full-width brackets.
var wideTag = regexp.MustCompile(`^\s*［[A-Za-z]+\s+"`)

// roundGap matches the number of a full move with blanks in it: 第 1 回合.
var roundGap = regexp.MustCompile(`第[\s\p{Zs}]*([0-9０-９]{1,3}|[一二三四五六七八九十百]{1,5})[\s\p{Zs}]*(回合)`)

// digitMoves matches moves of DhtmlXQ with nothing around them.
var digitMoves = regexp.MustCompile(`^[0-8][0-9][0-8][0-9](?:\s*[0-8][0-9][0-8][0-9])*$`)

// openDhtmlBlocks lists the blocks of DhtmlXQ in a text.
func openDhtmlBlocks(text string) (*File, error) {
	f := &File{Format: DhtmlXQ}
	for _, block := range dhtmlBlockEnd.Split(text, maxGames+1) {
		if f.Len() == maxGames {
			return nil, ErrTooBig
		}
		if d := openDhtmlXQ(block); d.hasGame {
			f.add(d.heading, d.record)
		}
	}
	return f.orErrNoGame()
}

const (
	// maxProseGames is the maximum number of games of one text without tags.
	maxProseGames = 500
	// maxGames is the maximum number of games of a file: the largest set seen
	// has 41 743.
	maxGames = 1 << 16
)

// openPGNGames lists the games of a PGN file, or of prose.
func openPGNGames(ctx context.Context, text string) (*File, error) {
	f := &File{Format: PGN}
	parts, err := splitPGN(ctx, norm.NFC.String(text))
	if err != nil {
		return nil, err
	}
	for _, part := range parts {
		for n := 0; n < maxProseGames; n++ {
			game, rest, err := openPGN(ctx, part)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err != nil {
				f.add(Heading{}, func() (*Record, error) { return nil, err })
				break
			}
			f.add(game.heading, game.read)
			if game.tagged || !gameFollows(rest) {
				break
			}
			part = rest
		}
	}
	return f.orErrNoGame()
}

// gameFollows reports whether text starts with the head and first move of another game.
func gameFollows(text string) bool {
	_, _, ok := splitHead(text, func(line string) bool {
		return firstMove.MatchString(line) || unnumbered.MatchString(line)
	})
	return ok
}

// Formats are the names of the formats that [Write] knows.
var Formats = []string{string(PGN), string(DhtmlXQ), string(UCI), string(XQF)}

// Write writes a record in the format of the given name; moves of PGN are written in f.
func Write(r *Record, format string, f notation.Family) (string, error) {
	switch Format(format) {
	case PGN:
		return WritePGN(r, f), nil
	case DhtmlXQ:
		return WriteDhtmlXQ(r), nil
	case UCI:
		return WriteUCI(r), nil
	case XQF:
		return string(WriteXQF(r)), nil
	}
	return "", fmt.Errorf("no such format: %q (there are %s)", format, strings.Join(Formats, ", "))
}
