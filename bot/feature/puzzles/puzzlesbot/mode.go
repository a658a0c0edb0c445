package puzzlesbot

import (
	"strconv"
	"strings"

	"yeye/bot/feature/daily"
	"yeye/bot/feature/puzzles"
)

// mode is why a puzzle is solved. The zero mode is a puzzle that was wished for.
type mode struct {
	day   daily.Number // number of the puzzle of the day, 0 for other puzzles
	tries int          // at the puzzle of the day so far

	running bool        // in a run of rising puzzles
	run     puzzles.Run // without its puzzle

	mistake  string // the puzzle that was failed before, "" for none
	mirrored bool   // the mirror image is shown

	missedWin bool // a win that the solver missed
}

// String encodes the mode like "d24-3", "r5s", "mabcdefgh" or "o", "" for the zero mode.
func (m mode) String() string {
	switch {
	case m.day > 0:
		return "d" + strconv.Itoa(int(m.day)) + "-" + strconv.Itoa(m.tries)
	case m.running && m.run.Skipped:
		return "r" + strconv.Itoa(m.run.Solved) + "s"
	case m.running:
		return "r" + strconv.Itoa(m.run.Solved)
	case m.mistake != "" && m.mirrored:
		return "w" + m.mistake
	case m.mistake != "":
		return "m" + m.mistake
	case m.missedWin:
		return "o"
	}
	return ""
}

// parseMode reads what String writes.
func parseMode(text string) (m mode, ok bool) {
	if text == "" {
		return m, true
	}
	rest := text[1:]
	switch text[0] {
	case 'd':
		day, tries, _ := strings.Cut(rest, "-")
		n, err := strconv.Atoi(day)
		m.day = daily.Number(n)
		if m.tries, _ = strconv.Atoi(tries); err != nil || n < 1 || m.tries < 0 {
			return m, false
		}
		return m, true
	case 'r':
		solved, skipped := strings.CutSuffix(rest, "s")
		n, err := strconv.Atoi(solved)
		m.running, m.run = true, puzzles.Run{Solved: n, Skipped: skipped}
		return m, err == nil && n >= 0
	case 'm', 'w':
		m.mistake, m.mirrored = rest, text[0] == 'w'
		return m, rest != ""
	case 'o':
		m.missedWin = true
		return m, rest == ""
	}
	return m, false
}
