package record

import (
	"regexp"
	"strings"

	"yeye/game/notation"
)

// Two people may play by writing their moves to each other. What they copy has who wrote each message, and mostly when.

const (
	logTime = `(?:[0-9]{1,4}[-/.年][0-9]{1,2}[-/.月][0-9]{1,4}日?[,T]?\s+)?(?:(?:Today|Yesterday|Hôm nay|Hôm qua|今天|昨天)(?: at| lúc)?\s*)?` +
		`(?:[上下]午)?[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?:\s?[AaPp]\.?[Mm]\.?)?`
	logName = `[^\s:：<>\[\]][^\n:：<>\[\]]{0,31}`
)

var (
	// timedMessage matches the time and the name before a message on the same line.
	timedMessage = regexp.MustCompile(`^(?:\[` + logTime + `\]|` + logTime + `)\s*[-–—]?\s*(?:<` + logName + `>|` +
		logName + `[:：])\s*`)
	// namedMessage matches the name before a message.
	namedMessage = regexp.MustCompile(`^(?:<(` + logName + `)>|(` + logName + `)[:：])\s*`)
	// listNumber matches the number of a move.
	listNumber = regexp.MustCompile(`^[0-9]{1,3}\s?[.、:：)]+\s*`)
	// logHead matches a line with a name and a time above a message.
	logHead = regexp.MustCompile(`^` + logName + `(?:\s*[-–—]\s*|\s+)` + logTime + `$`)
)

// leastMessages is the number of messages with a move that show that a text is such a log.
const leastMessages = 2

// messages leaves of a log of messages the moves, those of a message that goes on after its move with a remark. Talk is
// left out. Any other text it returns as it is.
func messages(text string) string {
	if len(text) > maxUnfolded {
		return text
	}
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	for _, read := range []func([]string) ([]string, bool){timed, headed, named} {
		if moves, ok := read(lines); ok {
			return strings.Join(moves, "\n")
		}
	}
	return text
}

// moveSaid returns the moves with which a message begins, without their numbers, and behind them what is said besides;
// false for talk.
func moveSaid(said string) (moves string, ok bool) {
	for {
		said = listNumber.ReplaceAllString(strings.TrimLeft(said, blanksAndSigns), "")
		if !startsWithMove(said) {
			break
		}
		end := max(len(notation.VietnameseMove(said)), wordEnd(said), 1)
		moves, said = moves+" "+said[:end], said[end:]
	}
	if moves == "" {
		return "", false
	}
	if said = strings.TrimSpace(said); said != "" {
		moves += " {" + strings.NewReplacer("{", "(", "}", ")").Replace(said) + "}"
	}
	return moves, true
}

// blanksAndSigns is what may stand between the moves of a message.
const blanksAndSigns = " \t,，;；、。"

// timed reads lines that have a time and a name before the message.
func timed(lines []string) (moves []string, ok bool) {
	return behind(lines, func(line string) (string, bool) {
		head := timedMessage.FindString(line)
		return line[len(head):], head != ""
	})
}

// named reads lines that have a name before the message: one of two.
func named(lines []string) (moves []string, ok bool) {
	names := map[string]bool{}
	return behind(lines, func(line string) (string, bool) {
		m := namedMessage.FindStringSubmatch(line)
		if m == nil || sideLabel.MatchString(line) {
			return "", false
		}
		names[m[1]+m[2]] = true
		return line[len(m[0]):], len(names) <= 2
	})
}

// behind reads lines of which each has a head before the message.
func behind(lines []string, message func(line string) (said string, ok bool)) (moves []string, ok bool) {
	for _, line := range lines {
		said, ok := message(line)
		if !ok {
			return nil, false
		}
		if move, ok := moveSaid(said); ok {
			moves = append(moves, move)
		}
	}
	return moves, len(moves) >= leastMessages
}

// headed reads messages below lines that name who wrote them and when.
func headed(lines []string) (moves []string, ok bool) {
	heads := 0
	for i, line := range lines {
		switch {
		case logHead.MatchString(line):
			heads++
		case i == 0:
			return nil, false
		default:
			if move, ok := moveSaid(line); ok {
				moves = append(moves, move)
			}
		}
	}
	return moves, heads >= leastMessages && len(moves) >= leastMessages
}
